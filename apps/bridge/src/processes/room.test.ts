import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RoomGuest } from '@collagility/protocol/testing/room-guest';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BridgeProcess, type BuiltBridge, buildBridge, type Line } from '../testing/built-bridge.ts';

let built: BuiltBridge;
const guests: RoomGuest[] = [];
beforeAll(async () => {
  built = await buildBridge();
}, 60_000);
afterEach(() => {
  for (const guest of guests.splice(0)) guest.stop();
});
afterAll(() => built.close());

const start = (user: { home: string }, ...args: string[]) => built.start(user, ['project', '--agent', 'mock', ...args]);
const linkOf = (ready: Line) => (ready['links'] as Array<{ url: string }>)[0]?.url ?? '';

async function joinRoom(link: string, name: string): Promise<RoomGuest> {
  const guest = await RoomGuest.open(link, name);
  guests.push(guest);
  return guest;
}

/** A person with the host's link runs a prompt of the mock agent, to its end. */
async function runTurn(host: RoomGuest, text: string) {
  const { state } = await host.inRoom();
  const [agent] = Object.values(state?.agents ?? {});
  if (agent === undefined) throw new Error('no agent');
  const commandId = host.client.send({ type: 'prompt.run', agentId: agent.agentId, text });
  return host.until('the turn ended', (view) =>
    view.state?.items.find(
      (item) => item.kind === 'prompt' && String(item.promptId) === String(commandId) && item.state === 'completed',
    ),
  );
}

async function ended(bridge: BridgeProcess) {
  bridge.signal('SIGINT');
  return bridge.exited();
}

describe('a room from start to end', () => {
  test('--json: ready first, each line JSON, a turn, the end; Ctrl+C ends with 0', async () => {
    const bridge = start(built.newUser(), '--json');
    const ready = await bridge.line('ready');
    expect(bridge.lines()[0]).toEqual(ready);
    expect(ready).toMatchObject({
      roomId: expect.stringMatching(/^[0-9a-f]{32}$/),
      hostLink: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/s#[\w-]{91}$/),
      agent: { id: 'mock', name: 'Mock agent' },
    });
    const host = await joinRoom(String(ready['hostLink']), 'Ada');
    await runTurn(host, 'echo hello');
    expect(await bridge.line('prompt')).toMatchObject({ text: 'echo hello' });
    await bridge.line('turn');
    expect(await ended(bridge)).toBe(0);
    await host.until(
      'the host said goodbye',
      ({ phase }) => phase.name === 'refused_by_host' && phase.code === 'ended',
    );
    expect(bridge.lines().at(-1)).toEqual({ type: 'end' });
    expect(bridge.stderr).toBe('');
  });

  test("[CLG-39] the host's link works once, for the one who started the bridge", async () => {
    const bridge = start(built.newUser(), '--json');
    const ready = await bridge.line('ready');
    const host = await joinRoom(String(ready['hostLink']), 'Ada');
    const { me } = await host.inRoom();
    expect(me?.role).toBe('host');
    const second = await joinRoom(String(ready['hostLink']), 'Eve');
    await second.until('refused', ({ phase }) => phase.name.startsWith('refused'));
    bridge.send({ type: 'host_link' });
    const more = await bridge.line('host_link');
    expect((await (await joinRoom(String(more['hostLink']), 'Ada')).inRoom()).me?.role).toBe('host');
  });

  test('a guest knocks, the four words are told, and a line on stdin lets them in', async () => {
    const bridge = start(built.newUser(), '--json');
    const guest = await joinRoom(linkOf(await bridge.line('ready')), 'Bo');
    const door = await bridge.line('door');
    const words = await guest.until('at the door', ({ phase }) => phase.name === 'waiting_at_door' && phase.words);
    expect(door).toMatchObject({ name: 'Bo', role: 'co-driver', words });
    bridge.send({ type: 'admit', cardId: door['cardId'] });
    expect((await guest.inRoom()).me?.rights.prompt).toBe('suggest');
    expect(await bridge.line('joined')).toMatchObject({ name: 'Bo', how: 'lobby' });
  });

  test('Ctrl+C right after the start ends at once, with 0 and without a half room', async () => {
    for (const afterMs of [0, 30, 100, 200]) {
      const bridge = start(built.newUser(), '--json');
      await once(bridge.child, 'spawn');
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      bridge.signal('SIGINT');
      const code = await bridge.exited();
      // Before our first line of JavaScript runs, the signal ends any program.
      expect([0, 'SIGINT']).toContain(code);
      bridge.lines();
    }
  });

  test('[B26] whoever read its output and went away ends it cleanly, by no crash', async () => {
    const user = built.newUser();
    const bridge = start(user, '--json');
    const ready = await bridge.line('ready');
    bridge.child.stdout?.destroy();
    const guest = await joinRoom(linkOf(ready), 'Bo');
    await guest.until('told that it ended', ({ phase }) => phase.name.startsWith('refused'));
    expect(await bridge.exited()).toBe(0);
    expect(bridge.stderr).toBe('');
    expect(await start(user, '--json', '--resume').line('ready')).toMatchObject({ links: ready['links'] });
  });

  test('without a terminal it speaks in lines, and ends as cleanly', async () => {
    const bridge = start(built.newUser(), '--title', 'retries');
    while (!bridge.stdout.includes('/s#')) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(bridge.stdout).toContain('works only on this computer');
    expect(bridge.stdout).toContain('retries');
    expect(bridge.stdout).not.toContain('\u001b');
    expect(await ended(bridge)).toBe(0);
    expect(bridge.stdout).toContain('comes back under the same link by:\n  collagility-bridge project --resume');
  });
});

describe('[B62] one bridge per room', () => {
  test('a second start prints the running link and exits 0, also by symlink and for programs', async () => {
    const user = built.newUser();
    const bridge = start(user, '--json');
    const link = linkOf(await bridge.line('ready'));
    symlinkSync(user.project, join(user.home, 'link'));
    const second = built.start(user, ['link']);
    expect(await second.exited()).toBe(0);
    expect(second.stdout).toContain(link);
    expect(second.stdout).toContain('is running already');
    const third = start(user, '--json');
    expect(await third.exited()).toBe(0);
    expect(third.lines()).toEqual([
      expect.objectContaining({ type: 'running', links: [{ label: 'link', url: link }] }),
    ]);
    const other = start(user, '--json', '--new');
    expect(linkOf(await other.line('ready'))).not.toBe(link);
  });

  test('two starts in the same instant: one room, one link', async () => {
    const user = built.newUser();
    const both = [start(user, '--json'), start(user, '--json')];
    // The one that is second may have said its word and ended before the first is ready.
    const first = await Promise.any(both.map(async (bridge) => ({ bridge, ready: await bridge.line('ready') })));
    const other = both.find((bridge) => bridge !== first.bridge);
    expect(await other?.exited()).toBe(0);
    expect(other?.lines()[0]).toMatchObject({ type: 'running', links: [{ url: linkOf(first.ready) }] });
  });
});

describe('--resume', () => {
  test('after kill -9: same link, same port, nothing lost, and a guest is back by itself', async () => {
    const user = built.newUser();
    const first = start(user, '--json', '--no-lobby');
    const ready = await first.line('ready');
    const host = await joinRoom(String(ready['hostLink']), 'Ada');
    await runTurn(host, 'echo hello');
    const guest = await joinRoom(linkOf(ready), 'Bo');
    const before = await guest.inRoom();
    first.signal('SIGKILL');
    expect(await first.exited()).toBe('SIGKILL');
    await guest.until('noticed', ({ liveness }) => liveness.name !== 'live');

    const second = start(user, '--json', '--no-lobby', '--resume');
    const again = await second.line('ready');
    expect(again).toMatchObject({ roomId: ready['roomId'], links: ready['links'], relay: ready['relay'] });
    const after = await guest.until(
      'back',
      (view) => view.liveness.name === 'live' && view.state !== undefined && view,
      30_000,
    );
    expect(after.state?.items.slice(0, before.state?.items.length)).toEqual(before.state?.items);
    expect(await ended(second)).toBe(0);
  }, 60_000);

  test('on a taken port says by whom, and the room is kept', async () => {
    const user = built.newUser();
    const first = start(user, '--json');
    const ready = await first.line('ready');
    await ended(first);
    const port = Number(new URL(String(ready['relay'])).port);
    const squatter = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')).listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    const blocked = start(user, '--json', '--resume');
    expect(await blocked.exited()).toBe(75);
    expect(blocked.lines()).toEqual([
      expect.objectContaining({
        type: 'error',
        code: 'port_taken',
        message: expect.stringContaining(`(pid ${process.pid})`),
      }),
    ]);
    squatter.close();
    const again = start(user, '--json', '--resume');
    expect(linkOf(await again.line('ready'))).toBe(linkOf(ready));
  });

  test.each(['missing', 'empty'])(
    'of a room whose journal is %s does not open another room in its place',
    async (how) => {
      const user = built.newUser();
      const first = start(user, '--json');
      const ready = await first.line('ready');
      await ended(first);
      const rooms = join(user.home, '.local/share/collagility/rooms');
      const journal = join(rooms, readdirSync(rooms)[0] ?? '', 'room.db');
      const bytes = readFileSync(journal);
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${journal}${suffix}`, { force: true });
      if (how === 'empty') writeFileSync(journal, '');
      for (const _ of ['once', 'and again']) {
        const again = start(user, '--json', '--resume');
        expect(await again.exited()).toBe(66);
        expect(again.lines()).toEqual([expect.objectContaining({ type: 'error', code: 'journal_gone' })]);
      }
      writeFileSync(journal, bytes);
      expect(await start(user, '--json', '--resume').line('ready')).toMatchObject({ links: ready['links'] });
    },
  );

  test('of a room whose journal is no journal says so in its own words', async () => {
    const user = built.newUser();
    const first = start(user, '--json');
    await first.line('ready');
    await ended(first);
    const rooms = join(user.home, '.local/share/collagility/rooms');
    writeFileSync(join(rooms, readdirSync(rooms)[0] ?? '', 'room.db'), 'x'.repeat(20_000));
    const again = start(user, '--resume');
    expect(await again.exited()).toBe(1);
    expect(again.stderr).toContain('Restore it from a backup');
  });

  test('of nothing says so', async () => {
    const user = built.newUser();
    mkdirSync(join(user.home, 'empty'));
    const bridge = built.start(user, ['empty', '--resume']);
    expect(await bridge.exited()).toBe(66);
    expect(bridge.stderr).toContain('No room was ever started in');
  });
});

describe('a relay elsewhere', () => {
  test('carries the room, while the host opens the page of their own machine', async () => {
    const relay = built.start(built.newUser(), ['relay', '--port', '0']);
    while (!relay.stdout.includes('\n')) await new Promise((resolve) => setTimeout(resolve, 20));
    const relayUrl = /http:\/\/\S+/.exec(relay.stdout)?.[0] ?? '';
    const bridge = start(built.newUser(), '--json', '--relay', relayUrl);
    const ready = await bridge.line('ready');
    expect(linkOf(ready)).toMatch(new RegExp(`^${relayUrl}/s#`));
    const page = new URL(String(ready['hostLink']));
    expect(page.origin).not.toBe(relayUrl);
    expect(await (await fetch(new URL('/relay.json', page))).json()).toEqual({ relay: relayUrl, bound: true });
    const policy = (await fetch(page)).headers.get('content-security-policy');
    expect(policy).toContain(`connect-src 'self' ${relayUrl} ${relayUrl.replace('http', 'ws')}`);
    const host = await RoomGuest.open(String(ready['hostLink']), 'Ada', relayUrl);
    guests.push(host);
    await runTurn(host, 'echo hello');
    expect(await ended(bridge)).toBe(0);
  });

  test('that does not answer ends the start with the reason and the way on', async () => {
    const user = built.newUser();
    const bridge = start(user, '--json', '--relay', 'http://127.0.0.1:9');
    expect(await bridge.exited()).toBe(69);
    const said = bridge.lines().at(-1);
    expect(said).toMatchObject({ type: 'error', code: 'relay_unreachable' });
    // What is advised works when it is followed, also where there was no room before.
    expect(said?.['next']).toEqual([
      'Check the address: collagility-bridge doctor --relay http://127.0.0.1:9',
      'Or go without it, on this computer only: collagility-bridge project --relay here',
    ]);
    const doctor = built.start(user, ['doctor', '--relay', 'http://127.0.0.1:9']);
    expect(await doctor.exited()).toBe(69);
    expect(doctor.stdout).toContain('or leave --relay out');
    const here = start(user, '--relay', 'here', '--json');
    const { roomId } = await here.line('ready');
    expect(await ended(here)).toBe(0);
    // With a second room in the folder, the line at the end means the one that ended.
    const second = start(user);
    while (!second.stdout.includes('/s#') && second.child.exitCode === null)
      await new Promise((go) => setTimeout(go, 20));
    expect(await ended(second)).toBe(0);
    const id = /collagility-bridge project --resume ([0-9a-f]{8})\n/.exec(second.stdout)?.[1] ?? 'none';
    const back = built.start(user, ['project', '--json', '--resume', id]);
    expect((await back.line('ready'))['roomId']).toMatch(new RegExp(`^${id}`));
    expect(String(roomId).startsWith(id)).toBe(false);
    expect(await ended(back)).toBe(0);
  }, 40_000);
});

describe('the local network', () => {
  const tls = fileURLToPath(new URL('../../../../fixtures/tls/', import.meta.url));

  test("with TLS: links name the certificate's host, and the bridge finds its own listener by that certificate", async () => {
    const files = ['--tls-cert', `${tls}relay.test.cert.pem`, '--tls-key', `${tls}relay.test.key.pem`];
    const bridge = start(built.newUser(), '--json', '--lan', ...files);
    const ready = await bridge.line('ready');
    expect(linkOf(ready)).toMatch(/^https:\/\/relay\.test:\d+\/s#/);
    expect(await ended(bridge)).toBe(0);
  });

  test('without TLS only by the word for it, and the screen says what that means', async () => {
    const bridge = start(built.newUser(), '--insecure-lan');
    while (!bridge.stdout.includes('/s#')) {
      // A machine without a network has no address to give out.
      if (bridge.child.exitCode === 69) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(bridge.stdout).toContain('no TLS');
    expect(bridge.stdout).not.toContain('works only on this computer');
    expect(await ended(bridge)).toBe(0);
  });
});
