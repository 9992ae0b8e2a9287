import type { EventWriter } from '../../event-writer.ts';
import { type Fields, textAt } from '../../fields.ts';
import { shownMessage } from '../../shown-message.ts';
import { retryFailure } from './failures.ts';
import type { TurnTrack } from './turn-track.ts';

/**
 * Codex tries again by itself: each time is said, each reason once a turn. A refused key is not: no second try helps,
 * and the end of the turn, a moment later, says the same with what does.
 */
export function tellRetry(out: EventWriter, track: TurnTrack, error: Fields): void {
  const text = shownMessage(textAt(error, 'message') ?? 'Trying again.');
  out.emit('STATUS', { code: 'retrying', text }, { turn: track.turn });
  const failure = retryFailure(error);
  if (failure === undefined || failure.code === 'AUTH_CREDENTIAL_INVALID') return;
  if (track.toldRetries.has(failure.code)) return;
  track.toldRetries.add(failure.code);
  out.error(failure, { turn: track.turn });
}
