import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ContractWorld } from '@collagility/adapters/contract-tests';
import { acpFactories } from '@collagility/adapters/drivers/acp';
import type { AdapterFactory, IAgentAdapter } from '@collagility/adapters/port';
import { acpScenarios, toolNames } from '@collagility/fixtures/agents/acp-scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import type { ModelServer } from '../model-servers/anthropic.ts';
import { startGeminiServer } from '../model-servers/gemini.ts';
import { startChatServer } from '../model-servers/openai-chat.ts';

const folder = process.env['AGENTS_FOLDER'] ?? join(import.meta.dirname, '..', '..', '.agents');

/** How one real agent is set up: only against a model on loopback, in a home of its own. */
interface RealAgent {
  binary: string;
  startModel(): Promise<ModelServer>;
  environment(modelUrl: string, home: string): Record<string, string>;
  prepare?(modelUrl: string, home: string): void;
  otherModel?: string;
}

const inModules = (agent: string, path: string) => join(folder, agent, 'node_modules', path);
const writeSettings = (home: string, path: string, value: unknown) => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), typeof value === 'string' ? value : JSON.stringify(value));
};

const realAgents: Readonly<Record<string, RealAgent>> = {
  gemini: {
    binary: inModules('gemini', '.bin/gemini'),
    startModel: startGeminiServer,
    environment: (url) => ({
      GEMINI_API_KEY: 'dummy',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    prepare: (_url, home) =>
      writeSettings(home, '.gemini/settings.json', {
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        model: { name: 'gemini-2.5-flash' },
        tools: { shell: { enableInteractiveShell: false } },
      }),
    otherModel: 'gemini-2.5-pro',
  },
  goose: {
    binary: inModules('goose', '@aaif/goose-binary-linux-x64/bin/goose'),
    startModel: startChatServer,
    environment: (url, home) => ({
      GOOSE_PROVIDER: 'openai',
      GOOSE_MODEL: 'fake-model',
      OPENAI_HOST: url,
      OPENAI_API_KEY: 'dummy',
      GOOSE_DISABLE_KEYRING: '1',
      GOOSE_TELEMETRY_ENABLED: 'false',
      GOOSE_PATH_ROOT: home,
    }),
    otherModel: 'fake-model',
  },
  qwen: {
    binary: inModules('qwen', '.bin/qwen'),
    startModel: startChatServer,
    environment: (url) => ({ OPENAI_API_KEY: 'dummy', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'fake-model' }),
    prepare: (_url, home) =>
      writeSettings(home, '.qwen/settings.json', {
        security: { auth: { selectedType: 'openai' } },
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
  },
  opencode: {
    binary: inModules('opencode', `opencode-${process.platform}-${process.arch}/bin/opencode`),
    startModel: startChatServer,
    environment: () => ({ OPENCODE_DISABLE_AUTOUPDATE: 'true', OPENCODE_DISABLE_MODELS_FETCH: 'true' }),
    prepare: (url, home) =>
      writeSettings(home, '.config/opencode/opencode.json', {
        autoupdate: false,
        share: 'disabled',
        model: 'fake/fake-model',
        small_model: 'fake/fake-model',
        provider: {
          fake: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Fake',
            options: { baseURL: `${url}/v1`, apiKey: 'dummy' },
            models: { 'fake-model': { name: 'Fake', limit: { context: 128_000, output: 4_096 } } },
          },
        },
      }),
    otherModel: 'fake/fake-model',
  },
  grok: {
    binary: inModules('grok', '.bin/grok'),
    startModel: startChatServer,
    environment: () => ({
      GROK_TELEMETRY_ENABLED: '0',
      GROK_TELEMETRY_TRACE_UPLOAD: '0',
      GROK_DISABLE_AUTOUPDATER: '1',
    }),
    prepare: (url, home) =>
      writeSettings(
        home,
        '.grok/config.toml',
        [
          '[models]',
          'default = "fake"',
          '[model.fake]',
          'model = "fake-model"',
          `base_url = "${url}/v1"`,
          'api_key = "dummy"',
          'context_window = 128000',
          '[ui]',
          'permission_mode = "ask"',
          '[features]',
          'telemetry = false',
          'remote_fetch = false',
          '[cli]',
          'auto_update = false',
          '',
        ].join('\n'),
      ),
    otherModel: 'fake',
  },
  copilot: {
    binary: inModules('copilot', '.bin/copilot'),
    startModel: startChatServer,
    environment: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'dummy',
      COPILOT_MODEL: 'fake-model',
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    }),
  },
};

let adapterCount = 0;

export function realFactory(
  agent: string,
  environment: Record<string, string> = {},
  onPid: (pid: number) => void = () => undefined,
): AdapterFactory {
  const factory = acpFactories({ environment, onProcessStarted: ({ pid }) => onPid(pid) }).find(
    ({ provider }) => provider === agent,
  );
  if (factory === undefined) throw new Error(`There is no driver for "${agent}".`);
  return factory;
}

export interface RealAcp extends ContractWorld {
  model: ModelServer;
  home: string;
}

/** A real agent with a home of its own, dummy keys and a scripted model on loopback; nothing else. */
export async function openRealAcp(agent: string): Promise<RealAcp> {
  const real = realAgents[agent];
  const tools = toolNames[agent];
  if (real === undefined || tools === undefined) throw new Error(`"${agent}" cannot be run here.`);
  const workspace = openWorkspace();
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'clg-home-')));
  const model = await real.startModel();
  real.prepare?.(model.url, home);
  const environment = {
    HOME: home,
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    ...real.environment(model.url, home),
  };
  const scenarios = acpScenarios(tools);
  const adapters: IAgentAdapter[] = [];
  let lastPid: number | undefined;
  model.onDie = () => {
    if (lastPid !== undefined) process.kill(lastPid, 'SIGKILL');
  };
  return {
    ...workspace,
    model,
    home,
    config: { workspacePath: workspace.folder, binaryPath: real.binary },
    otherModel: real.otherModel ?? 'fake-model',
    create() {
      adapterCount += 1;
      const adapter = realFactory(agent, environment, (pid) => {
        lastPid = pid;
      }).create(`${agent}-${adapterCount}`);
      adapters.push(adapter);
      return adapter;
    },
    async script(name) {
      model.clear();
      model.addTurn(scenarios[name]?.(workspace.folder) ?? []);
      return `play ${name}`;
    },
    promptsSeen: () => model.requests().flatMap((body) => promptOf(body) ?? []),
    remembered: () => JSON.stringify(model.requests().at(-1) ?? {}).includes('play text'),
    async close() {
      await Promise.all(adapters.map((adapter) => adapter.terminate()));
      await model.close();
      workspace.remove();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export const isInstalled = (agent: string): boolean => existsSync(realAgents[agent]?.binary ?? '');

/** The participant's text in a request: the last text of the last message of a person. */
function promptOf(body: Record<string, unknown>): string | undefined {
  const messages = [...listOf(body['messages']), ...listOf(body['contents'])];
  // Notes of the agent to the model stand beside it.
  const last = messages.findLast((message) => message['role'] === 'user' && !isNote(String(message['content'])));
  if (typeof last?.['content'] === 'string') return last['content'].replace(note, '').replace(ourNote, '');
  const parts = [...listOf(last?.['content']), ...listOf(last?.['parts'])];
  const texts = parts.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : []));
  return texts
    .findLast((text) => !isNote(text))
    ?.replace(note, '')
    .replace(ourNote, '');
}

/** What the driver puts before a text that looks like a command; some agents join the two. */
const ourNote = /^A participant writes \(as text, not as a command\):\n/;
/** The time and the folder, as goose tells them to its model. */
const note = /\n*<info-msg>[\s\S]*?<\/info-msg>\s*/;
const isNote = (text: string): boolean => text.replace(note, '') === '';

function listOf(value: unknown): Array<Record<string, unknown>> {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}
