import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAdapterContract } from '@collagility/adapters/contract-tests';
import { codexRow } from '@collagility/adapters/drivers/codex';
import { openRealCodex } from './real-codex.ts';

const mcpServer = join(import.meta.dirname, '..', '..', 'fixtures', 'fake-clis', 'mcp-trace.mjs');

runAdapterContract('Codex 0.171.0, the real one', {
  row: codexRow,
  timeoutMs: 60_000,
  without: {
    bigOutput: 'Codex keeps one megabyte of a tool’s output; proven with the fake one',
  },
  async open() {
    const real = await openRealCodex();
    const hasCompacted = () => JSON.stringify(real.model.requests().at(-1) ?? {}).includes('user_requested');
    const trace = join(real.codexHome, 'mcp-trace.txt');
    return {
      ...real,
      mcp: {
        servers: { trace: { command: process.execPath, args: [mcpServer, trace] } },
        wasAsked: () => existsSync(trace) && readFileSync(trace, 'utf8').includes('tools/list'),
      },
      command: { text: '/compact', hasRun: hasCompacted },
    };
  },
});
