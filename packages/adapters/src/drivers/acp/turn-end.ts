import { errorInfo } from '../../errors.ts';
import type { AdapterErrorCode, AdapterErrorInfo, AdapterEventPayloads } from '../../port.ts';

export interface TurnFacts {
  wasCancelled: boolean;
  /** The agent was told "no" in this turn: some end it then, and call it cancelled. */
  wasRefused: boolean;
  stopReason: string | undefined;
  /** The room saw neither a word nor a tool. */
  isSilent: boolean;
  /** What such an end means, of agents that say nothing of a model that failed. */
  silenceMeans: AdapterErrorInfo | undefined;
  failure: AdapterErrorInfo | undefined;
  maxTokensMeans: AdapterErrorCode | undefined;
}

/** How a turn ended, from our own doing first and the agent's words second. */
export function turnEndOf(facts: TurnFacts): AdapterEventPayloads['STREAM_END'] {
  // What the agent calls it says nothing: we stopped it.
  if (facts.wasCancelled) return { outcome: 'interrupted' };
  if (facts.failure !== undefined) return { outcome: 'failed', error: facts.failure };
  switch (facts.stopReason) {
    case 'end_turn':
      return facts.isSilent && facts.silenceMeans !== undefined
        ? { outcome: 'failed', reason: 'silent', error: facts.silenceMeans }
        : { outcome: 'completed' };
    case 'refusal':
      // The prompt is no part of the agent's conversation any more.
      return { outcome: 'failed', reason: 'refusal' };
    case 'max_tokens':
      return failed(facts.maxTokensMeans ?? 'TURN_LIMIT_REACHED', 'max_tokens');
    case 'max_turn_requests':
      return failed('TURN_LIMIT_REACHED', 'max_turn_requests');
    case 'cancelled':
      return facts.wasRefused
        ? { outcome: 'completed', reason: 'request_refused' }
        : { outcome: 'interrupted', reason: 'agent_cancelled' };
    default:
      return { outcome: 'completed', reason: facts.stopReason ?? 'unnamed' };
  }
}

const failed = (code: AdapterErrorCode, reason: string): AdapterEventPayloads['STREAM_END'] => ({
  outcome: 'failed',
  reason,
  error: errorInfo(code),
});
