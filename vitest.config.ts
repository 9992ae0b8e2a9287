import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['packages/*/vitest.config.ts', 'apps/*/vitest.config.ts', 'e2e/vitest.config.ts'],
    testTimeout: 20_000,
    // Many tests wait for processes: a machine with two cores runs four files at once, not one.
    maxWorkers: Math.max(4, availableParallelism() - 1),
  },
});
