import type { AdapterConfig, AdapterEventType, ToolApprovalDecision } from '../../port.ts';

/** How a recorded session is driven again. For tests only. */
export interface GoldenCase {
  name: string;
  /** The rule or behaviour that it shows. */
  title: string;
  config?: Partial<AdapterConfig>;
  /** Answers to the requests, in their order; `undefined` for those that the recording answered in another way. */
  decisions?: Array<Partial<ToolApprovalDecision>>;
  /** The replies of the recording are repeated byte for byte. */
  repliesAreRecorded?: boolean;
  /** Interrupts the first turn at the first event of this type. */
  interruptAt?: AdapterEventType;
}

const allow: Partial<ToolApprovalDecision> = { approved: true };
const answers = { 'Which library should we use?': 'zod', 'Which targets?': 'web, node' };

export const goldenCases: readonly GoldenCase[] = [
  { name: '01-simple-turns', title: 'text and thinking are streamed, and two turns run in one process' },
  {
    name: '03-stdio-approval',
    title: 'allow, edit and allow, deny with words, deny and end the turn',
    repliesAreRecorded: true,
    decisions: [
      allow,
      { approved: true, updatedInput: { command: 'touch changed-by-host.txt', description: 'demo' } },
      { approved: false, userFeedback: 'Ana said no: keep build/' },
      { approved: false, userFeedback: 'Stop here', endTurn: true },
    ],
  },
  {
    name: '05-stdio-askuserquestion',
    title: 'a question is answered, refused, and left open',
    decisions: [{ approved: true, answers }, { approved: false, userFeedback: 'The room did not answer.' }, allow],
    repliesAreRecorded: true,
  },
  {
    name: '06-stdio-plan-mode',
    title: 'a plan is sent back with words and then accepted',
    config: { permissionMode: 'plan' },
    decisions: [{ approved: false, userFeedback: 'Add a test step.' }, allow],
  },
  { name: '08-stdio-session-rule', title: 'a rule that is wider than the call is not offered', decisions: [allow] },
  {
    name: '20-interrupt-streaming',
    title: '[B28] what was said before an interrupt is kept',
    interruptAt: 'STREAM_CHUNK',
  },
  { name: '32-no-key', title: 'no credential: the turn fails with what helps' },
  { name: '36-429-exhausted', title: 'a rate limit: told with the next try, final when the tries are used up' },
  { name: '37-529', title: 'an overloaded provider counts as a rate limit' },
  { name: '38b-prompt-too-long-autocompact', title: 'a conversation that grew too long is shortened: no error' },
  { name: '40-stream-cut', title: 'a cut stream: what was shown of it is taken back' },
  { name: '41-stream-sse-error', title: 'text that was never streamed is shown' },
  { name: '45-tool-errors', title: 'failed tools are failed, and the turn goes on', decisions: [allow] },
  { name: '47-model-not-found', title: 'a model that is not there' },
  { name: '48-billing', title: 'no credit left' },
  { name: '50-subagent', title: 'a sub-agent has a lane of its own, its requests too', decisions: [allow] },
  { name: '51-todo-tasks', title: 'tasks are the plan' },
  { name: '57-background-bash', title: 'a command in the background has no result yet', decisions: [allow] },
  { name: '59-rate-limit-event', title: 'a limit that is near, and one that is reached with the time of its end' },
  { name: '74-todowrite', title: 'the to-do list is the plan' },
  {
    name: '82-hook-forces-ask',
    title: 'with the gate hook, reads are asked for as well',
    config: { askForEverything: true },
    decisions: [allow, allow, { approved: false, userFeedback: 'no' }],
  },
];
