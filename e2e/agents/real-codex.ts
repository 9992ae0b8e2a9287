import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CodexOptions, codexFactory } from '@collagility/adapters/drivers/codex';
import type { IAgentAdapter } from '@collagility/adapters/port';
import { scenarios } from '@collagility/fixtures/agents/codex/scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/codex/workspace.ts';
import { startResponsesServer } from '../model-servers/openai-responses.ts';
import type { ModelServer } from '../model-servers/scripted-http.ts';
import { codexConfig } from './codex-config.ts';
import { agentsFolder, installed } from './installed.ts';
import { listOf } from './prompt-seen.ts';
import { realWorld } from './real-world.ts';

export const codexBinary = installed('codex');

export interface RealCodex extends ReturnType<typeof openWorkspace> {
  model: ModelServer;
  /** The user's folder of Codex. */
  codexHome: string;
  home: string;
  environment: Record<string, string>;
  config: { workspacePath: string; binaryPath: string };
  create(options?: CodexOptions): IAgentAdapter;
  script(name: string): Promise<string>;
  promptsSeen(): string[];
  remembered(): boolean;
  earlierPrompts(): number;
  systemPromptSeen(): string;
  contextFilesSeen(): string[];
  lastPid(): number | undefined;
  die(): void;
  close(): Promise<void>;
}

/** The real Codex with a home of its own, a dummy key and a scripted model on loopback; nothing else. */
export async function openRealCodex(extra: Record<string, string> = {}): Promise<RealCodex> {
  const workspace = openWorkspace();
  const model = await startResponsesServer();
  // Codex warns about a home below the folder for temporary files.
  mkdirSync(join(agentsFolder, 'homes'), { recursive: true });
  const home = mkdtempSync(join(agentsFolder, 'homes', 'codex-'));
  const codexHome = join(home, '.codex');
  mkdirSync(codexHome);
  writeFileSync(join(codexHome, 'config.toml'), codexConfig(model.url));
  const environment = {
    HOME: home,
    PATH: `${dirname(process.execPath)}:${dirname(codexBinary)}:/usr/bin:/bin`,
    LANG: 'C.UTF-8',
    OPENAI_TEST_KEY: 'dummy',
    ...extra,
  };
  const world = realWorld<CodexOptions>({
    agent: 'codex',
    model,
    home,
    environment,
    workspace,
    scenarios,
    factory: (started, options) => codexFactory({ ...started, ...options }),
  });
  const lastTexts = () => promptTexts(model.requests().at(-1) ?? {});
  return {
    ...workspace,
    ...world,
    codexHome,
    config: { workspacePath: workspace.folder, binaryPath: codexBinary },
    create: (options = {}) => world.create(options),
    promptsSeen: () => model.requests().flatMap((body) => promptTexts(body).at(-1) ?? []),
    earlierPrompts: () =>
      listOf(model.requests().at(-1)?.['input']).filter((item) => item['role'] === 'assistant').length,
    remembered: () => listOf(model.requests().at(-1)?.['input']).some((item) => item['role'] === 'assistant'),
    systemPromptSeen: () => JSON.stringify(model.requests().at(-1) ?? {}),
    contextFilesSeen: () =>
      lastTexts().flatMap((text) => /^(?:<file name="|See the file )([^",]+?)(?:[",]|\.$)/.exec(text)?.[1] ?? []),
  };
}

/** The texts of the prompt that a request ends with; none in one that goes on after a tool. */
function promptTexts(body: Record<string, unknown>): string[] {
  const last = listOf(body['input']).at(-1);
  if (last?.['role'] !== 'user') return [];
  return listOf(last['content']).flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : []));
}
