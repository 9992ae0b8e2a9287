import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { findSurvivors, type ProcessRecord } from '../../process/index.ts';
import { Terminals } from './terminals.ts';

// The commands that the bridge runs for an agent.

const closing: Array<() => Promise<void>> = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

function open() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'clg-terminals-')));
  const told: string[] = [];
  const records: ProcessRecord[] = [];
  const terminals = new Terminals({
    workspacePath: folder,
    environment: { PATH: '/usr/bin:/bin', HOME: folder },
    graceMs: 200,
    mayRun: () => Promise.resolve(true),
    onOutput: (_terminalId, text) => void told.push(text),
    onExit: () => undefined,
    onStarted: (record) => records.push(record),
  });
  closing.push(async () => {
    await terminals.endAll();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (command: string) => terminals.serve('terminal/create', { command }, '{}');
  const ended = () => terminals.serve('terminal/wait_for_exit', { terminalId: 'terminal-1' }, '{}');
  return { terminals, told, records, run, ended };
}

describe('live output', () => {
  test('[B34] a character whose bytes come apart is told once, whole', async () => {
    const { run, ended, told } = open();
    await run(`printf '\\342\\224'; sleep 0.2; printf '\\214\\360\\237'; sleep 0.2; printf '\\230\\200 end'`);
    expect(await ended()).toMatchObject({ ok: true, result: { exitCode: 0 } });
    expect(told.length).toBeGreaterThan(1);
    expect(told.join('')).toBe('┌😀 end');
  });

  test('[B34] half a character at the very end is told as what it is', async () => {
    const { run, ended, told } = open();
    await run(`printf 'x\\342'`);
    await ended();
    expect(told.join('')).toBe('x\uFFFD');
  });

  test('[B35] colours and carriage returns reach the card as they are, piece by piece', async () => {
    const { run, ended, told } = open();
    await run(`printf '\\033[32m1%%\\r'; sleep 0.2; printf '57%%\\r'; sleep 0.2; printf 'done\\033[0m\\n'`);
    await ended();
    expect(told.length).toBeGreaterThan(1);
    expect(told.join('')).toBe('\u001b[32m1%\r57%\rdone\u001b[0m\n');
  });

  test('all of a long build is told while it runs, also beyond what is kept for the agent', async () => {
    const { terminals, ended, told } = open();
    const build = 'for i in $(seq 1 20000); do echo "[$i/20000] compiled another file"; done';
    await terminals.serve('terminal/create', { command: build, outputByteLimit: 1_000 }, '{}');
    await ended();
    const lines = told.join('').trimEnd().split('\n');
    expect(lines).toHaveLength(20_000);
    expect(lines.at(-1)).toBe('[20000/20000] compiled another file');
    const kept = await terminals.serve('terminal/output', { terminalId: 'terminal-1' }, '{}');
    expect(kept).toMatchObject({ ok: true, result: { truncated: true } });
  });

  test('[B25] what a command left behind ends with it, also what left its group', async () => {
    const { run, ended, records, terminals } = open();
    await run('setsid sleep 600 > /dev/null 2>&1 & sleep 601 > /dev/null 2>&1 & echo on');
    await ended();
    await terminals.endAll();
    expect(records.length).toBe(1);
    for (const record of records) expect(await findSurvivors(record)).toEqual([]);
  });
});

describe('many commands', () => {
  test('that ended and were never released make room for the next ones', async () => {
    const { terminals, run } = open();
    for (let count = 1; count <= 70; count += 1) {
      expect(await run('true'), `command ${count}`).toMatchObject({ ok: true });
      await terminals.serve('terminal/wait_for_exit', { terminalId: `terminal-${count}` }, '{}');
    }
    expect(await terminals.serve('terminal/output', { terminalId: 'terminal-70' }, '{}')).toMatchObject({ ok: true });
    expect(await terminals.serve('terminal/output', { terminalId: 'terminal-1' }, '{}')).toMatchObject({ ok: false });
  });
});
