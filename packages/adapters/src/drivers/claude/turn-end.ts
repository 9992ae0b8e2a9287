import { given } from '../../fields.ts';
import type { AdapterEventPayloads } from '../../port.ts';
import type { TurnResult } from './decoder.ts';

/** A failure while it is being interrupted is the interrupt. Only a whole turn is a place to branch off from. */
export function turnEndOf(
  result: TurnResult,
  isInterrupting: boolean,
  lastMessage: string | undefined,
): AdapterEventPayloads['STREAM_END'] {
  const outcome = result.outcome === 'failed' && isInterrupting ? 'interrupted' : result.outcome;
  return {
    outcome,
    usage: result.usage,
    ...given('forkPoint', outcome === 'completed' ? lastMessage : undefined),
    ...given('reason', outcome === 'completed' ? undefined : result.reason),
    ...given('error', outcome === 'failed' ? result.error : undefined),
  };
}
