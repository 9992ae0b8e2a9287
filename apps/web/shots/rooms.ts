/** Invented rooms, folded by the real reducer from real events: what the pictures are taken of. */
import type { RoomEvent } from '@collagility/protocol/events';
import {
  type AgentId,
  type ApprovalId,
  as,
  type MemberId,
  type ParticipantId,
  type PromptId,
} from '@collagility/protocol/ids';
import { emptyRoomState, reduceMany } from '@collagility/protocol/reduce';
import { type Rights, rightsOfRole } from '@collagility/protocol/rights';
import type { RoomState } from '@collagility/protocol/state';
import { emptyView } from '../src/features/connection/empty-view.ts';
import type { RoomView } from '../src/features/room/room-view.ts';

export const startMs = Date.now() - 14 * 60_000;
export const claude = as<AgentId>('claude-1');
export const host = as<ParticipantId>('p-host');
export const guestA = as<ParticipantId>('p-a');
export const guestB = as<ParticipantId>('p-b');
export const guestC = as<ParticipantId>('p-c');

type Loose<T> = T extends { atMs: number } ? Omit<T, 'atMs'> & { atMs?: number } : never;
export type Told = Loose<RoomEvent>;

/** Events with the times that were left out: two seconds apart. */
export function fold(told: Told[]): RoomState {
  const events = told.map((event, index) => ({ ...event, atMs: event.atMs ?? startMs + index * 2000 }) as RoomEvent);
  return reduceMany(emptyRoomState('7c2f41ab90de7c2f41ab90de7c2f41ab'), 1, events);
}

const joined = (
  participantId: ParticipantId,
  name: string,
  color: number,
  role: 'host' | 'co-driver' | 'viewer',
  rights: Rights = rightsOfRole[role],
): Told => ({
  type: 'member.joined',
  memberId: as<MemberId>(`m-${participantId}`),
  participantId,
  devicePk: '00'.repeat(32),
  name,
  role,
  rights,
  color,
  how: role === 'host' ? 'host' : 'lobby',
  ...(role !== 'host' && { admittedBy: host }),
});

export const opening: Told[] = [
  {
    type: 'room.created',
    roomId: '7c2f41ab90de7c2f41ab90de7c2f41ab',
    title: 'Webhook retries',
    workspaceName: 'parcel-api',
    branch: 'fix/webhook-retry',
  },
  joined(host, 'Hana', 0, 'host'),
  {
    type: 'ai.agent.started',
    agentId: claude,
    provider: 'claude',
    name: 'Claude Code',
    version: '2.1.332',
    model: 'sonnet-4.5',
    mode: 'ask',
    session: 'new',
    credentialScope: 'API key of the host',
    unasked: [],
    capabilities: ['tools', 'images', 'interactiveApprovals'],
  },
];

export const people: Told[] = [
  joined(guestA, 'Ada', 1, 'co-driver', { ...rightsOfRole['co-driver'], approve: true }),
  joined(guestB, 'Ben', 2, 'co-driver'),
  joined(guestC, 'Cleo', 3, 'viewer'),
];

/** The room as one of its people sees it. */
export function viewOf(state: RoomState, me: ParticipantId, more: Partial<RoomView> = {}): RoomView {
  const person = state.participants[me];
  return {
    ...emptyView,
    phase: { name: 'in_room' },
    liveness: { name: 'live' },
    ...(person !== undefined && {
      me: {
        memberId: as<MemberId>(`m-${me}`),
        participantId: me,
        role: person.role,
        rights: person.rights,
        frozen: false,
        inMemory: false,
      },
    }),
    state,
    presence: { [host]: 'watching', [guestA]: 'watching', [guestB]: 'watching', [guestC]: 'idle' },
    typing: [guestA],
    ...more,
  };
}

export const promptId = (name: string): PromptId => as<PromptId>(name);
export const approvalId = (name: string): ApprovalId => as<ApprovalId>(name.padEnd(32, '0'));
