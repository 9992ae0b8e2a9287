/** Why something stopped, waits or ended: the codes stand in events (`reason`), the sentences are for people. */
export const reasons = {
  host_restarted: 'The bridge was restarted.',
  host_stopped: 'The host closed the bridge.',
  interrupted: 'It was interrupted.',
  terminated: 'The agent did not stop by itself and was ended.',
  agent_died: 'The agent ended in the middle of it.',
  agent_crashed_often: 'The agent crashed three times in a row.',
  agent_stopped: 'The agent was stopped.',
  author_left: 'Its author is not in the room any more.',
  author_right: 'Its author may not run prompts any more.',
  runs_unasked: 'The agent acts without asking, so only the host runs prompts.',
  silent: 'It ended without an answer.',
  refusal: 'The agent refused to go on; this prompt is no part of its conversation.',
  panic: 'The host stopped everything.',
  removed: 'It was taken out of the queue.',
  part_lost: 'A part of the prompt is not in the journal any more. Nothing was sent.',
  turn_ended: 'The turn ended before it was answered.',
  expired: 'Nobody answered in time.',
  request_changed: 'The agent changed its request.',
  data_directory: 'It touches the folder in which the bridge keeps its keys. This is always denied.',
  AUTH_CREDENTIAL_INVALID: 'The agent is not logged in, or its credential was refused.',
  PROVIDER_NOT_FOUND: 'The agent was not found on the host’s computer.',
  RATE_LIMIT_EXCEEDED: 'The model’s provider limits the rate.',
  QUOTA_EXHAUSTED: 'The account’s quota or credit is used up.',
  PROVIDER_UNREACHABLE: 'The model’s provider cannot be reached.',
  PROCESS_CRASHED: 'The agent’s process ended unexpectedly.',
  CONTEXT_WINDOW_EXCEEDED: 'The conversation is longer than the model can read.',
  TOOL_EXECUTION_FAILED: 'A tool failed.',
  PROTOCOL_VIOLATION: 'The agent said something that does not fit its own protocol.',
  STALLED: 'The agent has been silent for a long time.',
  MODEL_NOT_FOUND: 'The provider does not know the chosen model.',
  TURN_LIMIT_REACHED: 'The turn reached a limit that was set for it.',
  UNSUPPORTED: 'This agent cannot do that.',
  ILLEGAL_STATE: 'That is not possible right now.',
} as const;
export type Reason = keyof typeof reasons;

/** A reason this version does not know, or an agent's own words, stand as they are. */
export const reasonText = (reason: string): string =>
  Object.entries(reasons).find(([code]) => code === reason)?.[1] ?? reason;
