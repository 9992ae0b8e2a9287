import { closeCodes } from '@collagility/protocol/errors';
import type { RoomHost, Timer } from '@collagility/protocol/host/contract';
import { bridgeCommand } from './bridge-command.ts';
import { BridgeError } from './bridge-error.ts';
import type { Reach } from './listeners/reach.ts';
import type { RelayLink } from './relay-link/relay-link.ts';

/** A relay that gives no seat within this time at the start is said to be unreachable. */
const seatedWithinMs = 10_000;

/** Resolves once the relay took this host's seat; rejects with the reason where it does not. */
export function waitForSeat(host: RoomHost, link: RelayLink, reach: Reach, timer: Timer): Promise<void> {
  return new Promise((resolve, reject) => {
    if (host.isSeated) return resolve();
    const cancel = timer(seatedWithinMs, () => reject(unreachable(link, reach)));
    host.onSeated(() => {
      cancel();
      resolve();
    });
    link.onStopped(() => {
      cancel();
      reject(unreachable(link, reach));
    });
  });
}

function unreachable({ state }: RelayLink, reach: Reach): BridgeError {
  const why =
    state.kind === 'stopped' && state.reason !== undefined
      ? closeCodes[state.reason].text
      : state.kind === 'waiting'
        ? state.problem
        : 'it did not answer in time';
  return new BridgeError(
    'unavailable',
    state.kind === 'stopped' ? (state.reason ?? 'relay') : 'relay_unreachable',
    `The relay ${reach.dialled.host} cannot be used: ${why}. The room is kept as it was.`,
    [`Check the address: ${bridgeCommand('doctor')}`, 'Or go without it, on this computer only: --resume --relay here'],
  );
}
