import { backoffFirstMs, backoffMaxMs } from '@collagility/protocol/limits';

/**
 * How long to wait before attempt `failures + 1`: doubling, with a random half, so that a relay that
 * comes back is not met by everybody at once. `random` is in [0, 1).
 */
export function pauseMs(failures: number, random: number): number {
  const full = Math.min(backoffMaxMs, backoffFirstMs * 2 ** Math.min(failures - 1, 10));
  return Math.round(full / 2 + (full / 2) * random);
}
