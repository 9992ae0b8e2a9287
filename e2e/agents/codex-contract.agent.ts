import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAdapterContract } from '@collagility/adapters/contract-tests';
import { codexRow } from '@collagility/adapters/drivers/codex';
import { versionOf } from './installed.ts';
import { openRealCodex } from './real-codex.ts';

const mcpServer = join(import.meta.dirname, '..', '..', 'fixtures', 'fake-clis', 'mcp-trace.mjs');

runAdapterContract(`Codex ${versionOf('codex')}, the real one`, {
  row: codexRow,
  timeoutMs: 60_000,
  triesLimited: true,
  cutsOutput: true,
  leaveOut: [{ title: /word for word$/, reason: 'the words come as text into the turn, not with the refusal' }],
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
