import { type ContractScenario, runAdapterContract } from '@collagility/adapters/contract-tests';
import { openRealAcp, realFactory } from './real-acp.ts';

const everywhere: Partial<Record<ContractScenario, string>> = {
  question: 'the protocol has no questions',
  plan: 'the protocol has no plan review',
  crash: 'the model cannot end the process; proven with the fake one',
  bigOutput: 'agents cut the output of a tool by themselves; proven with the fake one',
};

/** What an agent cannot be brought to play, and why. */
const without: Readonly<Record<string, Partial<Record<ContractScenario, string>>>> = {};

/** Tests that an agent cannot pass by itself. */
const leaveOut: Readonly<Record<string, ReadonlyArray<{ title: RegExp; reason: string }>>> = {
  goose: [{ title: /^\[B20\]/, reason: 'the prompt is larger than the model’s window, so goose compacts it first' }],
};

/** The whole contract on the real program. */
export function runRealContract(agent: string): void {
  const { row } = realFactory(agent);
  runAdapterContract(`${row.name}, the real one`, {
    row,
    timeoutMs: 60_000,
    without: { ...everywhere, ...without[agent] },
    leaveOut: leaveOut[agent] ?? [],
    open: () => openRealAcp(agent),
  });
}
