'use client';
import { useMemo } from 'react';
import { strings } from '../../strings.ts';
import { useRoom } from '../room/room-store.ts';

/** Who can sign this, for the empty line, and how many have it before them now. */
export function useWhoMayAnswer() {
  const participants = useRoom((view) => view.state?.participants);
  const presence = useRoom((view) => view.presence);
  const myId = useRoom((view) => view.me?.participantId);
  const amFrozen = useRoom((view) => view.me?.frozen === true);
  return useMemo(() => {
    const all = Object.values(participants ?? {}).filter((person) => person.state === 'present');
    const signers = all.filter(
      ({ rights, devices, participantId }) =>
        rights.approve && Object.values(devices).some(({ frozen }) => !frozen) && !(amFrozen && participantId === myId),
    );
    const others = signers.filter((person) => person.participantId !== myId).map((person) => person.name);
    return {
      signers,
      words: strings.approvals.mayAnswer(others, signers.length > others.length),
      seenBy: all.filter(
        ({ participantId }) => participantId === myId || (presence[participantId] ?? 'away') !== 'away',
      ).length,
    };
  }, [participants, presence, myId, amFrozen]);
}
