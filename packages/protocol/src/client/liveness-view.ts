import type { Liveness } from '../liveness.ts';
import type { ClientLiveness } from './view.ts';

/** What a person is told of the machine's state, and why it is not live. */
export function livenessView(
  { status, check, headSeq, lastLiveMs, offsets }: Liveness,
  around: { hostAwaySinceMs: number | undefined; isWelcomed: boolean; isPaused: boolean; isSocketOpen: boolean },
): ClientLiveness {
  if (around.hostAwaySinceMs !== undefined) return { name: 'host_away', sinceMs: around.hostAwaySinceMs };
  const sinceMs = lastLiveMs ?? 0;
  if (around.isPaused && !around.isWelcomed) return { name: 'not_live', sinceMs, reason: 'paused' };
  if (!around.isSocketOpen) return { name: 'not_live', sinceMs, reason: 'socket' };
  if (!around.isWelcomed) return { name: 'not_live', sinceMs, reason: 'connecting' };
  switch (status) {
    case 'live':
      return { name: 'live' };
    case 'none':
      return { name: 'no_beat' };
    case 'catching_up':
      return { name: 'catching_up', behind: Math.max(1, (check?.seq ?? 0) - headSeq) };
    case 'not_live':
      return { name: 'not_live', sinceMs, reason: offsets.length === 0 ? 'clock' : 'silent' };
    default:
      status satisfies never;
      return { name: 'not_live', sinceMs, reason: 'silent' };
  }
}
