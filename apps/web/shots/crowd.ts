/** A room with more of everything than anybody plans for, and names that are long, wide or written from the right. */
import { type AgentId, as, type MemberId, type ParticipantId, type PromptId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import type { FileChange } from '@collagility/protocol/workspace';
import { approvalId, claude, guestA, host, type Told } from './rooms.ts';
import { asking } from './session.ts';

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const names = [
  'Maximiliane Freifrau von Hohenstein-Wolkenburg und zu Altenau',
  '👩‍👩‍👧‍👦'.repeat(12),
  'محمد بن عبد الله الطويل الاسم جدا',
  'ㅤ',
  'W'.repeat(60),
];
const crowd: Told[] = times(36, (at) => ({
  type: 'member.joined',
  memberId: as<MemberId>(`m-${at}`),
  participantId: as<ParticipantId>(`p-${at}`),
  devicePk: '00'.repeat(32),
  name: names[at] ?? `Guest ${at}`,
  role: 'co-driver',
  rights: { ...rightsOfRole['co-driver'], approve: at < 12 },
  color: at % 8,
  how: 'lobby',
  admittedBy: host,
}));

const agents: Told[] = times(11, (at) => ({
  type: 'ai.agent.started',
  agentId: as<AgentId>(`codex-${at}`),
  provider: 'codex',
  name: at === 0 ? 'An agent whose name is longer than the place that there is for it' : `Codex ${at}`,
  model: 'gpt-5.1-codex-max-with-a-very-long-name-2026-11-30',
  mode: 'ask',
  session: 'new',
  credentialScope: 'API key of the host',
  unasked: [],
  capabilities: ['tools', 'interactiveApprovals'],
}));

const longPath = `${times(29, (at) => `folder-${at}`).join('/')}/a-file-with-a-long-name.component.test.tsx`;
const rightToLeft = 'اختبار/الملف الأول.ts';

const asks: Told[] = times(29, (at) => ({
  ...asking,
  approvalId: approvalId(`b${at}`),
  title: at === 0 ? `Edit ${longPath}` : 'Run a command',
})) as Told[];

const waiting: Told[] = times(60, (at) => ({
  type: 'ai.prompt.queued',
  agentId: claude,
  promptId: as<PromptId>(`q${at}`),
  by: at % 2 === 0 ? host : guestA,
  text:
    at === 1
      ? 'اكتب اختبارا لكل حالة، ثم شغل pnpm vitest run مرة واحدة.'
      : `Prompt ${at}: ${'and then look at what comes of it '.repeat(6)}`,
}));

const said: Told[] = [
  {
    type: 'ai.file.changed',
    agentId: claude,
    promptId: as<PromptId>('p1'),
    path: longPath,
    change: 'modified',
    added: 12_345,
    removed: 6_789,
    diff: { text: '' },
  },
  {
    type: 'ai.file.changed',
    agentId: claude,
    promptId: as<PromptId>('p1'),
    path: rightToLeft,
    change: 'added',
    added: 1,
    removed: 0,
    diff: { text: '' },
  },
];

export const crowded: Told[] = [...crowd, ...agents, ...said, asking, ...asks, ...waiting];

export const manyFiles: FileChange[] = [
  { path: longPath, change: 'modified', added: 12_345, removed: 6_789 },
  { path: rightToLeft, change: 'added', added: 1, removed: 0 },
  ...times(198, (at) => ({
    path: `packages/part-${Math.floor(at / 9)}/src/file-${at}.ts`,
    change: 'modified' as const,
    added: at,
    removed: at % 7,
  })),
];
