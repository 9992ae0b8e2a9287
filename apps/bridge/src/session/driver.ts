import type { ParticipantId } from '@collagility/protocol/ids';
import type { Rights } from '@collagility/protocol/rights';
import type { Participant, RoomState } from '@collagility/protocol/state';
import type { NewEvent } from './engine-state.ts';

const withRights = ({ participantId, role }: Participant, rights: Rights, by: ParticipantId): NewEvent => ({
  type: 'member.rights_changed',
  participantId,
  role,
  rights,
  by,
  withSeat: true,
});

/** Takes the seat from whoever has it; nothing where nobody has. */
export function takeBack({ driver, participants }: RoomState, by: ParticipantId): NewEvent[] {
  const person = driver && participants[driver.participantId];
  if (driver === undefined || person === undefined) return [];
  return [{ type: 'room.driver_changed', by }, withRights(person, driver.before, by)];
}

/**
 * The driver's seat: prompts and answers, by one act, with what the person could do before kept beside it. One person
 * has it at a time. `undefined`: that person is not here.
 */
export function handOver(room: RoomState, participantId: ParticipantId, by: ParticipantId): NewEvent[] | undefined {
  const person = Object.values(room.participants).find((found) => found.participantId === participantId);
  if (person?.state !== 'present') return undefined;
  if (room.driver?.participantId === participantId) return [];
  const rights: Rights = { ...person.rights, prompt: 'run', approve: true, interrupt: true, chat: true };
  return [
    ...takeBack(room, by),
    withRights(person, rights, by),
    { type: 'room.driver_changed', participantId, before: person.rights, by },
  ];
}
