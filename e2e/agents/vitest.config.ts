import { defineConfig } from 'vitest/config';

// Real agents, installed by tools/agents.mjs; apart from the usual run because they are large.
export default defineConfig({
  test: { name: 'agents', include: ['**/*.agent.ts'], root: import.meta.dirname, testTimeout: 60_000, maxWorkers: 2 },
});
