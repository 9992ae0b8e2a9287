import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    name: 'web',
    // One page per worker in a context of its own for each file: jsdom costs more than the tests.
    pool: 'vmThreads',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    setupFiles: ['src/testing/browser-gaps.ts'],
    testTimeout: 20_000,
  },
});
