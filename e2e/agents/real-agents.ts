import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { acpScenarios, toolNames } from '@collagility/fixtures/agents/acp-scenarios.ts';
import { aiderScenarios } from '@collagility/fixtures/agents/aider-scenarios.ts';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { scenarios as claudeScenarios } from '@collagility/fixtures/agents/claude/scenarios.ts';
import { codexAcpScenarios } from '@collagility/fixtures/agents/codex/scenarios.ts';
import type { ModelApi } from '../model-servers/faults.ts';
import { codexConfig } from './codex-config.ts';
import { agentsFolder, installed } from './installed.ts';
import { type GatewayPlace, startGateway } from './openclaw-gateway.ts';

type Scenarios = Readonly<Record<string, (folder: string) => ModelStep[]>>;

/** How one real agent is set up: only against a model on loopback, in a home of its own. */
export interface RealAgent {
  api: ModelApi;
  scenarios: Scenarios;
  environment(modelUrl: string, home: string): Record<string, string>;
  prepare?(modelUrl: string, home: string): void;
  /** What must run beside it; resolves, when that is ready, to what ends it. */
  serve?(place: GatewayPlace): Promise<() => Promise<void>>;
  otherModel?: string;
  /** What it was allowed to write once it writes unasked from then on. */
  keepsFiles?: true;
  /** The program, where it is not the one that agents.json names. */
  binary?: string;
  /** Where its home must lie, if not among the temporary folders. */
  homes?: string;
}

function settings(home: string, path: string, value: unknown): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), typeof value === 'string' ? value : JSON.stringify(value));
}

function scenariosOf(agent: string): Scenarios {
  const tools = toolNames[agent];
  if (tools === undefined) throw new Error(`Nobody has said how the tools of "${agent}" are called.`);
  return acpScenarios(tools);
}

const chatAgent = (agent: string) => ({ api: 'chat' as const, scenarios: scenariosOf(agent) });

export const realAgents: Readonly<Record<string, RealAgent>> = {
  gemini: {
    api: 'gemini',
    scenarios: scenariosOf('gemini'),
    environment: (url) => ({
      GEMINI_API_KEY: 'dummy',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    prepare: (_url, home) =>
      settings(home, '.gemini/settings.json', {
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
    ...chatAgent('goose'),
    environment: (url, home) => ({
      GOOSE_PROVIDER: 'openai',
      GOOSE_MODEL: 'fake-model',
      OPENAI_HOST: url,
      OPENAI_API_KEY: 'dummy',
      GOOSE_DISABLE_KEYRING: '1',
      GOOSE_TELEMETRY_ENABLED: 'false',
      GOOSE_PATH_ROOT: home,
      // Otherwise it compacts the largest prompts of the contract before it sends them.
      GOOSE_CONTEXT_LIMIT: '4000000',
    }),
  },
  qwen: {
    ...chatAgent('qwen'),
    environment: (url) => ({
      OPENAI_API_KEY: 'dummy',
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: 'fake-model',
      // Else it starts itself a second time, with more memory.
      QWEN_CODE_NO_RELAUNCH: 'true',
    }),
    prepare: (_url, home) =>
      settings(home, '.qwen/settings.json', {
        // Questions with tools that would take the next turn's step.
        memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
        ui: { enableFollowupSuggestions: false },
        security: { auth: { selectedType: 'openai' } },
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        // Else the largest prompts of the contract do not fit its model.
        model: { name: 'fake-model', generationConfig: { contextWindowSize: 4_000_000 } },
      }),
    otherModel: '$runtime|openai|fake-model(openai)',
  },
  opencode: {
    ...chatAgent('opencode'),
    binary: installed('opencode', 'opencode-{machine}/bin/opencode'),
    environment: (_url, home) => ({
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      // Else it reads a list of all models of the world at each start.
      OPENCODE_MODELS_PATH: join(home, 'models.json'),
    }),
    prepare(url, home) {
      settings(home, 'models.json', {});
      // Else it installs the types for plugins from the registry at each start.
      const installed = { dependencies: { '@opencode-ai/plugin': '*' } };
      settings(home, '.config/opencode/package.json', installed);
      settings(home, '.config/opencode/package-lock.json', { packages: { '': installed } });
      mkdirSync(join(home, '.config/opencode/node_modules'));
      settings(home, '.config/opencode/opencode.json', {
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
      });
    },
    otherModel: 'fake/fake-model',
  },
  grok: {
    ...chatAgent('grok'),
    environment: () => ({
      GROK_TELEMETRY_ENABLED: '0',
      GROK_TELEMETRY_TRACE_UPLOAD: '0',
      GROK_DISABLE_AUTOUPDATER: '1',
    }),
    prepare: (url, home) => settings(home, '.grok/config.toml', grokConfig(url)),
    otherModel: 'fake',
  },
  copilot: {
    ...chatAgent('copilot'),
    environment: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'dummy',
      COPILOT_MODEL: 'fake-model',
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    }),
  },
  'claude-acp': {
    api: 'anthropic',
    scenarios: claudeScenarios,
    environment: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'dummy',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // A question with tools that would take the next turn's step.
      CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: 'false',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
    }),
    otherModel: 'haiku',
  },
  'codex-acp': {
    api: 'responses',
    scenarios: codexAcpScenarios,
    environment: () => ({ OPENAI_TEST_KEY: 'dummy' }),
    prepare: (url, home) => settings(home, '.codex/config.toml', codexConfig(url)),
    homes: join(agentsFolder, 'homes'),
    otherModel: 'gpt-5.5',
  },
  pi: {
    ...chatAgent('pi'),
    environment: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
    prepare(url, home) {
      const models = ['fake-model', 'fake-two'].map((id) => ({
        id,
        reasoning: true,
        input: ['text', 'image'],
        cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
        contextWindow: 128_000,
        maxTokens: 4_096,
      }));
      const provider = { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: 'dummy', models };
      settings(home, '.pi/agent/models.json', { providers: { fake: provider } });
      settings(home, '.pi/agent/prompts/demo.md', 'The words of the template.\n');
    },
    otherModel: 'fake/fake-two',
  },
  aider: {
    api: 'plainChat',
    scenarios: aiderScenarios,
    environment: (url) => ({
      AIDER_MODEL: 'openai/fake-model',
      AIDER_EDIT_FORMAT: 'diff',
      AIDER_MAP_TOKENS: '0',
      AIDER_AUTO_LINT: 'false',
      OPENAI_API_BASE: `${url}/v1`,
      OPENAI_API_KEY: 'dummy',
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
    }),
    prepare(_url, home) {
      const model = {
        max_input_tokens: 4_000_000,
        max_output_tokens: 4_096,
        input_cost_per_token: 0.000001,
        output_cost_per_token: 0.000002,
        litellm_provider: 'openai',
        mode: 'chat',
      };
      settings(home, '.aider.model.metadata.json', { 'openai/fake-model': model, 'openai/fake-two': model });
      // Else it looks for prices on the network.
      settings(home, '.aider/caches/model_prices_and_context_window.json', { 'openai/fake-model': model });
    },
    otherModel: 'openai/fake-two',
    keepsFiles: true,
  },
  hermes: {
    ...chatAgent('hermes'),
    environment: () => ({ HERMES_ACP_SKIP_CONFIGURED_MCP: '1' }),
    prepare: (url, home) =>
      settings(
        home,
        '.hermes/config.yaml',
        `model:\n  default: fake-model\n  provider: custom\n  base_url: ${url}/v1\n  api_key: dummy\n`,
      ),
  },
  'pi-acp': {
    ...chatAgent('pi-acp'),
    environment: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0', PI_SKIP_VERSION_CHECK: '1' }),
    prepare(url, home) {
      settings(home, '.pi/agent/models.json', {
        providers: {
          fake: {
            baseUrl: `${url}/v1`,
            api: 'openai-completions',
            apiKey: 'dummy',
            models: [{ id: 'fake-model', contextWindow: 128_000, maxTokens: 4_096 }],
          },
        },
      });
      settings(home, '.pi/agent/settings.json', { defaultProvider: 'fake', defaultModel: 'fake-model' });
    },
  },
  openclaw: {
    ...chatAgent('openclaw'),
    environment: () => ({ OPENCLAW_SKIP_CHANNELS: '1', OPENCLAW_DISABLE_BONJOUR: '1' }),
    serve: startGateway,
  },
};

const grokConfig = (url: string): string => `[models]
default = "fake"
[model.fake]
model = "fake-model"
base_url = "${url}/v1"
api_key = "dummy"
context_window = 128000
[ui]
permission_mode = "ask"
[features]
telemetry = false
remote_fetch = false
[cli]
auto_update = false
`;
