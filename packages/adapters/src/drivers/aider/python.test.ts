import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FaultWorld } from '../../fault-world.ts';
import { findBinary } from '../../process/index.ts';
import { AiderAdapter } from './adapter.ts';
import { driverPath } from './find-python.ts';

// The part of the driver that runs in aider's own Python, in any Python that is here, with a stand-in for aider.

vi.setConfig({ testTimeout: 20_000 });

const python = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0);
const stub = dirname(
  dirname(createRequire(import.meta.url).resolve('@collagility/fixtures/fake-clis/aider-stub/aider/io.py')),
);

const closing: Array<() => Promise<void>> = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function started(more: { overlay?: string } = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'clg-aider-')));
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'clg-home-')));
  const found = findBinary(python ?? 'python3');
  const binaryPath = found.ok ? found.path : 'python3';
  const environment = { PATH: process.env['PATH'], HOME: home, PYTHONPATH: stub };
  const open = (id: string) => {
    const adapter = new AiderAdapter(id, { environment, waits: { graceMs: 200 } });
    closing.push(() => adapter.terminate());
    return new FaultWorld(adapter, { workspacePath: folder, binaryPath });
  };
  closing.push(async () => {
    for (const one of [folder, home]) rmSync(one, { recursive: true, force: true });
  });
  const world = open('aider-p');
  await world.start(more.overlay === undefined ? {} : { systemPromptOverlay: more.overlay });
  return { world, folder, home, open };
}

describe.skipIf(python === undefined)('the driver in Python (left out where there is no Python)', () => {
  test('is of the language that the oldest supported aider has', () => {
    const source = 'import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read(), feature_version=(3, 9))';
    const files = readdirSync(driverPath).filter((name) => name.endsWith('.py'));
    for (const name of files) execFileSync(python ?? '', ['-c', source, join(driverPath, name)]);
    expect(files).toContain('__main__.py');
  });

  test('ends when the bridge is gone, also where what runs swallows each interrupt', () => {
    const source = [
      'import sys, time; sys.path.insert(0, sys.argv[1])',
      'from clg_channel import Channel',
      'Channel.grace_seconds = 2',
      'channel, is_started = Channel(), False',
      'channel.is_busy = True',
      'while True:',
      '  try:',
      '    if not is_started: is_started = True; channel.start()',
      '    time.sleep(60)',
      '  except KeyboardInterrupt: channel.tell("swallowed")',
    ].join('\n');
    // Its input is at its end from the start.
    const ended = spawnSync(python ?? '', ['-c', source, driverPath], { input: '', timeout: 15_000, encoding: 'utf8' });
    expect(ended).toMatchObject({ status: 1, signal: null });
    expect(ended.stdout.split('\n').filter(Boolean)).toEqual(Array(2).fill('{"type": "swallowed"}'));
  });

  test('[B32] what aider prints is no message; text, tokens and cost come as they are, the overlay is in its prompt', async () => {
    const { world } = await started({ overlay: 'Be brief.' });
    expect(await world.turn('say ≤ 日本 🙂')).toMatchObject({
      outcome: 'completed',
      usage: { inputTokens: 10, outputTokens: 5, costUsd: 0.25, contextWindowTokens: 1000 },
    });
    expect(world.of('BLOCK_END').map(({ text }) => text)).toEqual(['be good\n\nBe brief. | 0 | ≤ 日本 🙂']);
    expect(world.of('RAW').some(({ nativeType }) => nativeType === 'printed')).toBe(true);
  });

  test('a new file is asked about once, by us, and aider’s own question is not put again', async () => {
    const { world, folder } = await started();
    await world.turn('edit a.txt', () => ({ approved: false, userFeedback: 'No.' }));
    expect(existsSync(join(folder, 'a.txt'))).toBe(false);
    await world.turn('edit a.txt');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
    expect(world.of('TOOL_APPROVAL_REQUESTED')).toHaveLength(2);
    expect(world.of('FILE_CHANGED')).toMatchObject([{ path: 'a.txt', change: 'added', added: 2 }]);
  });

  test('a command is asked about once, runs as edited, its output is live and has no keyboard', async () => {
    const { world, folder } = await started();
    const updatedInput = { command: 'echo 1; sleep 0.2; cat; echo 2 > b.txt' };
    await world.turn('shell echo never', () => ({ approved: true, updatedInput }));
    expect(world.of('TOOL_APPROVAL_REQUESTED')).toHaveLength(1);
    expect(world.of('TOOL_EXECUTED')).toMatchObject([{ status: 'completed', exitCode: 0, output: '1\n' }]);
    expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('2\n');
  });

  test.each(['text', 'shell', 'question'])('an interrupt, and a second one, stop %s and not aider', async (what) => {
    const { world, adapter } = await started().then((opened) => ({ ...opened, adapter: opened.world.adapter }));
    await world.send(what === 'text' ? 'slow' : 'shell echo on; sleep 600');
    if (what === 'text') await world.until('STREAM_CHUNK');
    else if (what === 'shell') await world.until('TOOL_UPDATED');
    else await world.until('TOOL_APPROVAL_REQUESTED', () => undefined);
    await Promise.all([adapter.interrupt(), adapter.interrupt()]);
    await world.until('STREAM_END');
    expect(world.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(await world.turn('say on')).toMatchObject({ outcome: 'completed' });
  });

  test('errors by the name of their class, told once; a fault of aider’s own ends the turn only', async () => {
    const { world } = await started();
    expect(await world.turn('fail')).toMatchObject({ error: { code: 'AUTH_CREDENTIAL_INVALID' } });
    expect(world.of('ERROR')).toHaveLength(1);
    expect(await world.turn('break')).toMatchObject({ outcome: 'failed', error: { code: 'PROTOCOL_VIOLATION' } });
    expect(await world.turn('say on')).toMatchObject({ outcome: 'completed' });
  });

  test('its session is kept for this user only, and goes on in another process', async () => {
    const { world, home, open } = await started();
    await world.turn('say one');
    const nativeSessionId = world.of('SESSION_STARTED')[0]?.nativeSessionId ?? '';
    const kept = join(home, '.aider', 'sessions', `${nativeSessionId}.json`);
    expect(statSync(kept).mode & 0o077).toBe(0);
    await world.adapter.terminate();
    const again = open('aider-q');
    expect(await again.start({ resume: { nativeSessionId } })).toMatchObject({ session: 'resumed', nativeSessionId });
    await again.turn('say two');
    expect(again.of('BLOCK_END').at(-1)?.text).toBe('be good | 1 | two');
  });

  test('a model that is changed holds from the next turn on', async () => {
    const { world } = await started();
    await world.adapter.setModel('other');
    await world.turn('say on');
    expect(world.of('STATUS')).toContainEqual({ code: 'model', text: 'other' });
  });

  test.each(['../../etc/passwd', '0', '00000000-0000-4000-8000-00000000000g'])(
    'a session id is one and nothing else, so that no path can be asked for (%s)',
    async (nativeSessionId) => {
      const { open } = await started();
      await expect(open('aider-r').start({ resume: { nativeSessionId } })).rejects.toMatchObject({
        detail: { resumeRefused: true },
      });
    },
  );
});
