import { type Deferred, deferred } from '../../deferred.ts';
import type { Turn } from '../../event-writer.ts';
import { type Fields, textAt } from '../../fields.ts';
import type { AdapterErrorInfo, PromptPayload } from '../../port.ts';

/** What the driver knows of a turn that runs. */
export interface Running {
  readonly turn: Turn;
  /** One of the agent’s own commands. */
  readonly isCommand: boolean;
  /** The model has said or done something. */
  isTaken: boolean;
  readonly replied: Deferred<void>;
  refusedCalls: number;
  isEndAsked: boolean;
  /** A failure that the agent told as text. */
  textFailure?: AdapterErrorInfo;
}

export const newRunning = (turn: Turn, { mayCommand, text }: PromptPayload): Running => ({
  turn,
  isCommand: mayCommand === true && text.trimStart().startsWith('/'),
  isTaken: false,
  replied: deferred(),
  refusedCalls: 0,
  isEndAsked: false,
});

/** What the model says or does: the prompt has been taken. */
export const isAnswer = (update: Fields): boolean =>
  /^(agent_|tool_call$|plan$)/.test(textAt(update, 'sessionUpdate') ?? '');
