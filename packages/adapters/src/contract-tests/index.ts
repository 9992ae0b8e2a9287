import { afterAll, describe } from 'vitest';
import { approvalContract } from './approval-contract.ts';
import { capabilityContract } from './capability-contract.ts';
import { idleAgent } from './contract-test.ts';
import { crashContract } from './crash-contract.ts';
import { interruptContract } from './interrupt-contract.ts';
import { lifecycleContract } from './lifecycle-contract.ts';
import { promptContract } from './prompt-contract.ts';
import { resumeContract } from './resume-contract.ts';
import type { ContractSetup } from './setup.ts';
import { turnContract } from './turn-contract.ts';

export { type ContractScenario, type ContractSetup, type ContractWorld, contractScenarios } from './setup.ts';

/** The promises of the port, as tests that any driver runs: call it in a test file of the driver. */
export function runAdapterContract(title: string, setup: ContractSetup): void {
  const run = { ...setup, idle: idleAgent(setup.open) };
  describe(`the adapter contract: ${title}`, { timeout: setup.timeoutMs ?? 20_000 }, () => {
    afterAll(() => run.idle.end());
    lifecycleContract(run);
    turnContract(run);
    approvalContract(run);
    interruptContract(run);
    promptContract(run);
    resumeContract(run);
    crashContract(run);
    capabilityContract(run);
  });
}
