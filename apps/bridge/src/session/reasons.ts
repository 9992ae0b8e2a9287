/** Why something stopped, waits or ended. The codes stand in events; the sentences are for the terminal. */
export const reasons = {
  host_restarted: 'The bridge was restarted.',
  host_stopped: 'The host closed the bridge.',
  interrupted: 'It was interrupted. Resume the queue to go on.',
  agent_crashed_often: 'The agent crashed three times in a row.',
  agent_stopped: 'The agent was stopped.',
  author_left: 'Its author is not in the room any more.',
  author_right: 'Its author may not run prompts any more.',
  runs_unasked: 'The agent acts without asking, so only the host runs prompts.',
  panic: 'The host stopped everything.',
  removed: 'It was taken out of the queue.',
  turn_ended: 'The turn ended before it was answered.',
  request_changed: 'The agent changed its request.',
  data_directory: 'It touches the folder in which the bridge keeps its keys. This is always denied.',
  answer_failed: 'The agent did not take the answer.',
} as const;
export type Reason = keyof typeof reasons;
