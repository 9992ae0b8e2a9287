import { maxBundleBytes, maxFrameBytes } from '@collagility/protocol/limits';
import { describe, expect, it } from 'vitest';
import { frameOf, markOf, typeOf } from '../testing/relay-world.ts';
import type { TestSocket } from '../testing/test-socket.ts';
import type { ContractRoom } from './contract-room.ts';

const hostEntry = (bytes: Uint8Array, lengthField = bytes.length): Buffer => {
  const head = Buffer.alloc(12);
  head.writeUInt32LE(lengthField >>> 0);
  return Buffer.concat([head, bytes]);
};
const memberEntry = (bytes: Uint8Array, lengthField = bytes.length): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(lengthField >>> 0);
  return Buffer.concat([head, bytes]);
};

export function limits(room: ContractRoom): void {
  const hostAndMember = async () => {
    const world = room();
    const host = await world.host();
    const { socket, h } = await world.member(host, world.invite, { open: true });
    return { world, host, socket, h };
  };

  describe('[L3] frame sizes', () => {
    it('the largest frame passes both ways', async () => {
      const { host, socket } = await hostAndMember();
      host.send({ kind: 'frame', bytes: frameOf(5, 1, maxFrameBytes) });
      expect((await socket.frame()).length).toBe(maxFrameBytes);
      socket.send({ kind: 'frame', bytes: frameOf(3, 2, maxFrameBytes) });
      expect((await host.anyFrame()).bytes.length).toBe(maxFrameBytes);
    });

    it.each([
      ['one byte more than the largest', maxFrameBytes + 1],
      ['one byte less than the smallest', 287],
      ['nothing', 0],
    ])('%s ends the socket that sent it, and nobody else', async (_, length) => {
      const { host, socket } = await hostAndMember();
      socket.ws.send(memberEntry(Buffer.alloc(length, 3)));
      expect(await socket.closeReason()).toBe('bad_frame');
      expect((await host.control('out')).t).toBe('out');
      host.ws.send(hostEntry(Buffer.alloc(length, 3)));
      expect(await host.closeReason()).toBe('bad_frame');
    });
  });

  it('[L4] a bundle that is cut or lies about its lengths closes its socket', async () => {
    const { world, host } = await hostAndMember();
    const whole = Buffer.concat([memberEntry(frameOf(3, 1)), memberEntry(frameOf(3, 2))]);
    const bad = [
      ...[1, 3, 4, 5, 20, 563, 564, 565, 567, 568, 569, whole.length - 1].map((cut) => whole.subarray(0, cut)),
      memberEntry(frameOf(3, 1), 2 ** 32 - 1),
      memberEntry(frameOf(3, 1), 2 ** 31 - 1),
      Buffer.concat([whole, Buffer.alloc(1)]),
      Buffer.alloc(4 * 10_000),
      Buffer.alloc(0),
    ];
    const sockets: TestSocket[] = [];
    for (const message of bad) {
      if (message.length === 564) continue; // A whole first entry: well-formed.
      const { socket } = await world.member(host);
      socket.ws.send(message);
      sockets.push(socket);
    }
    const reasons = await Promise.all(sockets.map((socket) => socket.closeReason()));
    expect(new Set(reasons)).toEqual(new Set(['bad_frame']));
    await world.member(host);
  });

  it('[L4] 100 000 empty frames are refused as one message too large, without being read', async () => {
    const { socket } = await hostAndMember();
    socket.ws.send(Buffer.alloc(4 * 100_000));
    expect(await socket.closeReason()).toBe('frame_too_large');
  });

  it.each([
    ['64 KiB − 1', 64 * 1024 - 1, 'bad_frame'],
    ['the limit − 1', maxBundleBytes - 1, 'bad_frame'],
    ['the limit', maxBundleBytes, 'bad_frame'],
    ['the limit + 1', maxBundleBytes + 1, 'frame_too_large'],
    ['5 MiB', 5 * 1024 * 1024, 'frame_too_large'],
  ])('[B40] a message of %s that is no bundle ends its socket with a code of its own', async (_, size, reason) => {
    const { host, world, socket } = await hostAndMember();
    socket.ws.send(Buffer.alloc(size, 1));
    expect(await socket.closeReason()).toBe(reason);
    await world.member(host);
  });

  it('[B40] a full bundle of whole frames passes', async () => {
    const { host, socket } = await hostAndMember();
    const count = Math.floor(maxBundleBytes / (maxFrameBytes + 12));
    const frames = Array.from({ length: count }, (_, mark) => ({
      kind: 'frame' as const,
      bytes: frameOf(5, mark, maxFrameBytes),
    }));
    host.send(...frames);
    expect((await socket.frames(count)).map(markOf)).toEqual(frames.map((_, mark) => mark));
  });

  it('[L6] [B46] a reader that stops loses ephemeral frames, then its socket; the others lose nothing', async () => {
    const { world, host, ...first } = await hostAndMember();
    const second = await world.member(host, world.invite, { open: true });
    const slow = await world.member(host, world.invite, { open: true });
    slow.socket.ws.pause();
    const sent = { durable: 0, ephemeral: 0 };
    const isOut = () => host.arrived.some((a) => a.kind === 'control' && a.word.t === 'out' && a.word.h === slow.h);
    for (let mark = 0; !isOut() && mark < 1_200; mark++) {
      const type = mark % 4 === 0 ? 5 : 6;
      if (type === 5) sent.durable++;
      else sent.ephemeral++;
      host.send({ kind: 'frame', bytes: frameOf(type, mark, maxFrameBytes) });
      // The host waits for its healthy readers, so that only the stopped one falls behind.
      if (mark % 8 === 7) for (const { socket, h } of [first, second]) await world.settled(host, socket, h);
    }
    expect(isOut()).toBe(true);
    // Its socket is closing, and stays so as long as it does not read: the round goes on for the others.
    for (let more = 0; more < 16; more++, sent.durable++)
      host.send({ kind: 'frame', bytes: frameOf(5, 10_000 + more, maxFrameBytes) });
    for (const { socket, h } of [first, second]) await world.settled(host, socket, h);
    expect(slow.socket.ws.readyState).not.toBe(slow.socket.ws.CLOSED);
    slow.socket.ws.resume();
    expect(await slow.socket.closeReason()).toBe('resync');
    for (const { socket, h } of [first, second]) {
      await world.settled(host, socket, h);
      expect(marksOf(socket, 5)).toHaveLength(sent.durable);
      expect(marksOf(socket, 6)).toHaveLength(sent.ephemeral);
    }
    const durable = marksOf(slow.socket, 5);
    expect(durable).toEqual(durable.map((_, n) => n * 4));
    expect(marksOf(slow.socket, 6).length).toBeLessThan(3 * durable.length - 8);
  }, 60_000);

  it('[B47] a loud member is told to slow down; a host at 300 frames a second is not', async () => {
    const { world, host, socket } = await hostAndMember();
    const quiet = await world.member(host, world.invite, { open: true });
    const ten = Array.from({ length: 10 }, (_, n) => ({ kind: 'frame' as const, bytes: frameOf(3, n) }));
    for (let n = 0; n < 500; n++) socket.send(...ten);
    expect(await socket.closeReason()).toBe('rate');
    for (let second = 0; second < 2; second++) {
      for (let n = 0; n < 300; n++) host.send({ kind: 'frame', bytes: frameOf(6, n) });
    }
    expect((await quiet.socket.frames(600)).length).toBe(600);
    expect(host.closed).toBeUndefined();
  }, 60_000);
}

const marksOf = (socket: TestSocket, type: number): number[] =>
  socket.arrived.flatMap((a) => (a.kind === 'frame' && typeOf(a.bytes) === type ? [markOf(a.bytes)] : []));
