import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childrenFile, endSurvivors } from './survivors.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'collagility-survivors-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sourceOf = (file: string) => JSON.stringify(join(import.meta.dirname, file));

/** A bridge that starts a child, writes it down and is killed. */
async function killedBridge(file: string) {
  const program = `
    import { spawnAgent } from ${JSON.stringify(import.meta.resolve('@collagility/adapters/process'))};
    import { childrenFile } from ${sourceOf('survivors.ts')};
    const children = childrenFile(${JSON.stringify(file)});
    children.begin([]);
    spawnAgent({ command: process.execPath, arguments: ['-e', 'setInterval(() => {}, 1000)'], workspacePath: '/',
      onStdout() {}, onStarted(record) { children.add(record); console.log(record.pid); } });`;
  const bridge = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = await once(bridge.stdout, 'data');
  bridge.kill('SIGKILL');
  await once(bridge, 'exit');
  return Number(String(pid));
}

test('[B25] an agent that outlived kill -9 of its bridge is found by the next start, and ended', async () => {
  const file = join(folder, 'children.json');
  const pid = await killedBridge(file);
  const survivors = await childrenFile(file).survivors();
  expect(survivors.flatMap(({ pids }) => pids)).toContain(pid);
  expect(await endSurvivors(survivors)).toEqual([]);
  expect(await childrenFile(file).survivors()).toEqual([]);
});

test('[B62] a pid that belongs to another program by now is left alone', async () => {
  const file = join(folder, 'children.json');
  const children = childrenFile(file);
  children.begin([]);
  children.add({ pid: process.pid, startTime: 'another time', mark: 'f'.repeat(32), command: 'claude' });
  expect(await childrenFile(file).survivors()).toEqual([]);
});

test('survivors that were left alone are found again the time after', async () => {
  const file = join(folder, 'children.json');
  await killedBridge(file);
  const survivors = await childrenFile(file).survivors();
  childrenFile(file).begin(survivors);
  const again = await childrenFile(file).survivors();
  expect(again).toHaveLength(1);
  await endSurvivors(again);
});
