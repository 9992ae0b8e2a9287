import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ClaudeOptions, claudeFactory, endOfParticipantText } from '@collagility/adapters/drivers/claude';
import type { IAgentAdapter } from '@collagility/adapters/port';
import { scenarios } from '@collagility/fixtures/agents/claude/scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import { startModelServer } from '../model-servers/anthropic.ts';
import type { ModelServer } from '../model-servers/scripted-http.ts';
import { installed } from './installed.ts';
import { listOf } from './prompt-seen.ts';
import { realWorld } from './real-world.ts';

export const claudeBinary = installed('claude');

export interface RealClaude extends ReturnType<typeof openWorkspace> {
  model: ModelServer;
  home: string;
  environment: Record<string, string>;
  config: { workspacePath: string; binaryPath: string };
  create(options?: ClaudeOptions): IAgentAdapter;
  script(name: string): Promise<string>;
  promptsSeen(): string[];
  remembered(): boolean;
  earlierPrompts(): number;
  systemPromptSeen(): string;
  lastPid(): number | undefined;
  die(): void;
  close(): Promise<void>;
}

/** The real Claude Code with a home of its own, a dummy key and a scripted model on loopback; nothing else. */
export async function openRealClaude(extra: Record<string, string> = {}): Promise<RealClaude> {
  const workspace = openWorkspace();
  const home = mkdtempSync(join(tmpdir(), 'clg-home-'));
  const model = await startModelServer();
  const environment = {
    HOME: home,
    PATH: `${dirname(claudeBinary)}:/usr/bin:/bin`,
    LANG: 'C.UTF-8',
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'dummy',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    ...extra,
  };
  const world = realWorld<ClaudeOptions>({
    agent: 'claude',
    model,
    home,
    environment,
    workspace,
    scenarios,
    factory: (started, options) => claudeFactory({ ...started, ...options }),
  });
  return {
    ...workspace,
    ...world,
    config: { workspacePath: workspace.folder, binaryPath: claudeBinary },
    create: (options = {}) => world.create(options),
    promptsSeen: () => model.requests().flatMap((body) => promptOf(body) ?? []),
    earlierPrompts: () =>
      JSON.stringify(model.requests().at(-1)?.['messages'] ?? []).split(endOfParticipantText).length - 2,
    remembered: () => (listOf(model.requests().at(-1)?.['messages']).length ?? 0) > 2,
    systemPromptSeen: () => JSON.stringify(model.requests().at(-1)?.['system'] ?? ''),
  };
}

/** The participant's text in a request that carries a new prompt; undefined in one that goes on after a tool. */
function promptOf(body: Record<string, unknown>): string | undefined {
  // Notes of the agent to the model stand behind it, under another role.
  const last = listOf(body['messages']).findLast((message) => message['role'] !== 'system');
  const texts = listOf(last?.['content']).flatMap((block) =>
    typeof block['text'] === 'string' ? [block['text']] : [],
  );
  const end = texts.lastIndexOf(endOfParticipantText);
  return end < 1 ? undefined : texts[end - 1];
}
