import { defineConfig } from 'vitest/config';

// Tests of whole programs without a browser (packing, processes). The browser's stories are Playwright's.
export default defineConfig({ test: { name: 'e2e', include: ['**/*.test.ts'], testTimeout: 60_000 } });
