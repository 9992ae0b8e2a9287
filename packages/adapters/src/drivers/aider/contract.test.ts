import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import { type ContractWorld, runAdapterContract } from '../../contract-tests/index.ts';
import { AiderAdapter } from './adapter.ts';
import { fakeAider, fakeScenarios } from './fake-aider.ts';
import { aiderRow } from './row.ts';

let adapterCount = 0;

async function open(): Promise<ContractWorld> {
  const workspace = openWorkspace();
  const fake = fakeAider();
  const adapters: AiderAdapter[] = [];
  return {
    ...workspace,
    config: { workspacePath: workspace.folder, binaryPath: fake.entryPath },
    create() {
      adapterCount += 1;
      const adapter = new AiderAdapter(`aider-${adapterCount}`, { environment: fake.environment });
      adapters.push(adapter);
      return adapter;
    },
    async script(name) {
      fake.addTurn(fakeScenarios[name]?.(workspace.folder) ?? []);
      return `play ${name}`;
    },
    promptsSeen: () => fake.prompts().map(({ text }) => text),
    remembered: () => (fake.prompts().at(-1)?.history.length ?? 0) > 0,
    systemPromptSeen: () => fake.systemPrompt(),
    contextFilesSeen: () => fake.contextFiles(),
    command: { text: '/add a.ts', hasRun: () => fake.hasRunCommand('/add a.ts') },
    async close() {
      await Promise.all(adapters.map((adapter) => adapter.terminate()));
      fake.remove();
      workspace.remove();
    },
  };
}

runAdapterContract('Aider (fake)', { row: aiderRow, without: { plan: 'There is no plan to accept.' }, open });
