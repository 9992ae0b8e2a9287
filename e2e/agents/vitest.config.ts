import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes begin first, so that none of them is left over for one worker at the end. */
const longest = ['openclaw', 'hermes', 'gemini', 'aider', 'opencode', 'claude', 'qwen', 'copilot'];

class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((agent) => basename(moduleId) === `${agent}-contract.agent.ts`);
      return at === -1 ? longest.length : at;
    };
    return Promise.resolve([...files].sort((one, other) => place(one) - place(other)));
  }
}

// Real agents, installed by tools/agents.mjs; apart from the usual run because they are large. On CI each has
// two more tries: these are other people's programs on a shared machine.
export default defineConfig({
  test: {
    name: 'agents',
    include: ['**/*.agent.ts'],
    root: import.meta.dirname,
    testTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    // More than two cores have work for: agents wait for their own clocks, as Gemini does for the next minute.
    maxWorkers: 3,
    // The error tables wait more than they work.
    maxConcurrency: 5,
    retry: process.env.CI ? 2 : 0,
  },
});
