'use client';
import type { ParticipantId } from '@collagility/protocol/ids';
import type { ApprovalItem } from '@collagility/protocol/state';
import { maySignAsOne, signersNeeded, signersOf } from '@collagility/protocol/two-person';
import { useMemo } from 'react';
import { useRoom } from '../room/room-store.ts';

export type Signing = {
  needed: 1 | 2;
  /** Those whose signature counts, in their order. */
  signed: ParticipantId[];
  haveISigned: boolean;
  /** Whether mine would count as one of two. */
  canIBeOne: boolean;
  /** Others who could still sign. */
  others: string[];
  /** Not two people are here who could sign. */
  isStuck: boolean;
};

/** How many have to sign a request, and how many did, by the same rule as the bridge (CLG-76). */
export function useSigning(item: ApprovalItem): Signing {
  const room = useRoom((view) => view.state);
  const me = useRoom((view) => view.me?.participantId);
  return useMemo(() => {
    if (room === undefined || me === undefined)
      return { needed: 1, signed: [], haveISigned: false, canIBeOne: false, others: [], isStuck: false };
    const signed = signersOf(room, item);
    const needed = signersNeeded(room, item);
    const able = Object.values(room.participants).filter((person) => maySignAsOne(room, person.participantId));
    return {
      needed,
      signed,
      haveISigned: needed === 2 && signed.includes(me),
      canIBeOne: maySignAsOne(room, me),
      others: able
        .filter(({ participantId }) => participantId !== me && !signed.includes(participantId))
        .map(({ name }) => name),
      isStuck: needed === 2 && able.length < 2,
    };
  }, [room, me, item]);
}
