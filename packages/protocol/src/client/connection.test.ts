import { beforeAll, describe, expect, test } from 'vitest';
import { toHex } from '../bytes.ts';
import { signKeyPair } from '../crypto/keys.ts';
import { ready } from '../crypto/sodium.ts';
import { closeCodes } from '../errors.ts';
import { encodeControl, encodeMemberBundles, heartbeatAnswer, heartbeatText } from '../frames.ts';
import { heartbeatAnswerMs, heartbeatMs } from '../limits.ts';
import { filled } from '../testing/crypto-room.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { Connection, type SocketListener } from './connection.ts';

beforeAll(() => ready);

/** A relay that admits, and answers as long as it is told to. */
async function admitted(isMember = true) {
  const time = new FakeTime();
  const texts: string[] = [];
  const dialled: SocketListener[] = [];
  const nothing = (): void => undefined;
  const socket = { isClosing: false };
  const connection = new Connection({
    relay: 'http://relay.example.com',
    roomId: filled(1).slice(0, 16),
    openSocket: (_url, listener) => {
      dialled.push(listener);
      const send = (message: Uint8Array | string): boolean => {
        if (typeof message === 'string' && !socket.isClosing) texts.push(message);
        return !socket.isClosing;
      };
      return { send, close: nothing };
    },
    clock: time.clock,
    timer: time.timer,
    defer: time.defer,
    randomUnit: () => 0,
    keys: () => [signKeyPair(filled(2))],
    isMember: () => isMember,
    events: { changed: nothing, hostUp: nothing, hostAway: nothing, frame: nothing, closed: nothing, refused: nothing },
  });
  connection.dial();
  const receive = (message: Uint8Array | string): void => dialled.at(-1)?.received(message);
  const control = (message: Parameters<typeof encodeControl>[0]): void => {
    for (const bundle of encodeMemberBundles([{ kind: 'control', bytes: encodeControl(message) }])) receive(bundle);
  };
  control({ t: 'ch', ch: toHex(filled(3)) });
  control({ t: 'host', up: true });
  await time.settle();
  return { time, connection, texts, dialled, receive, socket };
}

test('[B43] a heartbeat that brings nothing ends a half-open socket, and a new one is dialled', async () => {
  const { time, connection, texts, dialled } = await admitted();
  await time.pass(heartbeatMs);
  expect(texts).toEqual([heartbeatText]);
  await time.pass(heartbeatAnswerMs - 1);
  expect(connection.state.name).toBe('open');
  await time.pass(1);
  expect(connection.state.name).toBe('waiting');
  await time.pass(1_000);
  expect(dialled).toHaveLength(2);
});

test('[B43] an answered heartbeat keeps the socket, as does anything else that comes', async () => {
  const { time, connection, dialled, receive } = await admitted();
  await time.pass(heartbeatMs + 1_000);
  receive(heartbeatAnswer);
  await time.pass(heartbeatMs);
  for (const bundle of encodeMemberBundles([{ kind: 'control', bytes: encodeControl({ t: 'host', up: false }) }])) {
    receive(bundle);
  }
  await time.pass(heartbeatAnswerMs);
  expect(connection.state.name).toBe('open');
  expect(dialled).toHaveLength(1);
});

test('[B43] a doubted socket is asked at once, and asking again does not give it more time', async () => {
  const { time, connection, texts } = await admitted();
  connection.probe();
  await time.pass(heartbeatAnswerMs - 1_000);
  connection.probe();
  expect(texts).toEqual([heartbeatText, heartbeatText]);
  await time.pass(1_000);
  expect(connection.state.name).toBe('waiting');
});

test('[B40] after a message that is too large, and each other word that no try would change, nothing is dialled again', async () => {
  for (const [reason, { code, retry }] of Object.entries(closeCodes)) {
    const { time, connection, dialled } = await admitted(false);
    dialled.at(-1)?.closed(code);
    expect(connection.state.name, reason).toBe(retry ? 'waiting' : 'idle');
    await time.pass(60_000);
    expect(dialled.length > 1, reason).toBe(retry);
  }
});

test('[B47] who was too loud waits longer than who lost the network, each time, though each return was welcome', async () => {
  const { time, connection, dialled } = await admitted();
  for (let round = 1; round <= 3; round++) {
    connection.proven();
    dialled.at(-1)?.closed(closeCodes.rate.code);
    await time.pass(3_999);
    expect(dialled).toHaveLength(round);
    await time.pass(1);
    expect(dialled).toHaveLength(round + 1);
  }
});

test('[CLG-36] a relay that started anew knows no room before the host has its seat: a member dials again, a stranger is told', async () => {
  for (const isMember of [true, false]) {
    const { time, connection, dialled } = await admitted(isMember);
    dialled.at(-1)?.closed(closeCodes.no_such_room.code);
    expect(connection.state.name).toBe(isMember ? 'waiting' : 'idle');
    await time.pass(1_000);
    expect(dialled).toHaveLength(isMember ? 2 : 1);
  }
});

describe('[B46] a socket that is closing takes bytes and sends none', () => {
  test('what is said into it ends it soon: a new one is dialled long before a heartbeat would be missed', async () => {
    const { time, connection, dialled, socket } = await admitted();
    socket.isClosing = true;
    connection.send(new Uint8Array([1]));
    await time.pass(1_000);
    expect(connection.state.name).toBe('waiting');
    await time.pass(1_000);
    expect(dialled).toHaveLength(2);
  });

  test('so does the question whether it lives', async () => {
    const { time, connection, dialled, socket } = await admitted();
    socket.isClosing = true;
    connection.probe();
    await time.pass(2_000);
    expect(dialled).toHaveLength(2);
    // The question that the old one never answered is no doubt about the new one.
    socket.isClosing = false;
    await time.pass(heartbeatAnswerMs);
    expect(dialled).toHaveLength(2);
  });

  test('[B47] the relay’s word for it, which is on its way, still counts', async () => {
    const { time, connection, dialled, socket } = await admitted();
    socket.isClosing = true;
    connection.send(new Uint8Array([1]));
    await time.pass(500);
    dialled.at(-1)?.closed(closeCodes.rate.code);
    await time.pass(3_999);
    expect(dialled).toHaveLength(1);
    await time.pass(1);
    expect(dialled).toHaveLength(2);
  });
});
