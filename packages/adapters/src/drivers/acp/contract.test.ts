import { scenarios } from '@collagility/fixtures/agents/claude/scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import { type ContractWorld, runAdapterContract } from '../../contract-tests/index.ts';
import { AcpAdapter } from './adapter.ts';
import { FakeAcp, fakeProfile } from './fake-acp.ts';
import type { AcpProfile } from './profile.ts';

let adapterCount = 0;

async function open(profile: AcpProfile, faults: readonly string[]): Promise<ContractWorld> {
  const workspace = openWorkspace();
  const fake = new FakeAcp(faults);
  const adapters: AcpAdapter[] = [];
  return {
    ...workspace,
    config: { workspacePath: workspace.folder, binaryPath: fake.binaryPath },
    create() {
      adapterCount += 1;
      const adapter = new AcpAdapter(`acp-${adapterCount}`, profile, { environment: fake.environment });
      adapters.push(adapter);
      return adapter;
    },
    async script(name) {
      fake.addTurn(scenarios[name]?.(workspace.folder) ?? []);
      return `play ${name}`;
    },
    promptsSeen: () => fake.prompts().map(({ texts }) => texts.at(-1) ?? ''),
    remembered: () => (fake.prompts().at(-1)?.history.length ?? 0) > 0,
    mcp: {
      servers: { demo: { command: 'demo-server', args: ['--stdio'], env: { A: '1' } } },
      wasAsked: () => fake.mcpServers().some((server) => JSON.stringify(server).includes('demo-server')),
    },
    contextFilesSeen: () =>
      (fake.prompts().at(-1)?.texts ?? []).flatMap(
        (text) => /^(?:<file name="|See the file )([^",]+?)(?:[",]|\.$)/.exec(text)?.[1] ?? [],
      ),
    async close() {
      await Promise.all(adapters.map((adapter) => adapter.terminate()));
      fake.remove();
      workspace.remove();
    },
  };
}

const without = {
  question: 'The protocol has no questions; a choice among options is in misbehaviour.test.ts.',
  plan: 'The protocol has no plan review.',
};

runAdapterContract('ACP (fake)', { row: fakeProfile.row, without, open: () => open(fakeProfile, []) });

// The other habits: nothing is announced before it is asked for, refusals are silent, sessions are loaded and their
// history comes before and after the answer, and files and commands go through the bridge.
runAdapterContract('ACP (fake that says little)', {
  row: { ...fakeProfile.row, provider: 'quiet-acp' },
  without,
  open: () =>
    open(
      {
        ...fakeProfile,
        row: { ...fakeProfile.row, provider: 'quiet-acp' },
        session: { resumeBy: ['load'] },
        approvals: { refusalIsSilent: true },
      },
      ['announces-late', 'refuses-silently', 'replays-late', 'starts-in-auto', 'cancel-is-end', 'text-ids', 'noisy'],
    ),
});
