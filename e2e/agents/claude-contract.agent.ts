import { existsSync } from 'node:fs';
import { runAdapterContract } from '@collagility/adapters/contract-tests';
import { claudeRow } from '@collagility/adapters/drivers/claude';
import { versionOf } from './installed.ts';
import { openRealClaude } from './real-claude.ts';

runAdapterContract(`Claude Code ${versionOf('claude')}, the real one`, {
  row: claudeRow,
  timeoutMs: 60_000,
  triesLimited: true,
  cutsOutput: true,
  async open() {
    const real = await openRealClaude();
    return {
      ...real,
      command: { text: '/clear', hasRun: () => existsSync(real.home) && real.model.requests().length === 0 },
    };
  },
});
