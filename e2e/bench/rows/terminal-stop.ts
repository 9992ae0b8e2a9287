import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { terminalCommandFactory } from '@collagility/adapters/drivers/terminal';
import { median, type Row } from '../row.ts';

const floodMs = 3_000;
const givenUpMs = 10_000;
const controls = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** [B38]: what had piled up behind the keys would show here; its size is asserted in the driver's test. */
export const terminalStop: Row = {
  name: 'terminal-stop',
  title: `a shared shell runs \`yes\` for ${floodMs / 1000} s: Control-C typed → its prompt on the screen`,
  async run({ rounds }) {
    const stoppedMs: number[] = [];
    for (let round = 0; round < rounds; round++) stoppedMs.push(await measure());
    const detail = stoppedMs.map((ms) => ms.toFixed(0)).join(', ');
    return [{ what: 'Control-C', value: median(stoppedMs), unit: 'ms', better: 'lower', gate: 500, goal: 100, detail }];
  },
};

async function measure(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'collagility-bench-'));
  const environment = { PATH: '/usr/bin:/bin', HOME: folder, PS1: 'calm> ' };
  const adapter = terminalCommandFactory('terminal:bash --norc --noprofile', { environment }).create('bench');
  try {
    await adapter.initialize({ workspacePath: folder });
    const { terminal } = adapter;
    if (terminal === undefined) throw new Error('there is no terminal');
    const shows = async (what: string) => {
      const startedMs = performance.now();
      while (!terminal.snapshot(0).text.replace(controls, '').trimEnd().endsWith(what)) {
        if (performance.now() - startedMs > givenUpMs) throw new Error(`the screen does not end with "${what}"`);
        await wait(5);
      }
    };
    await shows('calm>');
    terminal.type('yes\r');
    await wait(floodMs);
    const typedMs = performance.now();
    terminal.type('\x03');
    await shows('calm>');
    return performance.now() - typedMs;
  } finally {
    await adapter.terminate();
    rmSync(folder, { recursive: true, force: true });
  }
}
