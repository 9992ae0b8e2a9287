import { defineConfig } from 'vitest/config';

// Real agents, installed by tools/agents.mjs; apart from the usual run because they are large. On CI each has
// two more tries: these are other people's programs on a shared machine.
export default defineConfig({
  test: {
    name: 'agents',
    include: ['**/*.agent.ts'],
    root: import.meta.dirname,
    testTimeout: 60_000,
    maxWorkers: 2,
    // The error tables wait more than they work; each fault has an agent of its own.
    maxConcurrency: 3,
    retry: process.env.CI ? 2 : 0,
  },
});
