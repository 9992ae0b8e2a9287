import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type LogLine, startNodeRelay } from '../node-server.ts';
import { frameOf, RelayWorld } from '../testing/relay-world.ts';

it('a relay that goes away says so, and is gone at once', async () => {
  const relay = await startNodeRelay();
  const world = new RelayWorld(relay.url);
  const host = await world.host();
  const { socket } = await world.member(host);
  const reasons = Promise.all([host.closeReason(), socket.closeReason()]);
  await relay.close();
  expect(await reasons).toEqual(['going_away', 'going_away']);
  await expect(fetch(relay.url)).rejects.toThrow();
});

it('[CLG-36] a stand-alone relay that was restarted still tells a room whose host is away from none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'relay-restart-'));
  const storage = { file: join(folder, 'relay.sqlite') };
  const before = await startNodeRelay({ storage });
  const world = new RelayWorld(before.url);
  await world.member(await world.host({ gen: 4 }));
  world.close();
  await before.close();
  const after = await startNodeRelay({ storage, port: before.port });
  const waiting = await world.askAdmission();
  expect((await waiting.control('host')).up).toBe(false);
  expect(await (await new RelayWorld(after.url).askAdmission()).closeReason()).toBe('no_such_room');
  expect(await (await world.askSeat({ gen: 3 })).closeReason()).toBe('host_conflict');
  const back = await world.host({ gen: 4 });
  expect((await back.control('in')).t).toBe('in');
  expect((await waiting.control('host')).up).toBe(true);
  world.close();
  await after.close();
  expect(statSync(storage.file).size).toBeGreaterThan(0);
  rmSync(folder, { recursive: true });
});

it('[H14] the name under which a caller dials is checked against the relay’s own names, not against its header', async () => {
  const relay = await startNodeRelay({ allowedAuthorities: ['relay-a.example'] });
  const world = new RelayWorld(relay.url);
  await world.host();
  // Relay B dials A under its own name to pass A's challenge on.
  await expect(world.connect({ host: 'relay-b.example' })).rejects.toThrow(/421/);
  // Under A's public name B still cannot use a signature that its victim made for B.
  const headers = { host: 'relay-a.example' };
  const relayed = await world.askAdmission(world.invite, { headers, auth: 'relay-b.example' });
  expect(await relayed.closeReason()).toBe('auth');
  const own = await world.askAdmission(world.invite, { headers, auth: 'relay-a.example' });
  expect((await own.control('host')).t).toBe('host');
  world.close();
  await relay.close();
});

it('[B47] limits count by the address that a trusted proxy names, and the host is told of it', async () => {
  const relay = await startNodeRelay({
    trustProxyHeader: 'cf-connecting-ip',
    budgets: { socketsPerAddress: 2 },
  });
  const world = new RelayWorld(relay.url);
  const host = await world.host();
  await world.member(host);
  const headers = { 'cf-connecting-ip': '2001:db8:1:2:3::4' };
  await world.askAdmission(world.invite, { headers });
  expect((await host.control('in')).addr).toBe('2001:db8:1:2::/64');
  await world.askAdmission(world.invite, { headers });
  const third = await world.connect(headers);
  expect(await third.closeReason()).toBe('address_full');
  const other = await world.connect({ 'cf-connecting-ip': '192.0.2.9' });
  expect((await other.control('ch')).t).toBe('ch');
  world.close();
  await relay.close();
});

it('logs what happened in which room, and no key, name, address or content', async () => {
  const lines: LogLine[] = [];
  const relay = await startNodeRelay({ log: (line) => lines.push(line), trustProxyHeader: 'x-real-ip', metrics: true });
  const world = new RelayWorld(relay.url);
  const host = await world.host();
  const { socket } = await world.member(host, world.invite, { open: true });
  host.send({ kind: 'frame', bytes: frameOf(5, 1) });
  await socket.frame();
  socket.ws.send('no heartbeat');
  await socket.closeReason();
  const metrics = await (await fetch(`${relay.url}/metrics`)).text();
  expect(metrics).toContain('relay_closed_total{reason="bad_frame"} 1');
  expect(metrics).toMatch(/^relay_sent_bytes_total \d+$/m);
  host.close();
  await expect.poll(() => lines.map(({ event }) => event)).toEqual(['host_seated', 'closed', 'host_left']);
  const text = JSON.stringify(lines);
  expect(new Set(lines.map(({ room }) => room))).toEqual(new Set([world.roomId]));
  for (const secret of [world.hostKey.publicKey, world.invite.publicKey, '127.0.0.1'])
    expect(text).not.toContain(secret);
  world.close();
  await relay.close();
});
