import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { closeCodes } from '@collagility/protocol/errors';
import { backoffMaxMs } from '@collagility/protocol/limits';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { manualTimer } from '../testing/manual-timer.ts';
import { pauseMs } from './backoff.ts';
import { dialRelay } from './dial.ts';
import { answerWithinMs, heartbeatEveryMs, type LinkState, RelayLink } from './relay-link.ts';

/** A relay of bare sockets: the test decides what it says. */
async function bareRelay(port = 0) {
  const server = new WebSocketServer({ port, host: '127.0.0.1' });
  await once(server, 'listening');
  const sockets: WebSocket[] = [];
  const texts: string[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data, isBinary) => {
      if (!isBinary) texts.push(String(data));
    });
  });
  return { server, sockets, texts, port: (server.address() as AddressInfo).port };
}

let relay: Awaited<ReturnType<typeof bareRelay>>;
const closing: Array<() => void> = [];
beforeEach(async () => {
  relay = await bareRelay();
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
  for (const socket of relay.sockets) socket.terminate();
  relay.server.close();
});

function startLink() {
  const time = manualTimer();
  const states: LinkState[] = [];
  const told: string[] = [];
  let send: (message: Uint8Array) => void = () => undefined;
  let waiting = () => 0;
  const link = new RelayLink({
    url: new URL(`ws://127.0.0.1:${relay.port}/parties/room/aa`),
    dial: dialRelay({}),
    timer: time.timer,
    random: () => 0.5,
    heartbeat: 'beat',
    changed: (state) => states.push(state),
    host: {
      connected(authority, give, waitingBytes) {
        waiting = waitingBytes;
        told.push(`connected ${authority}`);
        send = give;
      },
      received: (message) => told.push(`received ${Buffer.from(message).toString()}`),
      disconnected: () => told.push('disconnected'),
    },
  });
  link.start();
  closing.push(() => link.stop());
  return { link, time, states, told, waiting: () => waiting(), send: (text: string) => send(Buffer.from(text)) };
}
const opened = (link: RelayLink) => vi.waitFor(() => expect(link.state.kind).toBe('open'));

describe('the socket to the relay', () => {
  test('gives the host the authority it dialled and the bytes as they came', async () => {
    const { link, told, send } = startLink();
    await opened(link);
    const [socket] = relay.sockets;
    socket?.send(Buffer.from('challenge'));
    await vi.waitFor(() => expect(told).toEqual([`connected 127.0.0.1:${relay.port}`, 'received challenge']));
    const arrived = socket === undefined ? [] : once(socket, 'message');
    send('seat');
    expect(String((await arrived)[0])).toBe('seat');
  });

  test('[B46] tells what a relay that reads nothing has not taken, and that it is gone once it reads', async () => {
    const { link, send, waiting } = startLink();
    await opened(link);
    const [socket] = relay.sockets;
    socket?.pause();
    expect(waiting()).toBe(0);
    for (let count = 0; count < 200; count += 1) send('x'.repeat(64 * 1024));
    expect(waiting()).toBeGreaterThan(1024 * 1024);
    socket?.resume();
    await vi.waitFor(() => expect(waiting()).toBe(0));
  });

  test('[B43] a half-open socket is noticed by an unanswered heartbeat and dialled anew', async () => {
    const { link, time, told, states } = startLink();
    await opened(link);
    time.pass(heartbeatEveryMs);
    await vi.waitFor(() => expect(relay.texts).toEqual(['beat']));
    time.pass(answerWithinMs);
    await vi.waitFor(() => expect(told).toContain('disconnected'));
    expect(states.at(-1)).toMatchObject({ kind: 'waiting', failures: 1 });
    time.pass(1_000);
    await vi.waitFor(() => expect(relay.sockets).toHaveLength(2));
    await opened(link);
  });

  test('[B43] a laptop that slept for two hours: the overdue beat goes out at once, and silence ends the socket in seconds', async () => {
    const { link, time, told, states } = startLink();
    await opened(link);
    time.pass(5_000);
    time.sleep(2 * 3_600_000);
    await vi.waitFor(() => expect(relay.texts).toEqual(['beat']));
    expect(told).not.toContain('disconnected');
    time.pass(answerWithinMs);
    await vi.waitFor(() => expect(told).toContain('disconnected'));
    // The connection had been a good one: it is dialled again as after a first failure.
    expect(states.at(-1)).toMatchObject({ kind: 'waiting', failures: 1, pauseMs: 750 });
    time.pass(1_000);
    await vi.waitFor(() => expect(relay.sockets).toHaveLength(2));
    await opened(link);
  });

  test('[B43] asleep while an answer was awaited: it wakes to a socket that is left, not to one more wait', async () => {
    const { link, time, told } = startLink();
    await opened(link);
    time.pass(heartbeatEveryMs);
    await vi.waitFor(() => expect(relay.texts).toEqual(['beat']));
    time.sleep(2 * 3_600_000);
    await vi.waitFor(() => expect(told).toContain('disconnected'));
    time.sleep(2 * 3_600_000);
    await vi.waitFor(() => expect(relay.sockets).toHaveLength(2));
    await opened(link);
  });

  test('[B46] a relay that says it closes and does not: what is sent meanwhile ends the socket, and swallows no more', async () => {
    const wires: Socket[] = [];
    relay.server.on('connection', (_, { socket }) => wires.push(socket));
    const { link, time, told, send } = startLink();
    await opened(link);
    const [wire] = wires;
    if (wire === undefined) throw new Error('no connection');
    wire.pause();
    const { code } = closeCodes.going_away;
    wire.write(Buffer.from([0x88, 2, code >> 8, code & 255]));
    await vi.waitFor(() => {
      send('into the closing');
      expect(told.at(-1)).toBe('disconnected');
    });
    expect(link.state).toMatchObject({ kind: 'waiting', failures: 1 });
    time.pass(1_000);
    await vi.waitFor(() => expect(relay.sockets).toHaveLength(2));
    await opened(link);
    const arrived = once(relay.sockets[1] as WebSocket, 'message');
    send('again');
    expect(String((await arrived)[0])).toBe('again');
  });

  test('[B65] the heartbeat is below the 60 s of idle proxies, and an answer keeps the socket', async () => {
    expect(heartbeatEveryMs + answerWithinMs).toBeLessThan(60_000);
    const { link, time, told } = startLink();
    await opened(link);
    relay.sockets[0]?.on('message', () => relay.sockets[0]?.send('beat'));
    for (let beats = 1; beats <= 3; beats += 1) {
      time.pass(heartbeatEveryMs);
      // The answer has arrived when the timer of the next beat is the only one beside `proven`.
      await vi.waitFor(() => expect(relay.texts).toHaveLength(beats));
      await vi.waitFor(() => expect(time.pending()).toBe(1));
    }
    expect(told).not.toContain('disconnected');
  });

  test('pauses grow while the relay is away, and it is found again', async () => {
    const { link, time, states } = startLink();
    await opened(link);
    const port = relay.port;
    relay.sockets[0]?.terminate();
    relay.server.close();
    await vi.waitFor(() => expect(states.at(-1)?.kind).toBe('waiting'));
    for (let failures = 2; failures <= 4; failures += 1) {
      time.pass(backoffMaxMs);
      await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ kind: 'waiting', failures }));
    }
    const pauses = states.flatMap((state) => (state.kind === 'waiting' ? [state.pauseMs] : []));
    expect(pauses).toEqual([750, 1_500, 3_000, 6_000]);
    relay = await bareRelay(port);
    time.pass(backoffMaxMs);
    await opened(link);
  });

  test("the relay's last words end it: another copy of the host has the seat", async () => {
    const { link, time, told } = startLink();
    await opened(link);
    relay.sockets[0]?.close(closeCodes.host_conflict.code);
    await vi.waitFor(() => expect(link.state).toMatchObject({ kind: 'stopped', reason: 'host_conflict' }));
    expect(told.at(-1)).toBe('disconnected');
    time.pass(backoffMaxMs);
    expect(relay.sockets).toHaveLength(1);
  });

  test('stop() while dialling leaves no socket behind', async () => {
    const { link, told } = startLink();
    link.stop();
    await vi.waitFor(() => expect(relay.sockets.every((socket) => socket.readyState > 1)).toBe(true));
    expect(told).toEqual([]);
    expect(link.state).toEqual({ kind: 'stopped' });
  });
});

test('pauses are 1 s doubled up to 30 s, each with a random half', () => {
  expect([1, 2, 3, 6, 40].map((failures) => pauseMs(failures, 0))).toEqual([500, 1_000, 2_000, 15_000, 15_000]);
  expect(pauseMs(1, 0.999)).toBe(1_000);
  expect(pauseMs(40, 0.999)).toBeLessThanOrEqual(backoffMaxMs);
});
