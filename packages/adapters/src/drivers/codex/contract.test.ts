import { scenarios } from '@collagility/fixtures/agents/codex/scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/codex/workspace.ts';
import { type ContractWorld, runAdapterContract } from '../../contract-tests/index.ts';
import { fieldsAt, textAt } from '../../fields.ts';
import { CodexAdapter } from './adapter.ts';
import { FakeCodex } from './fake-codex.ts';
import { codexRow } from './row.ts';

let adapterCount = 0;

async function open(): Promise<ContractWorld> {
  const workspace = openWorkspace();
  const fake = new FakeCodex();
  const adapters: CodexAdapter[] = [];
  return {
    ...workspace,
    config: { workspacePath: workspace.folder, binaryPath: fake.binaryPath },
    create() {
      adapterCount += 1;
      const adapter = new CodexAdapter(`codex-${adapterCount}`, { environment: fake.environment });
      adapters.push(adapter);
      return adapter;
    },
    async script(name) {
      fake.addTurn(scenarios[name]?.(workspace.folder) ?? []);
      return `play ${name}`;
    },
    promptsSeen: () => fake.prompts().map(({ texts }) => texts.at(-1) ?? ''),
    remembered: () => (fake.prompts().at(-1)?.history.length ?? 0) > 0,
    earlierPrompts: () => fake.prompts().at(-1)?.history.length ?? 0,
    systemPromptSeen: () =>
      fake
        .received()
        .flatMap((line) => textAt(fieldsAt(line, 'params'), 'developerInstructions') ?? [])
        .at(-1) ?? '',
    contextFilesSeen: () =>
      fake
        .prompts()
        .at(-1)
        ?.texts.flatMap((text) => /^(?:<file name="|See the file )([^",]+?)(?:[",]|\.$)/.exec(text)?.[1] ?? []) ?? [],
    command: { text: '/compact', hasRun: () => fake.hasRunCommand('/compact') },
    async close() {
      await Promise.all(adapters.map((adapter) => adapter.terminate()));
      fake.remove();
      workspace.remove();
    },
  };
}

runAdapterContract('Codex (fake)', { row: codexRow, open });
