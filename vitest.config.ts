import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'fixtures', 'e2e/vitest.config.ts'],
    testTimeout: 20_000,
  },
});
