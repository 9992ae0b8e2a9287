/** Every state that has a face, by name. */
import { as, type CardId, type CommandId, type InviteId } from '@collagility/protocol/ids';
import type { InviteView, LobbyCard } from '@collagility/protocol/private';
import { rightsOfRole } from '@collagility/protocol/rights';
import type { RoomState } from '@collagility/protocol/state';
import type { RoomView } from '../src/features/room/room-view.ts';
import { steadyMs } from '../src/lib/steady-clock.ts';
import { crowded } from './crowd.ts';
import { decided, forTwo } from './decided.ts';
import { drivingRights, peopleMoved, ruled, votes } from './people-moved.ts';
import { phaseStates } from './phases.ts';
import { commented, compared } from './review.ts';
import { approvalId, claude, fold, guestA, guestC, host, opening, people, type Told, viewOf } from './rooms.ts';
import { seldomStates } from './seldom.ts';
import { asking, busy, work, writing } from './session.ts';
import { terminalStates } from './terminals.ts';
import { choosing, longPast, nested, rich, severalAgents, steering } from './transcripts.ts';
import { chatting, queued, suggesting } from './waiting.ts';

const atDoor: LobbyCard = {
  cardId: as<CardId>('card1'),
  name: 'Dov',
  inviteId: as<InviteId>('i1'),
  inviteLabel: 'Review pair',
  role: 'co-driver',
  rights: rightsOfRole['co-driver'],
  words: ['copper', 'lantern', 'orbit', 'maple'],
  sinceHostMs: steadyMs() - 38_000,
  kind: 'new',
};

const invite = (id: string, more: Partial<InviteView>): InviteView => ({
  inviteId: as<InviteId>(id),
  label: '',
  role: 'co-driver',
  rights: rightsOfRole['co-driver'],
  lobby: true,
  history: 'all',
  link: `https://collagility.example/s#${'AW9uZUxpbmtPbmVSb29tT25lS2V5'.padEnd(91, 'x7Q')}`.slice(0, 120),
  uses: 0,
  createdAtMs: Date.now(),
  silenced: false,
  state: 'open',
  ...more,
});
const invites = [
  invite('i1', { label: 'Review pair', uses: 2, maxUses: 5, expiresAtMs: Date.now() + 3 * 3_600_000 + 60_000 }),
  invite('i2', {
    label: 'Team channel',
    role: 'viewer',
    rights: rightsOfRole.viewer,
    lobby: false,
    history: 'from-now',
    uses: 9,
  }),
];

/** What can be chosen of Claude, as it tells it. */
const withChoices = (state: RoomState): RoomState => {
  const agent = state.agents[claude];
  if (agent === undefined) return state;
  const efforts = ['low', 'medium', 'high', 'max'];
  const choices = {
    model: 'opus',
    models: [
      { id: 'opus', name: 'Opus', description: 'For everyday, complex tasks', efforts },
      { id: 'sonnet', name: 'Sonnet', description: 'For routine tasks', efforts },
      { id: 'haiku', name: 'Haiku', description: 'For quick answers', efforts: [] },
    ],
    effort: 'medium',
    capabilities: [...agent.capabilities, 'modelSwitching', 'modeSwitching', 'fork', 'forkAt'],
  };
  return { ...state, agents: { ...state.agents, [claude]: { ...agent, ...choices } } };
};

const busyState = withChoices(fold(busy));
const hosting: Partial<RoomView> = { live: writing, lobby: [atDoor], invites };

const kind = (more: object, then: Told[] = []): RoomView =>
  viewOf(fold([...opening, ...people, ...work, { ...asking, ...more } as Told, ...then]), host, { live: writing });

const twoQuestions = {
  kind: 'question',
  title: 'Two questions',
  questions: [
    {
      question: 'Which statuses count as retryable?',
      header: 'Statuses',
      multiSelect: false,
      options: [
        { label: '429 and 5xx', description: 'As prompted' },
        { label: '429, 408 and 5xx', description: 'Ben’s comment' },
      ],
    },
    {
      question: 'Which tests should cover it?',
      header: 'Tests',
      multiSelect: true,
      options: [
        { label: 'Unit', description: 'Fast, with a fake clock' },
        { label: 'Against staging', description: 'Slow, needs the VPN' },
      ],
    },
  ],
};
const answered: Told = {
  type: 'approval.resolved',
  agentId: claude,
  approvalId: approvalId('a1'),
  outcome: 'allowed',
  scope: 'once',
  by: guestA,
  answers: { 'Which statuses count as retryable?': '429 and 5xx', 'Which tests should cover it?': 'Unit' },
  atMs: Date.now() - 2_000,
};

const listAgents = { commandId: as<CommandId>('shot'), command: { type: 'agent.list' } } as const;
const agentsChoice = (): RoomView => ({
  ...viewOf(withChoices(fold(choosing)), host, { typing: [] }),
  commands: [
    {
      ...listAgents,
      state: 'done',
      outcome: {
        state: 'done',
        result: {
          agents: [
            { provider: 'gemini', name: 'Gemini CLI', installed: true, version: '0.61.0' },
            { provider: 'codex', name: 'Codex', installed: true, loggedIn: true, version: '0.171.0' },
            { provider: 'goose', name: 'Goose', installed: true, loggedIn: false, fix: 'goose configure' },
            { provider: 'pi', name: 'pi', installed: false, fix: 'npm install -g @mariozechner/pi-coding-agent' },
          ],
        },
      },
    },
  ],
});

const refusedEffort = (): RoomView => ({
  ...viewOf(withChoices(fold([...opening, ...people, ...work])), host, { typing: [] }),
  commands: [
    {
      commandId: as<CommandId>('c1'),
      command: { type: 'agent.set_effort', agentId: claude, effort: 'max' },
      state: 'rejected',
      outcome: {
        state: 'rejected',
        code: 'not_supported',
        detail: 'Claude Code does not take the effort "max" here; it stays at medium.',
      },
    },
  ],
});

const answer = (state: 'sent' | 'done' | 'rejected'): RoomView => ({
  ...viewOf(busyState, host, hosting),
  commands: [
    {
      commandId: as<CommandId>('c1'),
      command: {
        type: 'approval.answer',
        approvalId: approvalId('a1'),
        decision: 'allow',
        extra: '{"scope":"once"}',
        signed: { statement: '', signature: '' },
      },
      state,
      ...(state === 'rejected' && { outcome: { state, code: 'already_resolved' } }),
    },
    {
      commandId: as<CommandId>('c2'),
      command: {
        type: 'prompt.suggest',
        agentId: claude,
        text: 'Add a test for 503',
        signed: { statement: '', signature: '' },
      },
      state: state === 'done' ? 'dropped' : 'sent',
      ...(state === 'done' && { droppedBecause: 'It was older than a minute when the connection came back.' }),
    },
  ],
});

export const states: Record<string, RoomView> = {
  ...terminalStates,
  ...phaseStates,
  ...seldomStates,
  session: viewOf(busyState, host, hosting),
  rich: viewOf(fold(rich), host, { typing: [] }),
  nested: viewOf(fold(nested), guestA, { typing: [] }),
  agents: viewOf(fold(severalAgents), host, { typing: [] }),
  'agents-choice': agentsChoice(),
  'agents-unlisted': { ...agentsChoice(), commands: [{ ...listAgents, state: 'unknown' }] },
  'choice-refused': refusedEffort(),
  steering: viewOf(fold(steering), host, { typing: [] }),
  'hidden-values': {
    ...kind({ title: 'Run a command', hidden: 2, risks: ['execute', 'secret'] }),
    commands: [
      {
        // The pictures' room answers every act under this id.
        commandId: as<CommandId>('shot'),
        command: { type: 'approval.reveal', approvalId: approvalId('a1') },
        state: 'done',
        outcome: {
          state: 'done',
          result: { text: '{\n  "command": "curl -H \\"Authorization: Bearer 4f1c…\\" https://api.parcel.test"\n}' },
        },
      },
    ],
  },
  'long-past': viewOf(fold(longPast), host, { typing: [], history: { isLoading: false, hasOlder: true } }),
  'loading-older': viewOf(fold(rich), host, { typing: [], history: { isLoading: true, hasOlder: true } }),
  'session-guest': viewOf(busyState, guestA, { live: writing }),
  'session-viewer': viewOf(busyState, guestC, { live: writing }),
  empty: viewOf(withChoices(fold(opening)), host, { invites, typing: [] }),
  queue: viewOf(fold([...opening, ...people, ...work, ...queued, ...suggesting, ...chatting]), host, { live: writing }),
  decided: viewOf(fold(decided), host, { typing: [] }),
  'answer-sent': answer('sent'),
  'answer-rejected': answer('rejected'),
  'send-dropped': answer('done'),
  edit: kind({
    title: 'Edit a file',
    shown: JSON.stringify({
      tool: 'Edit',
      cwd: '~/parcel-api',
      input: {
        file_path: 'src/webhooks/backoff.ts',
        old_string: '  attempt: number) =>\n  2 ** attempt * 250;',
        new_string:
          '  attempt: number,\n  after?: number,\n) => after ?? Math.min(\n  30_000, 2 ** attempt * 250) * jitter();',
      },
    }),
    risks: ['write'],
  }),
  destructive: kind({
    title: 'Run a destructive command',
    shown: JSON.stringify({
      tool: 'Bash',
      cwd: '~/parcel-api',
      input: {
        command: 'git push --force-with-lease origin fix/webhook-retry\u202e',
        description: 'Publish the branch',
      },
    }),
    risks: ['destructive', 'network'],
    hidden: 1,
  }),
  'lasting-answers': kind({
    title: 'Edit a file',
    shown: JSON.stringify({
      tool: 'replace',
      cwd: '~/parcel-api',
      input: { file_path: 'src/webhooks/backoff.ts', old_string: '2 ** attempt', new_string: '3 ** attempt' },
    }),
    risks: ['write'],
    mayEdit: false,
    nativeOptions: [
      {
        optionId: 'proceed_always',
        label: 'Allow for this session',
        decision: 'allow',
        reach: 'session',
        words: 'From then on every edit of this session runs unasked.',
      },
    ],
  }),
  'two-person': viewOf(fold([...opening, ...people, ...work, ...forTwo()]), host, { live: writing }),
  'two-person-second': viewOf(fold([...opening, ...people, ...work, ...forTwo(host)]), guestA, { live: writing }),
  'two-person-signed': viewOf(fold([...opening, ...people, ...work, ...forTwo(host)]), host, { live: writing }),
  voting: viewOf(fold([...busy, ...votes]), guestC, { live: writing }),
  'voting-host': viewOf(fold([...busy, ...votes]), host, { live: writing }),
  'elided-none': kind({
    shown: JSON.stringify({
      tool: 'Bash',
      input: { command: 'pnpm vitest run test/deliver.test.ts' },
      cwd: '~/parcel-api',
    }),
    risks: ['execute'],
    sessionRule: 'pnpm vitest run test/deliver.test.ts',
  }),
  elided: kind({
    title: 'Change a file',
    shown: JSON.stringify({
      tool: 'Write',
      input: {
        file_path: 'src/values.ts',
        content: 'export const value0 = 0;\n⟦2.4 KB left out⟧\nexport const value59 = 3481;',
      },
      cwd: '~/parcel-api',
    }),
    elided: [
      {
        path: 'content',
        ref: { blob: '0a'.repeat(16), len: 2400, hash: '0b'.repeat(32), head: 'export', tail: '3481;' },
      },
    ],
    risks: ['write'],
  }),
  ruled: viewOf(fold([...busy, ...ruled]), host, { live: writing }),
  question: kind(twoQuestions),
  'question-answered': kind(twoQuestions, [answered]),
  plan: kind({
    kind: 'plan_review',
    title: 'Review the plan',
    plan: '1. Move the delay into `backoff.ts`\n2. Loop in `deliver()`, stop on 4xx except 429\n3. Pass the clock in so tests need no real time\n4. Add 5 tests\n\n| status | retried |\n|---|---|\n| 429 | yes |\n| 5xx | yes |',
    risks: ['write', 'execute'],
  }),
  reviewed: viewOf(fold([...busy, ...commented]), host, { live: writing }),
  'reviewed-guest': viewOf(fold([...busy, ...commented]), guestA, { live: writing }),
  compared: viewOf(fold([...opening, ...people, ...work, ...compared]), host, { typing: [] }),
  ...Object.fromEntries(
    ['none', 'loading', 'failed', 'diff-failed', 'huge', 'long', 'agent'].map((what) => [
      `host-${what}`,
      viewOf(fold([...opening, ...people, ...work]), host, { typing: [] }),
    ]),
  ),
  'catching-up': viewOf(busyState, host, { live: writing, liveness: { name: 'catching_up', behind: 34 } }),
  'not-live': viewOf(busyState, guestA, {
    live: writing,
    liveness: { name: 'not_live', sinceMs: steadyMs() - 18_000, reason: 'silent' },
  }),
  'host-away': viewOf(busyState, guestA, {
    live: writing,
    liveness: { name: 'host_away', sinceMs: steadyMs() - 42_000 },
  }),
  'paused-guest': viewOf(fold([...busy, { type: 'room.paused', by: host }]), guestA, {
    live: {},
    liveness: { name: 'not_live', sinceMs: steadyMs() - 18_000, reason: 'paused' },
    typing: [],
  }),
  paused: viewOf(fold([...busy, { type: 'room.paused', by: host }]), host, { live: writing }),
  ended: viewOf(fold([...opening, ...people, ...work, { type: 'room.ended', reason: 'host' }]), guestA, {
    live: writing,
    typing: [],
  }),
  acting: viewOf(
    fold([...busy, { type: 'ai.agent.mode_changed', agentId: claude, mode: 'act', unasked: ['everything'], by: host }]),
    guestA,
    { live: writing },
  ),
  unpeopled: viewOf(fold([...opening, ...work]), host, { invites: [], typing: [] }),
  'people-all': viewOf(fold([...busy, ...peopleMoved]), host, {
    live: writing,
    looking: { [guestA]: 'file:src/webhooks/deliver.ts' },
  }),
  crowded: viewOf(withChoices(fold([...opening, ...people, ...work, ...chatting, ...suggesting, ...crowded])), host, {
    ...hosting,
    typing: [guestA, guestC],
  }),
  'history-lost': viewOf(busyState, guestA, { lost: { events: 14, atSeq: 40 } }),
  'clock-skew': viewOf(busyState, guestA, { live: writing, hostWallOffsetMs: 11 * 60_000 }),
  // What passes, nearly all of it at once.
  'many-notices': viewOf(
    fold([
      ...busy,
      { type: 'room.driver_changed', participantId: guestA, before: rightsOfRole['co-driver'], by: host },
      { type: 'ai.agent.mode_changed', agentId: claude, mode: 'act', unasked: ['everything'], by: host },
      { type: 'room.paused', by: host },
    ]),
    host,
    { ...hosting, live: writing, lost: { events: 14, atSeq: 40 }, hostWallOffsetMs: 11 * 60_000, alarm: 'forged' },
  ),
  'driver-guest': viewOf(
    fold([
      ...opening,
      ...people,
      ...work,
      ...drivingRights(guestA),
      { type: 'room.driver_changed', participantId: guestA, before: rightsOfRole['co-driver'], by: host },
    ]),
    guestA,
    { live: writing },
  ),
  looking: viewOf(busyState, host, {
    live: writing,
    looking: { [guestA]: 'file:src/webhooks/deliver.ts', [guestC]: 'end' },
  }),
};
