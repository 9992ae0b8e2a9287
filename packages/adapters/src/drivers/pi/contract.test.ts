import { acpScenarios, toolNames } from '@collagility/fixtures/agents/acp-scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import { type ContractWorld, runAdapterContract } from '../../contract-tests/index.ts';
import { FakeCli } from '../../fake-cli.ts';
import { PiAdapter } from './adapter.ts';
import { piRow } from './row.ts';

let adapterCount = 0;
const tools = toolNames['pi'];
if (tools === undefined) throw new Error('The scenarios know no tools of pi.');
const scenarios = acpScenarios(tools);

async function open(): Promise<ContractWorld> {
  const workspace = openWorkspace();
  const fake = new FakeCli('pi.mjs');
  const adapters: PiAdapter[] = [];
  return {
    ...workspace,
    otherModel: 'fake/fake-two',
    config: { workspacePath: workspace.folder, binaryPath: fake.binaryPath },
    create() {
      adapterCount += 1;
      const adapter = new PiAdapter(`pi-${adapterCount}`, { environment: fake.environment });
      adapters.push(adapter);
      return adapter;
    },
    async script(name) {
      fake.addTurn(scenarios[name]?.(workspace.folder) ?? []);
      return `play ${name}`;
    },
    promptsSeen: () => fake.prompts().map(({ text }) => text),
    remembered: () => (fake.prompts().at(-1)?.history.length ?? 0) > 0,
    systemPromptSeen: () => fake.systemPrompt(),
    contextFilesSeen: () => fake.contextFiles(),
    command: { text: '/compact', hasRun: () => fake.hasRunCommand('/compact') },
    async close() {
      await Promise.all(adapters.map((adapter) => adapter.terminate()));
      fake.remove();
      workspace.remove();
    },
  };
}

const without = {
  question: 'There are no questions.',
  plan: 'There is no plan mode.',
};

runAdapterContract('pi (fake)', { row: piRow, without, open });
