import { scenarios } from '@collagility/fixtures/agents/claude/scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import { type ContractWorld, runAdapterContract } from '../../contract-tests/index.ts';
import { fakeContract } from '../../fake-contract.ts';
import { AcpAdapter } from './adapter.ts';
import { FakeAcp, fakeProfile } from './fake-acp.ts';
import type { AcpProfile } from './profile.ts';

async function open(profile: AcpProfile, faults: readonly string[]): Promise<ContractWorld> {
  const fake = new FakeAcp(faults);
  const create = (count: number, environment: Record<string, string>) =>
    new AcpAdapter(`acp-${count}`, profile, { environment });
  return {
    ...fakeContract({ fake, workspace: openWorkspace(), scenarios, create }),
    mcp: {
      servers: { demo: { command: 'demo-server', args: ['--stdio'], env: { A: '1' } } },
      wasAsked: () => fake.mcpServers().some((server) => JSON.stringify(server).includes('demo-server')),
    },
    contextFilesSeen: () => fake.contextFiles(),
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
