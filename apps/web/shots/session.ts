/** A session in the middle of its work. */
import { as, type StreamId, type ToolId } from '@collagility/protocol/ids';
import { deliverHunks } from './deliver-hunks.ts';
import { approvalId, claude, guestA, host, opening, people, promptId, type Told } from './rooms.ts';
import { chatting, suggesting } from './waiting.ts';

const p1 = promptId('p1');
const tool = (name: string): ToolId => as<ToolId>(name);
const stream = (name: string): StreamId => as<StreamId>(name);
const inTurn = { agentId: claude, promptId: p1 };
const hash = '9f3c21ab70de'.padEnd(64, '0');

const deliverDiff = `--- a/src/webhooks/deliver.ts
+++ b/src/webhooks/deliver.ts
${deliverHunks}
`;
const backoffDiff = `--- /dev/null
+++ b/src/webhooks/backoff.ts
@@ -0,0 +1,3 @@
+export const MAX_ATTEMPTS = 5;
+export const delayFor = (attempt: number, after?: number) =>
+  after ?? Math.min(30_000, 2 ** attempt * 250) * jitter();
`;

const ran = (
  id: string,
  kind: 'read' | 'search' | 'execute' | 'edit',
  title: string,
  output = '',
  ms = 120,
): Told[] => [
  {
    type: 'ai.tool.started',
    ...inTurn,
    toolId: tool(id),
    toolName: kind,
    kind,
    title,
    input: { text: JSON.stringify({ path: title }) },
  },
  {
    type: 'ai.tool.ended',
    ...inTurn,
    toolId: tool(id),
    status: 'completed',
    output: { text: output },
    durationMs: ms,
    ...(kind === 'execute' && { exitCode: 0 }),
  },
];

export const work: Told[] = [
  {
    type: 'ai.prompt.queued',
    agentId: claude,
    promptId: p1,
    by: host,
    suggestedBy: guestA,
    text: 'Retry failed webhook deliveries with backoff. Never retry a 4xx except 429.',
  },
  { type: 'ai.execution.started', agentId: claude, promptId: p1, correlationId: 'c1' },
  { type: 'ai.prompt.delivery', agentId: claude, promptId: p1, state: 'accepted' },
  { type: 'ai.agent.status', agentId: claude, status: 'EXECUTING' },
  { type: 'ai.stream.start', ...inTurn, streamId: stream('r1'), reasoning: true },
  {
    type: 'ai.stream.end',
    ...inTurn,
    streamId: stream('r1'),
    reasoning: true,
    content: { text: 'A retry must not repeat a delivery that arrived. The receiver dedupes by id, so that is safe.' },
    textHash: hash,
    len: 90,
    durationMs: 14_000,
  },
  ...ran('t1', 'read', 'src/webhooks/deliver.ts', '', 400),
  ...ran('t2', 'read', 'src/webhooks/sign.ts', '', 300),
  ...ran('t3', 'read', 'test/deliver.test.ts', '', 500),
  {
    type: 'ai.plan.updated',
    ...inTurn,
    entries: [
      { text: 'Move the delay into backoff.ts', status: 'completed' },
      { text: 'Loop in deliver(), stop on 4xx except 429', status: 'completed' },
      { text: 'Pass the clock in so tests need no real time', status: 'in_progress' },
      { text: 'Add 5 tests', status: 'pending' },
      { text: 'Note the new behaviour in README', status: 'pending' },
    ],
  },
  ...ran('e1', 'edit', 'src/webhooks/deliver.ts'),
  {
    type: 'ai.file.changed',
    ...inTurn,
    toolId: tool('e1'),
    path: 'src/webhooks/deliver.ts',
    change: 'modified',
    added: 12,
    removed: 3,
    diff: { text: deliverDiff },
  },
  ...ran('e2', 'edit', 'src/webhooks/backoff.ts'),
  {
    type: 'ai.file.changed',
    ...inTurn,
    toolId: tool('e2'),
    path: 'src/webhooks/backoff.ts',
    change: 'added',
    added: 3,
    removed: 0,
    diff: { text: backoffDiff },
  },
  {
    type: 'ai.tool.started',
    ...inTurn,
    toolId: tool('x1'),
    toolName: 'Bash',
    kind: 'execute',
    title: 'pnpm vitest run',
    input: { text: '{"command":"pnpm vitest run"}' },
  },
  {
    type: 'approval.requested',
    agentId: claude,
    approvalId: approvalId('a0'),
    promptId: p1,
    toolId: tool('x1'),
    kind: 'permission',
    title: 'Run a command',
    toolName: 'Bash',
    shown: JSON.stringify({ tool: 'Bash', input: { command: 'pnpm vitest run' }, cwd: '.' }),
    shownHash: hash,
    risks: ['execute'],
    hidden: 0,
    elided: [],
    mayEdit: true,
    mayGiveFeedback: true,
  },
  {
    type: 'approval.resolved',
    agentId: claude,
    approvalId: approvalId('a0'),
    outcome: 'allowed',
    scope: 'once',
    by: guestA,
    signed: { memberId: 'm-p-a', statement: '00', signature: '00' },
  },
  {
    type: 'ai.tool.ended',
    ...inTurn,
    toolId: tool('x1'),
    status: 'failed',
    exitCode: 1,
    durationMs: 3100,
    output: {
      text: ' \x1b[32m✓\x1b[0m test/backoff.test.ts \x1b[2m(4 tests)\x1b[0m 11ms\n \x1b[31m✗\x1b[0m test/deliver.test.ts \x1b[2m(6 tests | 1 failed)\x1b[0m 2041ms\n   → gives up after MAX_ATTEMPTS: timed out in 2000ms\n',
    },
  },
  {
    type: 'ai.usage.updated',
    ...inTurn,
    usage: {
      inputTokens: 118_400,
      outputTokens: 5210,
      contextTokens: 124_000,
      contextWindowTokens: 200_000,
      costUsd: 0.41,
    },
  },
  { type: 'ai.stream.start', ...inTurn, streamId: stream('s1'), reasoning: false },
];

export const writing = {
  s1: {
    k: 'text' as const,
    b: 's1',
    x: `The failing test waits in real time. Fake timers won’t help here, because \`post()\` awaits a socket. I’ll pass the clock in:

\`\`\`ts
export type Clock = { sleep(ms: number): Promise<void> };

export const delayFor = (attempt: number, after?: number) =>
  after ?? Math.min(30_000, 2 ** attempt * 250) * jitter();
\`\`\`

Then the tests can step through all five attempts without`,
  },
};

export const command = 'pnpm add p-retry@6.2.1 && pnpm vitest run test/deliver.test.ts';

export const asking: Told = {
  type: 'approval.requested',
  atMs: Date.now() - 14_000,
  agentId: claude,
  approvalId: approvalId('a1'),
  promptId: p1,
  kind: 'permission',
  title: 'Run a command',
  toolName: 'Bash',
  shown: JSON.stringify({ tool: 'Bash', input: { command }, cwd: '~/parcel-api' }),
  shownHash: hash,
  risks: ['execute', 'network', 'write'],
  hidden: 0,
  elided: [],
  sessionRule: command,
  mayEdit: true,
  mayGiveFeedback: true,
};

export const busy: Told[] = [...opening, ...people, ...work, ...chatting, ...suggesting, asking];
