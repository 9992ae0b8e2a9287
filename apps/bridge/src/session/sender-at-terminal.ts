import type { CommandSender, RoomHost } from '@collagility/protocol/host/contract';
import { terminalMemberId } from './engine-state.ts';

/** The host as somebody at the bridge's own keyboard: no device, and the rights that the host has now. */
export function senderAtTerminal({ state, hostParticipantId }: RoomHost): CommandSender | undefined {
  const person = state.participants[hostParticipantId];
  if (person === undefined) return undefined;
  const { role, rights } = person;
  return {
    memberId: terminalMemberId,
    participantId: hostParticipantId,
    role,
    rights,
    devicePk: new Uint8Array(32),
    frozen: false,
  };
}
