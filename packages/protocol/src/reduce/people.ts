import type { RoomEventOf } from '../events.ts';
import type { Participant, PeopleItem, RoomState } from '../state.ts';
import type { Draft } from './draft.ts';
import type { Reducers } from './reducers.ts';

const maxChatMessages = 1000;

function line(
  draft: Draft,
  seq: number,
  atMs: number,
  line: Omit<PeopleItem, 'kind' | 'id' | 'seq' | 'lastSeq' | 'atMs' | 'name'> & { name?: string },
): void {
  const name = line.name ?? draft.state.participants[line.participantId]?.name ?? '';
  draft.add({ kind: 'people', id: `people:${seq}`, seq, lastSeq: seq, atMs, ...line, name });
}

/** Only by the host, or by somebody who manages the room: who merely keeps the door could let their own second browser in. */
function isVouchedFor({ state }: Draft, { how, admittedBy }: RoomEventOf<'member.joined'>): boolean {
  if (how !== 'lobby') return how === 'host';
  return admittedBy === undefined || state.participants[admittedBy]?.rights.manage === true;
}

function join(draft: Draft, seq: number, event: RoomEventOf<'member.joined'>): void {
  const known = draft.state.participants[event.participantId];
  const device = { devicePk: event.devicePk, frozen: false, inMemory: event.inMemory ?? false };
  const person: Participant = {
    ...(known ?? { participantId: event.participantId, color: event.color, handRaised: false, joinedAtMs: event.atMs }),
    name: event.name,
    role: event.role,
    rights: event.rights,
    state: 'present',
    isVouchedFor: known?.isVouchedFor === true || isVouchedFor(draft, event),
    devices: { ...known?.devices, [event.memberId]: device },
  };
  draft.state.participants = { ...draft.state.participants, [person.participantId]: person };
  if (known?.state === 'present') return;
  const { participantId, admittedBy, role, name } = event;
  line(draft, seq, event.atMs, { what: 'joined', participantId, name, role, ...(admittedBy && { by: admittedBy }) });
}

/** Takes a device out; a person without devices has left or was removed. */
function dropDevice(
  draft: Draft,
  memberId: string,
  participantId: Participant['participantId'],
  as: 'left' | 'removed',
): boolean {
  const person = draft.state.participants[participantId];
  if (person === undefined) return false;
  const devices = Object.fromEntries(Object.entries(person.devices).filter(([id]) => id !== memberId));
  const isGone = Object.keys(devices).length === 0;
  draft.participant(participantId, () => ({ devices, ...(isGone && { state: as, handRaised: false }) }));
  if (isGone && draft.state.driver?.participantId === participantId) delete draft.state.driver;
  return isGone;
}

const setFrozen = (
  draft: Draft,
  event: { memberId: string; participantId: Participant['participantId'] },
  frozen: boolean,
) =>
  draft.participant(event.participantId, (person) => ({
    devices: Object.fromEntries(
      Object.entries(person.devices).map(([id, device]) => [
        id,
        id === event.memberId ? { ...device, frozen } : device,
      ]),
    ),
  }));

function pause(draft: Draft, paused: NonNullable<RoomState['paused']>): void {
  draft.state.paused = paused;
}

export const peopleReducers: Reducers<
  Extract<keyof Reducers, `room.${string}` | `host.${string}` | `member.${string}` | `chat.${string}`>
> = {
  'room.created': (draft, event) => {
    const { roomId, title, workspaceName, branch, atMs } = event;
    Object.assign(draft.state, { roomId, title, workspaceName, createdAtMs: atMs, ...(branch && { branch }) });
  },
  'room.renamed': (draft, event) => {
    draft.state.title = event.title;
  },
  'room.paused': (draft, { by, atMs }) => pause(draft, { by, atMs, panic: false }),
  'room.panic': (draft, { by, atMs }) => pause(draft, { by, atMs, panic: true }),
  'room.resumed': (draft) => {
    delete draft.state.paused;
  },
  'room.two_person_set': (draft, { on, by, atMs }, seq) => {
    draft.state.isTwoPersonRuleOn = on;
    const text = `${draft.state.participants[by]?.name ?? '?'} turned the two-person rule ${on ? 'on: what is destructive needs two people' : 'off'}.`;
    const level = on ? 'info' : 'warning';
    draft.add({ kind: 'notice', id: `notice:${seq}`, seq, lastSeq: seq, atMs, level, code: 'two_person', text });
  },
  'room.driver_changed': (draft, { participantId, before, by, atMs }, seq) => {
    const last = draft.state.driver?.participantId;
    if (participantId === undefined || before === undefined) {
      delete draft.state.driver;
      if (last !== undefined) line(draft, seq, atMs, { what: 'drove', participantId: last, by });
      return;
    }
    draft.state.driver = { participantId, before, by, atMs };
    line(draft, seq, atMs, { what: 'drives', participantId, by });
  },
  'room.ended': (draft, { reason, atMs }) => {
    draft.state.ended = { reason, atMs };
  },
  'room.notice': (draft, { level, code, text, atMs }, seq) =>
    draft.add({ kind: 'notice', id: `notice:${seq}`, seq, lastSeq: seq, atMs, level, code, text }),
  'host.started': (draft, { gen }) => {
    draft.state.gen = gen;
    delete draft.state.ended;
  },
  'host.recovered': (draft, { gen, atMs }, seq) => {
    draft.state.gen = gen;
    const text = 'The host was recovered by hand from an older copy. What came after it is gone.';
    draft.add({
      kind: 'notice',
      id: `notice:${seq}`,
      seq,
      lastSeq: seq,
      atMs,
      level: 'warning',
      code: 'recovered',
      text,
    });
  },
  'member.joined': (draft, event, seq) => join(draft, seq, event),
  'member.left': (draft, { memberId, participantId, atMs }, seq) => {
    if (dropDevice(draft, memberId, participantId, 'left')) line(draft, seq, atMs, { what: 'left', participantId });
  },
  'member.removed': (draft, { memberId, participantId, by, blocked, atMs }, seq) => {
    if (blocked) draft.participant(participantId, () => ({ isBlocked: true }));
    if (dropDevice(draft, memberId, participantId, 'removed'))
      line(draft, seq, atMs, { what: 'removed', participantId, by });
  },
  'member.renamed': (draft, { participantId, name }) => draft.participant(participantId, () => ({ name })),
  'member.rights_changed': (draft, { participantId, role, rights, withSeat, by, atMs }, seq) => {
    // Whoever gives rights by name vouches for the person.
    draft.participant(participantId, () => ({ role, rights, isVouchedFor: true }));
    // Other rights by another act: there is nothing left to take back.
    if (draft.state.driver?.participantId === participantId) delete draft.state.driver;
    if (withSeat !== true) line(draft, seq, atMs, { what: 'rights_changed', participantId, role, rights, by });
  },
  'member.frozen': (draft, event, seq) => {
    setFrozen(draft, event, true);
    line(draft, seq, event.atMs, { what: 'frozen', participantId: event.participantId });
  },
  'member.unfrozen': (draft, event, seq) => {
    setFrozen(draft, event, false);
    line(draft, seq, event.atMs, { what: 'unfrozen', participantId: event.participantId, by: event.by });
  },
  'member.unblocked': (draft, { participantId }) => draft.participant(participantId, () => ({ isBlocked: false })),
  'member.hand': (draft, { participantId, raised }) => draft.participant(participantId, () => ({ handRaised: raised })),
  'chat.posted': (draft, { messageId, by, text, atMs }) => {
    draft.state.chat = [...draft.state.chat, { messageId, by, text, atMs }].slice(-maxChatMessages);
  },
};
