/** What stands in a room only now and then: acts that came to nothing, devices that come back, agents that fail. */
import type { SentCommand } from '@collagility/protocol/client/view';
import type { Command } from '@collagility/protocol/commands';
import {
  type AgentId,
  as,
  type CheckpointId,
  type CommandId,
  type InviteId,
  type MemberId,
  type StreamId,
  type SuggestionId,
  type ToolId,
} from '@collagility/protocol/ids';
import type { LobbyCard } from '@collagility/protocol/private';
import { rightsOfRole } from '@collagility/protocol/rights';
import type { RoomView } from '../src/features/room/room-view.ts';
import { steadyMs } from '../src/lib/steady-clock.ts';
import { checkoutPage } from './checkout-page.mjs';
import {
  approvalId,
  claude,
  fold,
  guestA,
  guestB,
  guestC,
  host,
  opening,
  people,
  promptId,
  type Told,
  viewOf,
} from './rooms.ts';
import { asking, busy, work, writing } from './session.ts';
import { queued, suggesting } from './waiting.ts';

const signed = { statement: '', signature: '' };
const tooOld = 'It was older than a minute when the connection came back.';

const sent = (
  id: string,
  command: Command,
  state: SentCommand['state'],
  more: Partial<SentCommand> = {},
): SentCommand => ({
  commandId: as<CommandId>(id),
  command,
  state,
  ...more,
});
const refused = (id: string, command: Command, code: string, detail?: string): SentCommand =>
  sent(id, command, 'rejected', { outcome: { state: 'rejected', code, ...(detail !== undefined && { detail }) } });

const restore: Command = { type: 'workspace.restore', agentId: claude, checkpoint: as<CheckpointId>('1') };
const refusedActs: SentCommand[] = [
  refused('r1', { type: 'lobby.silence', inviteId: as<InviteId>('i1') }, 'no_such_object'),
  sent('r2', { type: 'invite.revoke_all' }, 'dropped', { droppedBecause: tooOld }),
  sent(
    'r3',
    { type: 'member.set_rights', participantId: guestB, role: 'viewer', rights: rightsOfRole.viewer },
    'unknown',
  ),
];

const run = (text: string): Command => ({ type: 'prompt.run', agentId: claude, text, signed });
const outbox: SentCommand[] = [
  sent('o1', { type: 'chat.post', text: 'Is staging up?' }, 'sent'),
  sent('o2', { type: 'chat.post', text: 'I look at the logs of the last deploy meanwhile' }, 'sending'),
  refused('o3', run('Run the whole suite once more and tell me which tests are slow'), 'too_many'),
  sent('o4', { type: 'prompt.suggest', agentId: claude, text: 'Add a test for 503', signed }, 'dropped', {
    droppedBecause: tooOld,
  }),
  sent('o5', run('Write the changelog entry'), 'unknown'),
];

const back = (kind: 'known-device' | 'out-of-step'): LobbyCard => ({
  cardId: as(`card-${kind}`),
  name: kind === 'known-device' ? 'Ada' : 'Ben',
  inviteId: as(kind === 'known-device' ? 'i1' : ''),
  inviteLabel: kind === 'known-device' ? 'Review pair' : '',
  role: 'co-driver',
  rights: rightsOfRole['co-driver'],
  words: ['copper', 'lantern', 'orbit', 'maple'],
  sinceHostMs: steadyMs() - 38_000,
  kind,
  memberId: as<MemberId>(kind === 'known-device' ? 'm-p-a' : 'm-p-b'),
  participantId: kind === 'known-device' ? guestA : guestB,
});

const p1 = promptId('p1');
const ended = (outcome: 'failed' | 'interrupted', reason: string): Told => ({
  type: 'ai.execution.ended',
  agentId: claude,
  promptId: p1,
  outcome,
  reason,
  durationMs: 84_000,
});
const block = (id: string, text: string, more: object = {}): Told[] => {
  const base = { agentId: claude, promptId: p1, streamId: as<StreamId>(id), reasoning: false };
  return [
    { type: 'ai.stream.start', ...base },
    { type: 'ai.stream.end', ...base, content: { text }, textHash: '0'.repeat(64), len: text.length, ...more },
  ];
};
const notice = (level: 'info' | 'warning' | 'error', text: string): Told => ({
  type: 'room.notice',
  level,
  code: level,
  text,
});

/** Each way in which a turn, a prompt or a person can go wrong, one under the other. */
const troubles: Told[] = [
  ...opening,
  ...people,
  notice('info', 'The bridge was restarted. Everything up to then is kept.'),
  notice('warning', 'Two agents change src/webhooks/deliver.ts in turns that run now.'),
  notice('error', 'The disk is almost full: 40 MB are left. Below 20 MB the room stops taking anything.'),
  { type: 'member.frozen', memberId: as<MemberId>('m-p-b'), participantId: guestB, reason: 'out-of-step' },
  { type: 'member.unfrozen', memberId: as<MemberId>('m-p-b'), participantId: guestB, by: host },
  {
    type: 'member.rights_changed',
    participantId: guestC,
    role: 'co-driver',
    rights: rightsOfRole['co-driver'],
    by: host,
  },
  ...suggesting,
  {
    type: 'ai.request.suggestion_resolved',
    agentId: claude,
    suggestionId: as<SuggestionId>('g2'),
    outcome: 'declined',
    by: host,
    note: 'The ids are in the log already',
  },
  ...queued,
  { type: 'ai.prompt.removed', agentId: claude, promptId: promptId('p3'), by: host, reason: 'removed' },
  { type: 'ai.prompt.queued', agentId: claude, promptId: p1, by: host, text: 'Retry failed deliveries with backoff.' },
  { type: 'ai.execution.started', agentId: claude, promptId: p1, correlationId: 'c1' },
  { type: 'ai.prompt.delivery', agentId: claude, promptId: p1, state: 'accepted' },
  ...block('s1', 'I begin with the delays.'),
  { type: 'ai.stream.retracted', agentId: claude, promptId: p1, streamIds: [as<StreamId>('s1')] },
  ...block('s2', 'First the delays, then the loop; the tests step through all', { incomplete: true }),
  {
    type: 'ai.error',
    agentId: claude,
    promptId: p1,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Anthropic limits how much Claude Code may ask for now.',
    kept: 'What was said so far, and the prompts that wait.',
    fix: 'Wait, or choose another model with `/model`.',
    recoverable: true,
    retryAtMs: Date.now() + 22 * 60_000,
  },
  ended('failed', 'RATE_LIMIT_EXCEEDED'),
  { type: 'ai.queue.stopped', agentId: claude, reason: 'RATE_LIMIT_EXCEEDED', retryAtMs: Date.now() + 22 * 60_000 },
];

const blobOf = (name: string, len: number) => ({
  blob: name.repeat(16),
  len,
  hash: '0c'.repeat(32),
  head: '',
  tail: '',
});
const attachment = (name: string, blob: string) => ({
  kind: 'image' as const,
  name,
  mimeType: 'image/png',
  ...blobOf(blob, 4_800),
});

/** The state in which a picture can be had, and one cannot. */
const pictured: Told[] = [
  ...opening,
  ...people,
  {
    type: 'ai.prompt.queued',
    agentId: claude,
    promptId: p1,
    by: guestA,
    text: 'The total jumps when the page is narrow. See the two pictures.',
    attachments: [attachment('checkout-narrow.png', 'aa'), attachment('checkout-wide.png', 'bb')],
  },
  { type: 'ai.execution.started', agentId: claude, promptId: p1, correlationId: 'c1' },
  { type: 'ai.prompt.delivery', agentId: claude, promptId: p1, state: 'accepted' },
  {
    type: 'ai.tool.started',
    agentId: claude,
    promptId: p1,
    toolId: as<ToolId>('x1'),
    toolName: 'Bash',
    kind: 'execute',
    title: 'pnpm build --verbose',
    input: { text: '{"command":"pnpm build --verbose"}' },
  },
  {
    type: 'ai.tool.ended',
    agentId: claude,
    promptId: p1,
    toolId: as<ToolId>('x1'),
    status: 'completed',
    exitCode: 0,
    durationMs: 41_000,
    output: {
      ...blobOf('cc', 2_400_000),
      head: 'vite v8.1.0 building for production...\ntransforming (1) index.html\n',
      tail: 'dist/assets/index-4f1c.js  312.40 kB\n✓ built in 38.2s\n',
    },
  },
  ...block('t1', 'The total is placed by its text, so a long currency moves it.'),
  { type: 'ai.execution.ended', agentId: claude, promptId: p1, outcome: 'completed', durationMs: 52_000 },
];

/** The turn that runs, ended: what was being written is cut off, and what was asked is void. */
const cut = (outcome: 'failed' | 'interrupted', reason: string): Told[] => [
  {
    type: 'ai.stream.end',
    agentId: claude,
    promptId: p1,
    streamId: as<StreamId>('s1'),
    reasoning: false,
    content: { text: 'The failing test waits in real time. Fake timers won’t help here, because `post()` awaits a' },
    textHash: '0'.repeat(64),
    len: 88,
    incomplete: true,
  },
  { type: 'approval.resolved', agentId: claude, approvalId: approvalId('a1'), outcome: 'void', atMs: Date.now() },
  ended(outcome, reason),
];

const stopped: Told = { type: 'ai.agent.stopped', agentId: claude, reason: 'agent_crashed_often' };
const status = (value: 'INITIALIZING' | 'INTERRUPTING' | 'FAILED'): Told => ({
  type: 'ai.agent.status',
  agentId: claude,
  status: value,
});
const resolvedBy = (by: typeof host): Told => ({
  type: 'approval.resolved',
  atMs: Date.now() - 2_000,
  agentId: claude,
  approvalId: approvalId('a1'),
  outcome: 'denied',
  by,
  feedback: 'Use the registry, not a fork.',
  signed: { memberId: 'm-p-a', statement: '00', signature: '00' },
});

/** A card that cannot be drawn: what it is made of is not there. */
const broken = (): RoomView => {
  const state = fold([...opening, ...people, ...work]);
  const items = state.items.map((item) => (item.kind === 'tool' ? { ...item, input: undefined, output: null } : item));
  return viewOf({ ...state, items: items as typeof state.items }, host, { typing: [] });
};

const codexFailed: Told[] = [
  {
    type: 'ai.agent.added',
    agentId: as<AgentId>('codex'),
    provider: 'codex',
    name: 'Codex',
    place: { kind: 'own', branch: 'collagility/codex' },
    by: host,
  },
  { type: 'ai.agent.stopped', agentId: as<AgentId>('codex'), reason: 'AUTH_CREDENTIAL_INVALID', name: 'Codex' },
];
const frozenMe = (view: RoomView): RoomView => ({
  ...view,
  ...(view.me !== undefined && { me: { ...view.me, frozen: true } }),
});
const inMemoryMe = (view: RoomView): RoomView => ({
  ...view,
  ...(view.me !== undefined && { me: { ...view.me, inMemory: true } }),
});

export const seldomStates: Record<string, RoomView> = {
  'restore-refused': viewOf(fold([...opening, ...people, ...work]), host, {
    typing: [],
    commands: [refused('w1', restore, 'busy')],
  }),
  'acts-refused': viewOf(fold(busy), host, { live: writing, commands: refusedActs }),
  outbox: viewOf(fold([...opening, ...people, ...work]), host, { typing: [], commands: outbox }),
  'door-back': viewOf(fold(busy), host, { live: writing, lobby: [back('known-device'), back('out-of-step')] }),
  frozen: frozenMe(viewOf(fold(busy), guestA, { live: writing })),
  'in-memory': inMemoryMe(viewOf(fold(busy), guestB, { live: writing })),
  alarm: viewOf(fold(busy), guestA, { alarm: 'forged' }),
  'panic-host': viewOf(
    fold([...busy, ...cut('interrupted', 'panic'), stopped, { type: 'room.panic', by: host }]),
    host,
    { typing: [] },
  ),
  'panic-guest': viewOf(
    fold([...busy, ...cut('interrupted', 'panic'), stopped, { type: 'room.panic', by: host }]),
    guestA,
    {
      typing: [],
      liveness: { name: 'not_live', sinceMs: steadyMs() - 18_000, reason: 'paused' },
    },
  ),
  quiet: viewOf(fold([...opening, ...people, ...work]), host, { typing: [], liveness: { name: 'no_beat' } }),
  'older-failed': viewOf(fold(pictured), host, {
    typing: [],
    history: { isLoading: false, hasOlder: true, hasFailed: true },
  }),
  troubles: viewOf(fold(troubles), host, { typing: [] }),
  'troubles-guest': viewOf(fold(troubles), guestB, { typing: [] }),
  'troubles-frozen': viewOf(
    fold([
      ...busy,
      { type: 'member.frozen', memberId: as<MemberId>('m-p-b'), participantId: guestB, reason: 'out-of-step' },
      { type: 'member.hand', participantId: guestA, raised: true },
    ]),
    host,
    { live: writing },
  ),
  'turn-interrupted': viewOf(
    fold([
      ...busy,
      { type: 'ai.stream.interrupted', agentId: claude, promptId: p1, by: guestA, reason: 'interrupted' },
      ...cut('interrupted', 'interrupted'),
    ]),
    host,
    { typing: [] },
  ),
  interrupting: viewOf(fold([...busy, status('INTERRUPTING')]), host, { live: writing }),
  answered: viewOf(fold([...busy, resolvedBy(guestA)]), host, { live: writing }),
  'agent-stopped': viewOf(fold([...busy, ...cut('failed', 'PROCESS_CRASHED'), stopped]), host, { typing: [] }),
  'agent-starting': viewOf(fold([...opening, status('INITIALIZING')]), host, { typing: [] }),
  'agent-not-started': viewOf(fold([...opening, ...codexFailed]), host, { typing: [] }),
  'no-agent': viewOf(fold(opening.slice(0, 2)), host, { typing: [] }),
  'empty-guest': viewOf(fold([...opening, ...people]), guestB, { typing: [] }),
  'empty-viewer': viewOf(fold([...opening, ...people]), guestC, { typing: [] }),
  pictured: viewOf(fold(pictured), host, { typing: [] }),
  'request-expires': viewOf(
    fold([
      ...opening,
      ...people,
      ...work,
      { ...asking, expiresAtMs: Date.now() + 120_000, sessionRule: undefined } as Told,
    ]),
    guestA,
    { live: writing },
  ),
};

/** Only for pictures: what no host sends. */
export const brokenStates: Record<string, RoomView> = { 'broken-cards': broken() };

/** Of the pictures’ blobs: the first can be had, of the others nothing. */
export const blobs: Record<string, string | undefined> = {
  ['aa'.repeat(16)]: checkoutPage,
  ['bb'.repeat(16)]: undefined,
  ['cc'.repeat(16)]: undefined,
};
