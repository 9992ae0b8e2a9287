import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CodexOptions, codexFactory } from '@collagility/adapters/drivers/codex';
import type { IAgentAdapter } from '@collagility/adapters/port';
import { directToolsModel, scenarios } from '@collagility/fixtures/agents/codex/scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/codex/workspace.ts';
import { type ResponsesServer, startResponsesServer } from '../model-servers/openai-responses.ts';

const folder = process.env['AGENTS_FOLDER'] ?? join(import.meta.dirname, '..', '..', '.agents');
export const codexBinary = join(folder, 'codex', 'node_modules', '.bin', 'codex');

export interface RealCodex extends ReturnType<typeof openWorkspace> {
  model: ResponsesServer;
  /** The user's folder of Codex. */
  codexHome: string;
  environment: Record<string, string>;
  config: { workspacePath: string; binaryPath: string };
  create(options?: CodexOptions): IAgentAdapter;
  script(name: string): Promise<string>;
  promptsSeen(): string[];
  remembered(): boolean;
  systemPromptSeen(): string;
  contextFilesSeen(): string[];
  lastPid(): number | undefined;
  close(): Promise<void>;
}

let adapterCount = 0;

/** The real Codex with a home of its own, a dummy key and a scripted model on loopback; nothing else. */
export async function openRealCodex(extra: Record<string, string> = {}): Promise<RealCodex> {
  const workspace = openWorkspace();
  const model = await startResponsesServer();
  // Codex warns about a home below the folder for temporary files.
  mkdirSync(join(folder, 'homes'), { recursive: true });
  const home = mkdtempSync(join(folder, 'homes', 'codex-'));
  const codexHome = join(home, '.codex');
  mkdirSync(codexHome);
  writeFileSync(join(codexHome, 'config.toml'), configOf(model.url));
  const environment = {
    HOME: home,
    PATH: `${dirname(process.execPath)}:${dirname(codexBinary)}:/usr/bin:/bin`,
    LANG: 'C.UTF-8',
    OPENAI_TEST_KEY: 'dummy',
    ...extra,
  };
  const adapters: IAgentAdapter[] = [];
  let lastPid: number | undefined;
  model.onDie = () => {
    if (lastPid !== undefined) process.kill(lastPid, 'SIGKILL');
  };
  const lastTexts = () => promptTexts(model.requests().at(-1) ?? {});
  return {
    ...workspace,
    model,
    codexHome,
    environment,
    config: { workspacePath: workspace.folder, binaryPath: codexBinary },
    create(options = {}) {
      adapterCount += 1;
      const factory = codexFactory({
        environment,
        onProcessStarted: ({ pid }) => {
          lastPid = pid;
        },
        ...options,
      });
      const adapter = factory.create(`codex-${adapterCount}`);
      adapters.push(adapter);
      return adapter;
    },
    async script(name) {
      model.clear();
      model.addTurn(scenarios[name]?.(workspace.folder) ?? []);
      return `play ${name}`;
    },
    promptsSeen: () => model.requests().flatMap((body) => promptTexts(body).at(-1) ?? []),
    remembered: () => listOf(model.requests().at(-1)?.['input']).some((item) => item['role'] === 'assistant'),
    systemPromptSeen: () => JSON.stringify(model.requests().at(-1) ?? {}),
    contextFilesSeen: () =>
      lastTexts().flatMap((text) => /^(?:<file name="|See the file )([^",]+?)(?:[",]|\.$)/.exec(text)?.[1] ?? []),
    lastPid: () => lastPid,
    async close() {
      await Promise.all(adapters.map((adapter) => adapter.terminate()));
      await model.close();
      workspace.remove();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function configOf(modelUrl: string): string {
  return `model = "${directToolsModel}"
model_provider = "scripted"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}"
wire_api = "responses"
env_key = "OPENAI_TEST_KEY"
request_max_retries = 1
stream_max_retries = 1
supports_websockets = false

[analytics]
enabled = false
`;
}

/** The texts of the prompt that a request ends with; none in one that goes on after a tool. */
function promptTexts(body: Record<string, unknown>): string[] {
  const last = listOf(body['input']).at(-1);
  if (last?.['role'] !== 'user') return [];
  return listOf(last['content']).flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : []));
}

function listOf(value: unknown): Array<Record<string, unknown>> {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}
