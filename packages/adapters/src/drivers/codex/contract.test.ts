import { scenarios } from '@collagility/fixtures/agents/codex/scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/codex/workspace.ts';
import { type ContractWorld, runAdapterContract } from '../../contract-tests/index.ts';
import { fakeContract } from '../../fake-contract.ts';
import { fieldsAt, textAt } from '../../fields.ts';
import { CodexAdapter } from './adapter.ts';
import { FakeCodex } from './fake-codex.ts';
import { codexRow } from './row.ts';

async function open(): Promise<ContractWorld> {
  const fake = new FakeCodex();
  const create = (count: number, environment: Record<string, string>) =>
    new CodexAdapter(`codex-${count}`, { environment });
  return {
    ...fakeContract({ fake, workspace: openWorkspace(), scenarios, create }),
    earlierPrompts: () => fake.prompts().at(-1)?.history.length ?? 0,
    systemPromptSeen: () =>
      fake
        .received()
        .flatMap((line) => textAt(fieldsAt(line, 'params'), 'developerInstructions') ?? [])
        .at(-1) ?? '',
    contextFilesSeen: () => fake.contextFiles(),
    command: { text: '/compact', hasRun: () => fake.hasRunCommand('/compact') },
  };
}

runAdapterContract('Codex (fake)', { row: codexRow, open });
