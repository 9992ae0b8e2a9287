import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { TerminalNews } from '@collagility/protocol/client/terminals';
import type { AgentId } from '@collagility/protocol/ids';
import { RoomGuest } from '@collagility/protocol/testing/room-guest';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BridgeProcess, type BuiltBridge, buildBridge, type Line } from '../testing/built-bridge.ts';

const { resolve } = createRequire(import.meta.url);
const tui = resolve('@collagility/fixtures/fake-clis/tui.mjs');
let built: BuiltBridge;
const guests: RoomGuest[] = [];
const bridges: BridgeProcess[] = [];

beforeAll(async () => {
  built = await buildBridge();
}, 60_000);
afterEach(async () => {
  for (const guest of guests.splice(0)) guest.stop();
  for (const bridge of bridges.splice(0)) {
    bridge.signal('SIGINT');
    await bridge.exited();
  }
});
afterAll(() => built.close());

const start = (agent: string, ...more: string[]): BridgeProcess => {
  const bridge = built.start(built.newUser(), ['project', '--json', '--no-lobby', '--agent', agent, ...more]);
  bridges.push(bridge);
  return bridge;
};
const linkOf = (ready: Line): string => (ready['links'] as Array<{ url: string }>)[0]?.url ?? '';

/** Somebody in the room, and what their page would draw. */
async function enter(link: string, name: string) {
  const guest = await RoomGuest.open(link, name);
  guests.push(guest);
  await guest.inRoom();
  const agentId = await guest.until('a terminal', ({ state }): AgentId | undefined => {
    const [agent] = Object.values(state?.agents ?? {});
    return agent?.terminal === undefined ? undefined : agent.agentId;
  });
  const seen = { text: '', bytes: 0, screens: 0, refused: '' };
  guest.client.watchTerminal(agentId, (news: TerminalNews) => {
    if (news.type === 'screen') {
      seen.text = news.screen.text;
      seen.screens += 1;
    } else if (news.type === 'output') {
      seen.text = (seen.text + new TextDecoder().decode(news.bytes)).slice(-200_000);
      seen.bytes += news.bytes.length;
    } else if (news.type === 'refused') seen.refused = news.code;
  });
  const shows = async (text: string, withinMs = 15_000): Promise<void> => {
    const startMs = performance.now();
    while (!seen.text.includes(text)) {
      if (performance.now() - startMs > withinMs) throw new Error(`no "${text}" in:\n${seen.text.slice(-2_000)}`);
      await new Promise((go) => setTimeout(go, 5));
    }
  };
  return { guest, agentId, seen, shows, type: (keys: string) => guest.client.pressKeys(agentId, keys) };
}

test('[B67] without node-pty a terminal is refused in words, with what helps, and nothing starts', async () => {
  const bridge = built.start(built.newUser(), ['project', '--json', '--agent', 'shell'], { env: { SHELL: '/bin/sh' } });
  expect(await bridge.exited()).not.toBe(0);
  expect(bridge.stdout + bridge.stderr).toContain('node-pty');
  expect(bridge.stdout + bridge.stderr).toContain('--include=optional');
});

describe.runIf(process.platform === 'linux')('a terminal shared by a real bridge', { timeout: 60_000 }, () => {
  beforeAll(() => {
    // As an install with optional packages leaves it.
    const modules = join(dirname(dirname(built.bin)), 'node_modules');
    mkdirSync(modules);
    for (const name of ['node-pty', '@lydell']) symlinkSync(findUp(name), join(modules, name));
  });

  test('two watch one program, the late joiner sees its screen, and only who may type does', async () => {
    const ready = await start(`terminal:"${process.execPath}" "${tui}"`).line('ready');
    const host = await enter(String(ready['hostLink']), 'Hana');
    const greta = await enter(linkOf(ready), 'Greta');
    await host.shows('small screen 100x30');
    await greta.shows('small screen 100x30');
    host.type('hello\r');
    await host.shows('last: hello');
    await greta.shows('last: hello');
    greta.type('evil\r');
    await greta.guest.until('refused', ({ commands }) =>
      commands.some(({ outcome }) => outcome?.state === 'rejected' && outcome.code === 'right'),
    );
    host.type('bye\r');
    await greta.shows('last: bye');
    expect(greta.seen.text).not.toContain('evil');
    const late = await enter(linkOf(ready), 'Lena');
    await late.shows('last: bye');
    expect(late.seen.screens).toBe(1);
    const { state } = await late.guest.inRoom();
    expect(Object.values(state?.agents ?? {})[0]?.unasked).toEqual([
      expect.stringContaining('everything that is typed'),
    ]);
  });

  test('[B38] Control-C stops a flood at once, with nothing piled up; what is sent to all meanwhile is bounded', async () => {
    const ready = await start('terminal:bash --norc --noprofile').line('ready');
    const host = await enter(String(ready['hostLink']), 'Hana');
    const greta = await enter(linkOf(ready), 'Greta');
    await host.shows('bash-');
    host.type('yes flood\r');
    await host.shows('flood\r\nflood');
    await new Promise((go) => setTimeout(go, 10_000));
    // Ten seconds of full output: hundreds of megabytes of it.
    expect(greta.seen.bytes).toBeLessThan(6 * 1024 * 1024);
    expect(greta.seen.screens).toBeLessThan(150);
    const typedAtBytes = host.seen.bytes;
    host.type('\x03');
    await host.shows('^C');
    expect(host.seen.bytes - typedAtBytes).toBeLessThan(128 * 1024);
    host.type('echo calm $((6 * 7))\r');
    await host.shows('calm 42');
    await greta.shows('calm 42');
  });

  test('[B25] ends with the bridge, and with it all that it started', async () => {
    const bridge = start('terminal:bash --norc --noprofile');
    const ready = await bridge.line('ready');
    const host = await enter(String(ready['hostLink']), 'Hana');
    await host.shows('bash-');
    host.type('sleep 4321 & echo started-$!\r');
    await host.shows('started-');
    const pid = Number(/started-(\d+)/.exec(host.seen.text.replaceAll('started-$!', ''))?.[1]);
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    bridge.signal('SIGINT');
    expect(await bridge.exited()).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  test('is not shared again by --resume unless it is named again', async () => {
    const user = built.newUser();
    const first = built.start(user, ['project', '--json', '--agent', 'terminal:bash --norc']);
    await first.line('ready');
    first.signal('SIGINT');
    await first.exited();
    const second = built.start(user, ['project', '--json', '--resume']);
    expect(await second.exited()).not.toBe(0);
    expect(second.stdout + second.stderr).toContain('unless you say so');
    const third = built.start(user, ['project', '--json', '--resume', '--agent', 'terminal:bash --norc']);
    bridges.push(third);
    await third.line('ready');
  });
});

function isAlive(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    // ps found nothing.
    return false;
  }
}

function findUp(name: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(found)) return found;
  }
  throw new Error(`${name} is not installed`);
}
