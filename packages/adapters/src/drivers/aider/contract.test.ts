import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import { type ContractWorld, runAdapterContract } from '../../contract-tests/index.ts';
import { fakeContract } from '../../fake-contract.ts';
import { AiderAdapter } from './adapter.ts';
import { fakeAider, fakeScenarios } from './fake-aider.ts';
import { aiderRow } from './row.ts';

async function open(): Promise<ContractWorld> {
  const fake = fakeAider();
  const create = (count: number, environment: Record<string, string>) =>
    new AiderAdapter(`aider-${count}`, { environment });
  return {
    ...fakeContract({
      fake,
      workspace: openWorkspace(),
      scenarios: fakeScenarios,
      create,
      binaryPath: fake.entryPath,
    }),
    systemPromptSeen: () => fake.systemPrompt(),
    contextFilesSeen: () => fake.contextFiles(),
    command: { text: '/add a.ts', hasRun: () => fake.hasRunCommand('/add a.ts') },
  };
}

runAdapterContract('Aider (fake)', { row: aiderRow, without: { plan: 'There is no plan to accept.' }, open });
