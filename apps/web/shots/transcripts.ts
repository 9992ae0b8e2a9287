/** What the transcript can hold: rich text, formulas, huge output, lanes of sub-agents, several agents, a long past. */
import { type AgentId, as, type StreamId, type ToolId } from '@collagility/protocol/ids';
import { claude, guestA, host, opening, people, promptId, type Told } from './rooms.ts';

const codex = as<AgentId>('codex-1');
const noHash = '0'.repeat(64);
const tool = (name: string): ToolId => as<ToolId>(name);

const says = (id: string, text: string, more: { agentId?: AgentId; promptId?: string; parentToolId?: ToolId } = {}) => {
  const { agentId = claude, parentToolId } = more;
  const base = {
    agentId,
    promptId: promptId(more.promptId ?? 'p1'),
    streamId: as<StreamId>(id),
    reasoning: false,
    ...(parentToolId !== undefined && { parentToolId }),
  };
  return [
    { type: 'ai.stream.start', ...base },
    { type: 'ai.stream.end', ...base, content: { text }, textHash: noHash, len: text.length },
  ] satisfies Told[];
};

const runs = (
  id: string,
  kind: 'execute' | 'agent' | 'read' | 'search',
  title: string,
  output: string,
  more: { parentToolId?: ToolId; status?: 'completed' | 'failed'; exitCode?: number; inside?: Told[] } = {},
): Told[] => {
  const { parentToolId, status = 'completed', exitCode, inside = [] } = more;
  const base = {
    agentId: claude,
    promptId: promptId('p1'),
    toolId: tool(id),
  };
  return [
    {
      type: 'ai.tool.started',
      ...base,
      toolName: kind,
      kind,
      title,
      input: { text: JSON.stringify({ what: title }) },
      ...(parentToolId !== undefined && { parentToolId }),
    },
    ...inside,
    {
      type: 'ai.tool.ended',
      ...base,
      status,
      output: { text: output },
      durationMs: 2300,
      ...(exitCode !== undefined && { exitCode }),
    },
  ];
};

const asked = (text: string, id = 'p1', agentId = claude, by = host): Told[] => [
  { type: 'ai.prompt.queued', agentId, promptId: promptId(id), by, text },
  { type: 'ai.execution.started', agentId, promptId: promptId(id), correlationId: `c-${id}` },
  { type: 'ai.prompt.delivery', agentId, promptId: promptId(id), state: 'accepted' },
];
const done = (id = 'p1', agentId = claude): Told => ({
  type: 'ai.execution.ended',
  agentId,
  promptId: promptId(id),
  outcome: 'completed',
  durationMs: 48_000,
});

const richText = `## What I found

The delay grows as \\(d_n = \\min(30, 2^n / 4)\\) seconds, so five attempts take at most

$$
\\sum_{n=1}^{5} d_n = \\frac{2 + 4 + 8 + 16 + 30}{4} = 15\\ \\text{s}
$$

| status | retried | why |
|:--|:-:|--:|
| 429 | yes | asks to wait |
| 5xx | yes | may pass |
| 4xx | **no** | never passes |

1. Read \`deliver.ts\`
   - the loop stops on \`404\`
   - ~~the old one did not~~
2. See [the RFC](https://www.rfc-editor.org/rfc/rfc9110), and ![a diagram](https://example.com/d.png)

> Nothing here is *sent* again by itself.

\`\`\`ts
// a comment\u202e that turns
export const delayFor = (attempt: number) => Math.min(30_000, 2 ** attempt * 250);
\`\`\`

<script>alert('shown, not run')</script>`;

export const rich: Told[] = [
  ...opening,
  ...people,
  ...asked('Explain the delays, with the formula.'),
  ...says('t1', richText),
  done(),
];

const log = Array.from(
  { length: 4000 },
  (_, n) =>
    `\u001b[2m12:00:${String(n % 60).padStart(2, '0')}\u001b[0m \u001b[${n % 7 === 0 ? '33mwarn' : '32minfo'}\u001b[0m delivered ${n} in ${n % 40} ms`,
).join('\n');

export const nested: Told[] = [
  ...opening,
  ...people,
  ...asked('Find out why the tests are slow. Use a helper.'),
  ...runs('r1', 'read', 'test/deliver.test.ts', ''),
  ...runs('r2', 'search', 'sleep(', ''),
  ...runs('r3', 'read', 'src/clock.ts', ''),
  ...runs('a1', 'agent', 'Look for real waits in the tests', 'Two tests wait for real.', {
    inside: [
      ...runs('a1r', 'search', 'setTimeout', '', { parentToolId: tool('a1') }),
      ...runs('a1x', 'execute', 'rg -n "sleep\\(" test', 'test/deliver.test.ts:40:  await sleep(2000);', {
        parentToolId: tool('a1'),
        exitCode: 0,
      }),
      ...says('a1t', 'Two tests wait for **real** time: lines 40 and 71.', { parentToolId: tool('a1') }),
    ],
  }),
  ...runs('x1', 'execute', 'pnpm start --log', log, { exitCode: 0 }),
  ...says('t1', 'Two tests sleep for two seconds each. I would pass the clock in.'),
  { type: 'unknown', nativeType: 'ai.hologram.projected' } as unknown as Told,
  done(),
];

export const severalAgents: Told[] = [
  ...opening,
  {
    type: 'ai.agent.started',
    agentId: codex,
    provider: 'codex',
    name: 'Codex',
    version: '0.61.0',
    model: 'gpt-5.1',
    mode: 'ask',
    session: 'new',
    unasked: [],
    capabilities: [],
  },
  ...people,
  ...asked('Write the retry loop.'),
  ...asked('Review what the other agent writes.', 'q1', codex, guestA),
  ...says('t1', 'I begin with `backoff.ts`: the delays first, then the loop.'),
  ...says('u1', 'I read `deliver.ts` meanwhile. The error type **loses the attempt number**.', {
    agentId: codex,
    promptId: 'q1',
  }),
  ...runs('x1', 'execute', 'pnpm vitest run', ' ✓ 10 tests', { exitCode: 0 }),
  ...says('u2', 'One thing to change: pass the attempt on.', { agentId: codex, promptId: 'q1' }),
  done(),
  { type: 'ai.agent.status', agentId: codex, status: 'EXECUTING' },
];

const steer = (id: string, by: typeof host, text: string): Told => ({
  type: 'ai.prompt.steered',
  agentId: claude,
  promptId: promptId('p1'),
  steerId: promptId(id),
  by,
  text,
});

/** Two agents with what can be chosen of them, the second in a worktree. */
export const choosing: Told[] = [
  ...severalAgents,
  {
    type: 'ai.agent.added',
    agentId: codex,
    provider: 'codex',
    name: 'Codex',
    place: { kind: 'own', branch: 'collagility/codex' },
  },
  {
    type: 'ai.agent.started',
    agentId: codex,
    provider: 'codex',
    name: 'Codex',
    version: '0.171.0',
    model: 'gpt-5.1',
    mode: 'ask',
    session: 'resumed',
    unasked: [],
    capabilities: ['steering'],
    models: [
      { id: 'gpt-5.1', name: 'GPT-5.1', efforts: ['low', 'medium', 'high'] },
      { id: 'gpt-5.1-mini', name: 'GPT-5.1 mini' },
    ],
    effort: 'medium',
  },
];

/** Words went into a turn that still runs; one of them was not taken. */
export const steering: Told[] = [
  ...opening,
  {
    type: 'ai.agent.started',
    agentId: claude,
    provider: 'claude',
    name: 'Claude Code',
    version: '2.1.76',
    model: 'opus',
    mode: 'ask',
    session: 'resumed',
    unasked: [],
    capabilities: ['steering', 'images'],
  },
  ...people,
  ...asked('Write the retry loop.'),
  ...says('t1', 'I begin with `backoff.ts`: the delays first, then the loop.'),
  steer('s1', host, 'Leave the jitter out for now.'),
  {
    type: 'ai.prompt.steer_ended',
    agentId: claude,
    promptId: promptId('p1'),
    steerId: promptId('s1'),
    outcome: 'taken',
  },
  ...says('t2', 'Without jitter then; I note it for later.'),
  steer('s2', guestA, 'And look at 408 too'),
  {
    type: 'ai.prompt.steer_ended',
    agentId: claude,
    promptId: promptId('p1'),
    steerId: promptId('s2'),
    outcome: 'refused',
    reason: 'The running turn did not take that.',
  },
];

/** Some hundred turns: more than is ever in the page at once. */
export const longPast: Told[] = [
  ...opening,
  ...people,
  ...Array.from({ length: 150 }, (_, n) => [
    ...asked(`Step ${n + 1}: make it simpler.`, `l${n}`),
    ...says(`l${n}`, `Step **${n + 1}** is done.\n\n- one file\n- ${n % 9} tests`, { promptId: `l${n}` }),
    done(`l${n}`),
  ]).flat(),
];
