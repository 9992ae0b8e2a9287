import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import type { ContractWorld } from './contract-tests/index.ts';
import type { FakeCli } from './fake-cli.ts';
import type { IAgentAdapter } from './port.ts';

export interface FakeContractOptions {
  fake: FakeCli;
  workspace: Omit<ContractWorld, 'config' | 'create' | 'script' | 'promptsSeen' | 'remembered' | 'close'> & {
    folder: string;
    remove(): void;
  };
  scenarios: Readonly<Record<string, (folder: string) => ReadonlyArray<ModelStep>>>;
  create(count: number, environment: Record<string, string>): IAgentAdapter;
  /** Where it is not the fake program itself. */
  binaryPath?: string;
}

/** What the scenarios left in a workspace is removed; the agent may go on in it. */
export function emptied(folder: string): true {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  return true;
}

let count = 0;

/** What the worlds of all fake programs share in the contract: adapters that end with it, scripts, what was seen. */
export function fakeContract({
  fake,
  workspace,
  scenarios,
  create,
  binaryPath = fake.binaryPath,
}: FakeContractOptions) {
  const adapters: IAgentAdapter[] = [];
  return {
    ...workspace,
    config: { workspacePath: workspace.folder, binaryPath },
    create(): IAgentAdapter {
      count += 1;
      const adapter = create(count, fake.environment);
      adapters.push(adapter);
      return adapter;
    },
    async script(name: string): Promise<string> {
      fake.addTurn(scenarios[name]?.(workspace.folder) ?? []);
      return `play ${name}`;
    },
    promptsSeen: () => fake.prompts().map(({ text }) => text),
    remembered: () => (fake.prompts().at(-1)?.history.length ?? 0) > 0,
    tidy: async () => emptied(workspace.folder),
    async close(): Promise<void> {
      await Promise.all(adapters.map((adapter) => adapter.terminate()));
      fake.remove();
      workspace.remove();
    },
  } satisfies ContractWorld;
}
