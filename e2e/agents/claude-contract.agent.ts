import { existsSync } from 'node:fs';
import { runAdapterContract } from '@collagility/adapters/contract-tests';
import { claudeRow } from '@collagility/adapters/drivers/claude';
import { openRealClaude } from './real-claude.ts';

runAdapterContract('Claude Code 2.1.332, the real one', {
  row: claudeRow,
  timeoutMs: 60_000,
  without: {
    bigOutput: 'Claude Code cuts the output of a tool by itself; proven with the fake one',
  },
  async open() {
    const real = await openRealClaude();
    return {
      ...real,
      command: { text: '/clear', hasRun: () => existsSync(real.home) && real.model.requests().length === 0 },
    };
  },
});
