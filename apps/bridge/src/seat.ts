import { closeCodes } from '@collagility/protocol/errors';
import type { Timer } from '@collagility/protocol/host/contract';
import { BridgeError } from './bridge-error.ts';
import type { Reach } from './listeners/reach.ts';
import type { RelayLink } from './relay-link/relay-link.ts';
import type { Session } from './session/session.ts';

/** A relay that gives no seat within this time at the start is said to be unreachable. */
const seatedWithinMs = 10_000;

/** More starts than a lost copy will have had, and far below what members and relay accept (CLG-12). */
const startsOfLostCopy = 1_000;

/** What helps, as whole commands that work when they are typed. */
export type SeatAdvice = {
  /** A room that never had its seat is not kept. */
  isNew: boolean;
  check: string;
  withoutRelay: string;
  recover(aboveGen: number): string;
};

type Seated = Pick<Session, 'gen'> & { host: Pick<Session['host'], 'isSeated' | 'onSeated'> };

/** Resolves once the relay took this host's seat; rejects with the reason where it does not. */
export function waitForSeat(
  { host, gen }: Seated,
  link: RelayLink,
  reach: Reach,
  timer: Timer,
  advice: SeatAdvice,
): Promise<void> {
  const refusal = () => {
    const { state } = link;
    return state.kind === 'stopped' && state.reason === 'host_conflict'
      ? seatTaken(gen, reach, advice)
      : unreachable(link, reach, advice);
  };
  return new Promise((resolve, reject) => {
    if (host.isSeated) return resolve();
    const cancel = timer(seatedWithinMs, () => reject(refusal()));
    host.onSeated(() => {
      cancel();
      resolve();
    });
    link.onStopped(() => {
      cancel();
      reject(refusal());
    });
  });
}

/** The relay's number of the newer copy is only its word (CLG-14), so the one that is offered comes from our own. */
const seatTaken = (gen: number, reach: Reach, { recover }: SeatAdvice) =>
  new BridgeError(
    'unavailable',
    'host_conflict',
    `The relay ${reach.dialled.host} knows a newer copy of this room (this one may be from a backup), or the room is open on another machine. Nothing was sent. The room is kept as it was.`,
    [
      'End the other bridge, or use the newer copy.',
      `If it is lost, go on from here: ${recover(gen + startsOfLostCopy)}`,
    ],
  );

function unreachable({ state }: RelayLink, reach: Reach, { isNew, check, withoutRelay }: SeatAdvice): BridgeError {
  const why =
    state.kind === 'stopped' && state.reason !== undefined
      ? closeCodes[state.reason].text
      : state.kind === 'waiting'
        ? state.problem
        : 'it did not answer in time';
  return new BridgeError(
    'unavailable',
    state.kind === 'stopped' ? (state.reason ?? 'relay') : 'relay_unreachable',
    `The relay ${reach.dialled.host} cannot be used: ${why.replace(/\.$/, '')}. ${isNew ? 'No room was opened.' : 'The room is kept as it was.'}`,
    [`Check the address: ${check}`, `Or go without it, on this computer only: ${withoutRelay}`],
  );
}
