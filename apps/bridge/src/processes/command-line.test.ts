import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltBridge, buildBridge } from '../testing/built-bridge.ts';

let built: BuiltBridge;
beforeAll(async () => {
  built = await buildBridge();
});
afterAll(() => built.close());

async function run(...args: string[]) {
  const bridge = built.start(built.newUser(), args);
  const code = await bridge.exited();
  return { code, stdout: bridge.stdout, stderr: bridge.stderr };
}

describe('the bin', () => {
  test('is executable', () => {
    expect(statSync(built.bin).mode & 0o777).toBe(0o755);
  });

  test('[B67] --help and --version need nothing but Node', async () => {
    const help = await run('--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('--insecure-lan');
    expect((await run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each([
    [['--agnet', 'mock'], 'Unknown flag --agnet. Did you mean --agent?'],
    [['export'], '`export` is not in this version yet. (A folder of that name: ./export)'],
    [['--mode', 'yolo'], '--mode is ask or act (it got "yolo").'],
  ])('%j: one sentence on stderr, nothing on stdout, exit 64', async (args, message) => {
    expect(await run(...args)).toEqual({
      code: 64,
      stdout: '',
      stderr: `${message}\nAll flags: collagility-bridge --help\n`,
    });
  });

  test('[B26] output that cannot be written is told and is no success, nor a stack trace', async () => {
    const user = built.newUser();
    const full = built.start(user, ['-c', 'exec "$0" "$1" --help >/dev/full', process.execPath, built.bin], {
      command: '/bin/sh',
      bare: true,
    });
    expect(await full.exited()).toBe(1);
    expect(full.stderr).toMatch(/^What is printed cannot be written any more \(ENOSPC.*\n$/);
  });

  test('started by npm start, it names npm start', async () => {
    const bridge = built.start(built.newUser(), ['--agnet'], { env: { COLLAGILITY_STARTED_BY: 'npm start' } });
    expect(await bridge.exited()).toBe(64);
    expect(bridge.stderr).toContain('All flags: npm start -- --help');
  });

  test('an unknown agent is named with the nearest known one', async () => {
    const result = await run('--agent', 'mok', 'project');
    expect(result).toMatchObject({ code: 64, stdout: '' });
    expect(result.stderr).toContain('There is no agent "mok". Did you mean mock?');
  });

  test.each(['acp:', 'terminal: '])(
    '%j names no program: a slip, not a failure, and nothing is made',
    async (agent) => {
      const user = built.newUser();
      const bridge = built.start(user, ['project', `--agent=${agent}`]);
      expect(await bridge.exited()).toBe(64);
      expect(bridge.stderr).toContain('Name the ');
      expect(bridge.stderr).not.toContain('tell us');
    },
  );

  test('the rooms and their keys are not shared, and no folder of files becomes their place', async () => {
    const user = built.newUser();
    mkdirSync(join(user.home, 'kept'));
    const shared = built.start(user, ['kept', '--agent', 'mock', '--data-dir', 'kept']);
    expect(await shared.exited()).toBe(66);
    expect(shared.stderr).toContain('holds the rooms and their keys');
    writeFileSync(join(user.project, 'a.txt'), '');
    const foreign = built.start(user, ['project', '--agent', 'mock', '--data-dir', 'project']);
    expect(await foreign.exited()).toBe(73);
    expect(foreign.stderr).toContain('--data-dir');
  });

  test('doctor tells what is broken and goes on to the rest', async () => {
    const user = built.newUser();
    const data = join(user.home, 'data');
    mkdirSync(join(data, 'folders'), { recursive: true });
    writeFileSync(join(data, 'settings.json'), '{');
    const damaged = built.start(user, ['doctor', '--data-dir', data]);
    expect(await damaged.exited()).toBe(69);
    expect(damaged.stdout).toContain('settings.json cannot be read');
    expect(damaged.stdout).toContain('cloudflared');
    const closed = built.start(user, ['doctor', '--data-dir', join(data, 'settings.json', 'below')]);
    expect(await closed.exited()).toBe(69);
    expect(closed.stdout).toContain('that cannot be written');
    expect(closed.stdout).toContain('cloudflared');
  });

  test('a missing folder is said before anything is made', async () => {
    const result = await run('nowhere');
    expect(result).toMatchObject({ code: 66, stdout: '' });
    expect(result.stderr).toMatch(/There is no folder .*nowhere\. Nothing was started\./);
  });

  test('a folder that is gone under the terminal is said in words, and another one can be named all the same', async () => {
    const inGoneFolder = async (args: string) => {
      const line = `mkdir gone; cd gone; rmdir ../gone; exec "${process.execPath}" "${built.bin}" ${args}`;
      const bridge = built.start(built.newUser(), ['-c', line], { command: '/bin/sh', bare: true });
      return { code: await bridge.exited(), stderr: bridge.stderr };
    };
    expect(await inGoneFolder('')).toEqual({
      code: 66,
      stderr: expect.stringContaining('stands in is gone. Nothing was'),
    });
    expect((await inGoneFolder('/nowhere')).stderr).toContain('There is no folder /nowhere.');
  });

  test('with --json trouble is a line too, and stdout holds nothing else', async () => {
    const result = await run('nowhere', '--json');
    expect(result).toMatchObject({ code: 66, stderr: '' });
    expect(JSON.parse(result.stdout)).toMatchObject({ type: 'error', code: 'folder_missing' });
  });

  test('[B64] --lan without TLS opens nothing', async () => {
    const result = await run('project', '--lan', '--agent', 'mock');
    expect(result.code).toBe(77);
    expect(result.stderr).toContain('Nothing was opened');
  });

  test('agents and doctor speak to people and to programs', async () => {
    expect((await run('agents')).stdout).toContain('Mock agent (mock)');
    const lines = (await run('agents', '--json')).stdout.trimEnd().split('\n');
    const agents = lines.map((line) => JSON.parse(line));
    expect(agents).toContainEqual(expect.objectContaining({ type: 'agent', id: 'mock', installed: true }));
    const doctor = await run('doctor');
    expect(doctor.stdout).toContain('cloudflared');
    expect(doctor.code).toBe(0);
  });

  test('relay use is remembered, shown by doctor, and forgotten by none', async () => {
    const user = built.newUser();
    const use = async (...args: string[]) => {
      const bridge = built.start(user, args);
      await bridge.exited();
      return bridge.stdout;
    };
    expect(await use('relay', 'use', 'http://127.0.0.1:9')).toContain('http://127.0.0.1:9');
    expect(await use('doctor')).toMatch(/Relay\s+http:\/\/127\.0\.0\.1:9: /);
    const slip = built.start(user, ['relay', 'use', 'nonne']);
    expect(await slip.exited()).toBe(64);
    expect(slip.stderr).toContain('"nonne" cannot be used. That is no host name');
    expect(slip.stderr).toContain('Nothing was changed');
    expect(await use('doctor')).toMatch(/Relay\s+http:\/\/127\.0\.0\.1:9: /);
    await use('relay', 'use', 'none');
    expect(await use('doctor')).toContain('the one inside the bridge');
  });

  test('the stand-alone relay answers, names who has its port, and ends by Ctrl+C', async () => {
    const relay = built.start(built.newUser(), ['relay', '--port', '0']);
    while (!relay.stdout.includes('\n')) await new Promise((resolve) => setTimeout(resolve, 20));
    const url = /http:\/\/\S+/.exec(relay.stdout)?.[0] ?? '';
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const second = await run('relay', '--port', new URL(url).port);
    expect(second.code).toBe(75);
    expect(second.stderr).toContain(`collagility-bridge.mjs (pid ${relay.child.pid})`);
    relay.signal('SIGINT');
    expect(await relay.exited()).toBe(0);
  });
});
