import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createJsonlReader } from '../jsonl.ts';
import { startFailure } from '../start-failure.ts';
import { endTree, findSurvivors, type ProcessRecord } from './end-tree.ts';
import { readStartTime } from './process-table.ts';
import { type AgentProcess, spawnAgent } from './spawn-agent.ts';

const resolveFixture = createRequire(import.meta.url).resolve;
const running: AgentProcess[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((agent) => agent.end({ graceMs: 0 })));
});

function start(fake: string, ...args: string[]) {
  const lines: Record<string, unknown>[] = [];
  const waiting: Array<(line: Record<string, unknown>) => void> = [];
  const reader = createJsonlReader({
    onObject(value) {
      const next = waiting.shift();
      if (next) next(value);
      else lines.push(value);
    },
    onNoise: () => undefined,
    onLineTooLong: () => undefined,
  });
  let keep: (record: ProcessRecord) => void;
  const record = new Promise<ProcessRecord>((resolve) => {
    keep = resolve;
  });
  const agent = spawnAgent({
    command: process.execPath,
    arguments: [resolveFixture(`@collagility/fixtures/fake-clis/${fake}.mjs`), ...args],
    workspacePath: tmpdir(),
    extraEnvironment: { VISIBLE: '1' },
    onStdout: (chunk) => reader.push(chunk),
    onStarted: (found) => keep(found),
  });
  running.push(agent);
  const nextLine = () =>
    new Promise<Record<string, unknown>>((resolve) => {
      const line = lines.shift();
      if (line) resolve(line);
      else waiting.push(resolve);
    });
  return { agent, record, nextLine };
}

const living = async (pid: unknown) => (await readStartTime(Number(pid))) !== undefined;

describe.runIf(process.platform === 'linux')('ending a tree', () => {
  test.each(['wrapped', 'setsid', 'leader-exits'])('[B25] no grandchild outlives the end: %s', async (shape) => {
    const { agent, nextLine } = start('process-tree', shape);
    const { grandchild } = await nextLine();
    expect(await living(grandchild)).toBe(true);
    if (shape === 'leader-exits') await agent.exited;
    expect(await agent.end({ graceMs: 200 })).toEqual([]);
    expect(await living(grandchild)).toBe(false);
  });

  test('[B25] what survived a killed bridge is found by its record, and can be ended', async () => {
    const { agent, record, nextLine } = start('process-tree', 'setsid');
    const { grandchild } = await nextLine();
    const kept = await record;
    // As after `kill -9`: only the record is left, and the leader is gone with its parent's pipes.
    process.kill(kept.pid, 'SIGKILL');
    await agent.exited;
    expect(await findSurvivors(kept)).toEqual([grandchild]);
    expect(await endTree(kept, { graceMs: 100 })).toEqual([]);
    expect(await findSurvivors(kept)).toEqual([]);
  });

  test('[B25] a pid that belongs to another program by now is left alone', async () => {
    const stranger = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    const pid = Number(stranger.pid);
    const stale: ProcessRecord = { pid, startTime: 'long ago', mark: 'no such mark', command: 'agent' };
    expect(await findSurvivors(stale)).toEqual([]);
    expect(await endTree(stale, { graceMs: 0 })).toEqual([]);
    expect(await living(pid)).toBe(true);
    stranger.kill('SIGKILL');
  });

  test('[B05] the exit is seen although a grandchild holds the output open', async () => {
    const { agent, nextLine } = start('process-tree', 'leader-exits');
    await nextLine();
    const exit = await Promise.race([agent.exited, wait(3_000, 'late' as const)]);
    expect(exit).toMatchObject({ kind: 'exited', code: 0 });
  });
});

const eightMebibytes = 'x'.repeat(8 * 1024 * 1024);

test('[B26] a program that ends before it reads fails alone, with its code and its last words', async () => {
  const { agent } = start('bad-input', 'exits');
  const other = start('echo-surroundings');
  expect(await agent.write(eightMebibytes)).toMatchObject({ ok: false, reason: 'input_closed' });
  expect(await agent.exited).toEqual({ kind: 'exited', code: 7, signal: null, stderrTail: 'no config found\n' });
  expect(await agent.write('more')).toMatchObject({ ok: false });
  await other.agent.write('still here');
  other.agent.closeInput();
  expect(await other.nextLine()).toMatchObject({ input: 'still here' });
});

test('[B26] a program that closes its input and lives refuses the write', async () => {
  const { agent, nextLine } = start('bad-input', 'closes');
  await nextLine();
  expect(await agent.write(eightMebibytes)).toMatchObject({ ok: false, reason: 'input_closed' });
});

test('[B26] a missing program is an exit that says so', async () => {
  const agent = spawnAgent({
    command: '/no/such/agent',
    arguments: [],
    workspacePath: tmpdir(),
    onStdout: () => undefined,
  });
  expect(await agent.write('hello')).toMatchObject({ ok: false });
  expect(await agent.exited).toMatchObject({ kind: 'not_started', errorCode: 'ENOENT' });
  expect(await agent.end()).toEqual([]);
});

test('[B26] a folder that was moved away while the room ran is not blamed on the program', async () => {
  const agent = spawnAgent({
    command: process.execPath,
    arguments: ['--version'],
    workspacePath: join(tmpdir(), 'no-such-folder-to-work-in'),
    onStdout: () => undefined,
  });
  const exit = await agent.exited;
  expect(exit).toMatchObject({ kind: 'not_started', folderGone: true });
  const failure = startFailure({ name: 'An agent', installFix: 'Install it.' }, exit);
  expect(failure.message).toBe('An agent could not be started: the folder that it works in is not there any more.');
  expect(failure.detail.fix).not.toContain('Install');
});

test('[B20] five megabytes of prompt go through the input whole', async () => {
  const { agent, nextLine } = start('echo-surroundings');
  const prompt = '😀'.repeat(1_310_720);
  expect(await agent.write(prompt)).toEqual({ ok: true });
  agent.closeInput();
  expect((await nextLine())['input']).toBe(prompt);
});

test('[B20] an environment too large to start with is an exit that says so', async () => {
  const agent = spawnAgent({
    command: process.execPath,
    arguments: [],
    workspacePath: tmpdir(),
    extraEnvironment: { HUGE: 'x'.repeat(4 * 1024 * 1024) },
    onStdout: () => undefined,
  });
  expect(await agent.exited).toMatchObject({ kind: 'not_started', errorCode: 'E2BIG' });
});

test('[B29] the started program sees the built environment and nothing else', async () => {
  process.env['COLLAGILITY_ROOM_SECRET'] = 'z';
  process.env['CLAUDECODE'] = '1';
  const { agent, nextLine } = start('echo-surroundings');
  delete process.env['COLLAGILITY_ROOM_SECRET'];
  delete process.env['CLAUDECODE'];
  agent.closeInput();
  const { environment } = await nextLine();
  expect(environment).toMatchObject({ VISIBLE: '1', PATH: process.env['PATH'] });
  expect(Object.keys(environment as object).filter((name) => /^(COLLAGILITY_|CLAUDECODE|VITEST)/.test(name))).toEqual(
    [],
  );
});
