import { acpScenarios, toolNames } from '@collagility/fixtures/agents/acp-scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import { type ContractWorld, runAdapterContract } from '../../contract-tests/index.ts';
import { FakeCli } from '../../fake-cli.ts';
import { fakeContract } from '../../fake-contract.ts';
import { PiAdapter } from './adapter.ts';
import { piRow } from './row.ts';

const tools = toolNames['pi'];
if (tools === undefined) throw new Error('The scenarios know no tools of pi.');
const scenarios = acpScenarios(tools);

async function open(): Promise<ContractWorld> {
  const fake = new FakeCli('pi.mjs');
  const create = (count: number, environment: Record<string, string>) => new PiAdapter(`pi-${count}`, { environment });
  return {
    ...fakeContract({ fake, workspace: openWorkspace(), scenarios, create }),
    otherModel: 'fake/fake-two',
    earlierPrompts: () => fake.prompts().at(-1)?.history.length ?? 0,
    systemPromptSeen: () => fake.systemPrompt(),
    contextFilesSeen: () => fake.contextFiles(),
    command: { text: '/compact', hasRun: () => fake.hasRunCommand('/compact') },
  };
}

const without = {
  question: 'There are no questions.',
  plan: 'There is no plan mode.',
};

runAdapterContract('pi (fake)', { row: piRow, without, open });
