import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltBridge, buildBridge } from '../testing/built-bridge.ts';

/** What of node-pty is used here; its own types are no module. */
type Window = {
  pid: number;
  write(keys: string): void;
  destroy(): void;
  /** As a window that hangs: it reads nothing. */
  pause(): void;
  resume(): void;
  onData(listener: (text: string) => void): void;
  onExit(listener: (end: { exitCode: number; signal?: number }) => void): void;
};
const { resolve } = createRequire(import.meta.url);
const { spawn }: { spawn(file: string, args: string[], options: object): Window } = createRequire(import.meta.url)(
  'node-pty',
);

let built: BuiltBridge;
beforeAll(async () => {
  built = await buildBridge();
  // As an install with optional packages leaves it.
  const modules = join(dirname(dirname(built.bin)), 'node_modules');
  mkdirSync(modules);
  const installed = resolve('node-pty').split('node-pty')[0] ?? '';
  for (const name of ['node-pty', '@lydell']) symlinkSync(join(installed, name), join(modules, name));
}, 60_000);
afterAll(() => built.close());

/** The bin in a window of its own. */
function open(args: string[], look: { columns?: number; path?: string; env?: Record<string, string> } = {}) {
  const user = built.newUser();
  const env = {
    PATH: look.path ?? '/usr/bin:/bin',
    HOME: user.home,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    ...look.env,
  };
  const window = spawn(process.execPath, [built.bin, ...args], {
    cwd: user.home,
    env,
    cols: look.columns ?? 80,
    rows: 24,
  });
  let text = '';
  window.onData((data) => {
    text += data;
  });
  const ended = new Promise<number>((resolve) => window.onExit(({ exitCode, signal }) => resolve(signal || exitCode)));
  const shows = async (wanted: string, from = 0) => {
    await until(`shows "${wanted}"`, () => text.includes(wanted, from)).catch((cause) => {
      throw new Error(`no "${wanted}" in:\n${text}`, { cause });
    });
  };
  return { user, window, ended, shows, text: () => text };
}

const stateOf = (pid: number): string | undefined => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0];

const isAlive = (pid: number): boolean => {
  try {
    return stateOf(pid) !== 'Z';
  } catch {
    // No such process.
    return false;
  }
};

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (const endMs = performance.now() + 15_000; !isSo(); ) {
    if (performance.now() > endMs) throw new Error(`not so in time: ${what}`);
    await new Promise((go) => setTimeout(go, 20));
  }
}

const gone = (pid: number): Promise<void> => until(`${pid} is gone`, () => !isAlive(pid));

describe('a room that was stopped and goes on', () => {
  // anthropics/claude-code #88249: it kept drawing, and its keys were dead.
  test('takes the terminal back from the shell that had it meanwhile: keys act, and nothing typed is shown', async () => {
    const { window, ended, shows, text } = open(['project', '--agent', 'mock', '--no-open']);
    await shows('? all keys');
    for (const round of [1, 2]) {
      const terminal = readlinkSync(`/proc/${window.pid}/fd/0`);
      process.kill(window.pid, 'SIGSTOP');
      await until('the room stands', () => stateOf(window.pid) === 'T');
      execFileSync('stty', ['-F', terminal, 'sane']);
      // As a shell would: what the room drew before comes before it.
      writeFileSync(terminal, `$ shell ${round}\n`);
      await shows(`$ shell ${round}`);
      const before = text().length;
      process.kill(window.pid, 'SIGCONT');
      await until('keys are its own', () => execFileSync('stty', ['-F', terminal, '-a']).includes('-icanon'));
      await shows('? all keys', before);
      window.write('?');
      await shows('close this list', before);
      expect(text().slice(before).match(/^\?/m), `round ${round}`).toBe(null);
      window.write('?');
    }
    window.write('\u0003');
    expect(await ended).toBe(0);
  });
});

describe('a window without colours', () => {
  test('NO_COLOR takes the colours only: the host has the keys, and comes to the own page', async () => {
    const { window, ended, shows, text } = open(['project', '--agent', 'mock'], { env: { NO_COLOR: '1' } });
    await shows('? all keys');
    await shows('o prints your page’s link');
    window.write('o');
    await shows('It makes who opens it a host');
    expect(text()).not.toMatch(/\u001b\[[\d;]*m/);
    window.write('\u0003');
    expect(await ended).toBe(0);
  });
});

describe('a window that takes nothing', () => {
  // ssh of a laptop that sleeps: the bridge waited in a write, and with it everybody in the room.
  test('[B46] does not hold the room, and shows how it is once it takes something again', async () => {
    const { window, ended, shows, text } = open(['project', '--agent', 'mock', '--no-open']);
    await shows('? all keys');
    const link = /http:\/\/[^\s/]+/.exec(text())?.[0];
    window.pause();
    // Each opens or closes the list of keys: far more than a terminal keeps.
    for (let at = 0; at < 150; at++) {
      window.write('?');
      await new Promise((go) => setTimeout(go, 10));
    }
    const answers = async () => (await fetch(`${link}/healthz`, { signal: AbortSignal.timeout(3_000) })).ok;
    for (let at = 0; at < 5; at++) {
      expect(await answers()).toBe(true);
      await new Promise((go) => setTimeout(go, 200));
    }
    const before = text().length;
    window.resume();
    await shows('? all keys', before);
    window.write('\u0003');
    expect(await ended).toBe(0);
  });
});

describe('a window that is closed', () => {
  test('[B25] [B26] ends the room as cleanly as Ctrl+C, and the agent with it', async () => {
    const { user, window, shows } = open(['project', '--agent', 'terminal:sleep 4321', '--no-open']);
    await shows('/s#');
    const rooms = join(user.home, '.local/share/collagility/rooms');
    const room = join(rooms, readdirSync(rooms)[0] ?? '');
    const [agent] = JSON.parse(readFileSync(join(room, 'children.json'), 'utf8'));
    expect(isAlive(agent.pid)).toBe(true);
    // As the window's cross does: the terminal is gone, for reading and for writing.
    window.destroy();
    await gone(window.pid);
    expect(isAlive(agent.pid)).toBe(false);
    // Both are there where it ended in the middle.
    expect(readdirSync(room).filter((name) => name === 'running.json' || name === 'room.db-wal')).toEqual([]);
  });

  test.each(['\u0003', '\u0004', 'closed'])(
    'at a question, or %j there, starts nothing and is no failure',
    async (key) => {
      const bin = join(built.newUser().home, 'bin');
      mkdirSync(bin);
      for (const agent of ['gemini', 'goose']) {
        writeFileSync(join(bin, agent), '#!/bin/sh\necho 1.2.3\n');
        chmodSync(join(bin, agent), 0o755);
      }
      const { user, window, ended, shows, text } = open(['project'], { path: `${bin}:/usr/bin:/bin` });
      await shows('(Enter: 1)');
      window.write('x\r');
      const told = '"x" is none of these: type a number from 1 to 2.';
      await shows(told);
      // Asked again: before that the keys are the window's own.
      await shows('(Enter: 1)', text().indexOf(told));
      if (key === 'closed') {
        window.destroy();
        await gone(window.pid);
      } else {
        window.write(key);
        expect(await ended).toBe(0);
        expect(text()).toContain('Ended. Nothing was started.');
        expect(text()).not.toContain('tell us');
      }
      expect(readdirSync(join(user.home, '.local/share/collagility/rooms'))).toEqual([]);
    },
  );
});
