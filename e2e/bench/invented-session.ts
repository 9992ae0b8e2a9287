import type { RoomEvent } from '@collagility/protocol/events';
import {
  type AgentId,
  as,
  type ParticipantId,
  type PromptId,
  type StreamId,
  type ToolId,
} from '@collagility/protocol/ids';

const by = as<ParticipantId>('p-host');
const noHash = '0'.repeat(64);
const output = Array.from({ length: 30 }, (_, n) => `\u001b[32m✓\u001b[0m test ${n} of the suite (${n * 3} ms)`).join(
  '\n',
);
const diff = '@@ -1,3 +1,4 @@\n import { a } from "./a";\n-const b = 1;\n+const b = 2;\n+const c = 3;\n';

export const agentNamed = (name: string): AgentId => as<AgentId>(`bench-${name}`);

export const agentStarted = (name: string, atMs: number): RoomEvent => ({
  type: 'ai.agent.started',
  atMs,
  agentId: agentNamed(name),
  provider: 'bench',
  name: `Agent ${name}`,
  mode: 'ask',
  session: 'new',
  unasked: [],
  capabilities: [],
});

/** One turn as agents work: a thought, reads, a command, a change, an answer in Markdown. Sixteen events. */
export function inventedTurn(n: number, atMs: number): RoomEvent[] {
  const agentId = agentNamed('A');
  const promptId = as<PromptId>(`turn-${n}`);
  const at = { atMs, agentId, promptId };
  const tool = (id: string, kind: 'read' | 'execute' | 'edit', title: string, text: string): [RoomEvent, RoomEvent] => {
    const toolId = as<ToolId>(`${id}-${n}`);
    return [
      { type: 'ai.tool.started', ...at, toolId, toolName: kind, kind, title, input: { text: `{"path":"${title}"}` } },
      { type: 'ai.tool.ended', ...at, toolId, status: 'completed', output: { text }, durationMs: 40 + n },
    ];
  };
  const streamId = as<StreamId>(`answer-${n}`);
  const text = `## Step ${n}\n\nI changed **two files** and ran the tests:\n\n- \`src/module-${n}.ts\` holds the new rule\n- the old one is gone\n\n\`\`\`ts\nexport const step${n} = (value: number) => value * ${n};\n\`\`\`\n\nAll of it passes. ${'What is left is small. '.repeat(n % 12)}`;
  return [
    { type: 'ai.prompt.queued', ...at, by, text: `Do step ${n}: ${'make it simple and fast. '.repeat(1 + (n % 3))}` },
    { type: 'ai.execution.started', ...at, correlationId: `c${n}` },
    ...tool('r1', 'read', `src/module-${n}.ts`, 'export {};'),
    ...tool('r2', 'read', `src/module-${n}.test.ts`, 'export {};'),
    ...tool('x', 'execute', `npm test -- module-${n}`, output),
    ...tool('e', 'edit', `src/module-${n}.ts`, ''),
    {
      type: 'ai.file.changed',
      ...at,
      toolId: as<ToolId>(`e-${n}`),
      path: `src/module-${n}.ts`,
      change: 'modified',
      added: 2,
      removed: 1,
      diff: { text: diff },
    },
    { type: 'ai.usage.updated', atMs, agentId, usage: { inputTokens: n * 900, outputTokens: n * 100 } },
    { type: 'ai.stream.start', ...at, streamId, reasoning: false },
    { type: 'ai.stream.end', ...at, streamId, reasoning: false, content: { text }, textHash: noHash, len: text.length },
    { type: 'ai.status', ...at, code: 'note', text: `Step ${n} is noted.` },
    { type: 'ai.execution.ended', ...at, outcome: 'completed', durationMs: 4000 + n },
  ];
}

/** A whole working day of it. */
export function inventedSession(events: number): RoomEvent[] {
  const startMs = Date.now() - 8 * 3_600_000;
  const session = [agentStarted('A', startMs)];
  for (let n = 1; session.length < events; n++) session.push(...inventedTurn(n, startMs + n * 20_000));
  return session.slice(0, events);
}
