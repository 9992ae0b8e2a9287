import { encodeControl } from '@collagility/protocol/frames';
import { maxBundleBytes, maxFrameBytes } from '@collagility/protocol/limits';
import { describe, expect, it } from 'vitest';
import { frameOf, markOf, typeOf } from '../testing/relay-world.ts';
import { newKey } from '../testing/signing.ts';
import type { ContractRoom } from './contract-room.ts';

export function forwarding(room: ContractRoom): void {
  it('[G14] [CLG-22] lobby sockets and handles not yet opened get direct frames only', async () => {
    const world = room();
    const host = await world.host();
    const lobby = await world.member(host);
    const inside = await world.member(host, world.invite, { open: true });
    host.send({ kind: 'frame', bytes: frameOf(5, 1) });
    expect(markOf(await inside.socket.frame())).toBe(1);
    host.send({ kind: 'frame', handle: lobby.h, bytes: frameOf(4, 2) });
    expect(markOf(await lobby.socket.frame())).toBe(2);
    host.say({ t: 'open', h: lobby.h });
    host.send({ kind: 'frame', bytes: frameOf(5, 3) });
    expect(markOf(await lobby.socket.frame())).toBe(3);
    expect(markOf(await inside.socket.frame())).toBe(3);
  });

  it('[CLG-22] between a welcome and its open nothing of the group is lost and nothing earlier is sent', async () => {
    const world = room();
    const host = await world.host();
    const { socket, h } = await world.member(host);
    host.send(
      { kind: 'frame', bytes: frameOf(5, 1) },
      { kind: 'frame', handle: h, bytes: frameOf(4, 2) },
      { kind: 'control', bytes: Buffer.from(JSON.stringify({ t: 'open', h })) },
      { kind: 'frame', bytes: frameOf(5, 3) },
      { kind: 'frame', handle: h, bytes: frameOf(4, 4) },
      { kind: 'frame', bytes: frameOf(6, 5) },
    );
    expect((await socket.frames(4)).map(markOf)).toEqual([2, 3, 4, 5]);
  });

  it('[CLG-23] frames behind a key in one bundle wait for its check and arrive whole', async () => {
    const world = room();
    const host = await world.host();
    const { socket, h } = await world.member(host, world.invite, { open: true });
    const key = encodeControl({ t: 'key+', pk: newKey().publicKey });
    host.send(
      { kind: 'control', bytes: key },
      { kind: 'frame', handle: h, bytes: frameOf(4, 1) },
      { kind: 'control', bytes: key },
      { kind: 'frame', bytes: frameOf(5, 2) },
      { kind: 'frame', handle: h, bytes: frameOf(4, 3) },
    );
    expect((await socket.frames(3)).map(markOf)).toEqual([1, 2, 3]);
  });

  it('[CLG-22] after a host take-over every handle is closed again', async () => {
    const world = room();
    const host = await world.host();
    const { socket, h } = await world.member(host, world.invite, { open: true });
    const newer = await world.host({ gen: 2, boot: 'ab'.repeat(16) });
    newer.send({ kind: 'frame', bytes: frameOf(5, 1) }, { kind: 'frame', handle: h, bytes: frameOf(4, 2) });
    expect(markOf(await socket.frame())).toBe(2);
  });

  it('[CLG-23] each member gets the host’s order over direct and group frames', async () => {
    const world = room();
    const host = await world.host();
    const a = await world.member(host, world.invite, { open: true });
    const b = await world.member(host, world.invite, { open: true });
    const forA: number[] = [];
    const forB: number[] = [];
    for (let mark = 1; mark <= 600; mark++) {
      const to = mark % 3;
      if (to !== 1) forA.push(mark);
      if (to !== 2) forB.push(mark);
      const handle = to === 1 ? { handle: b.h } : to === 2 ? { handle: a.h } : {};
      host.send({ kind: 'frame', ...handle, bytes: frameOf(to === 0 ? 5 : 4, mark) });
    }
    expect((await a.socket.frames(forA.length)).map(markOf)).toEqual(forA);
    expect((await b.socket.frames(forB.length)).map(markOf)).toEqual(forB);
  });

  it('[CLG-23] what arrives together goes out as one message per socket, at most 256 KiB each', async () => {
    const world = room();
    const host = await world.host();
    const { socket } = await world.member(host, world.invite, { open: true });
    const before = socket.messageSizes.length;
    host.send(...Array.from({ length: 50 }, (_, mark) => ({ kind: 'frame' as const, bytes: frameOf(6, mark) })));
    await socket.frames(50);
    expect(socket.messageSizes.length - before).toBe(1);
    const large = Array.from({ length: 4 }, (_, mark) => frameOf(5, mark, maxFrameBytes));
    for (let round = 0; round < 4; round++) host.send(...large.map((bytes) => ({ kind: 'frame' as const, bytes })));
    expect((await socket.frames(16)).map(markOf)).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
    expect(Math.max(...socket.messageSizes)).toBeLessThanOrEqual(maxBundleBytes);
  });

  it('[CLG-23] members hear of the host going and coming, the host of its members', async () => {
    const world = room();
    const host = await world.host();
    const { socket, h } = await world.member(host);
    const other = await world.member(host);
    other.socket.close();
    expect((await host.control('out')).h).toBe(other.h);
    host.close();
    expect((await socket.control('host')).up).toBe(false);
    // Nobody is there to take it; the next handshake starts anew.
    socket.send({ kind: 'frame', bytes: frameOf(3, 1) });
    const again = await world.host();
    expect((await socket.control('host')).up).toBe(true);
    expect((await again.control('in')).h).toBe(h);
    socket.send({ kind: 'frame', bytes: Buffer.alloc(47, 1) });
    const first = await again.anyFrame();
    expect([first.handle, first.bytes.length]).toEqual([h, 47]);
  });

  it('[CLG-23] the host’s close reaches the member after everything sent before it', async () => {
    const world = room();
    const host = await world.host();
    const { socket, h } = await world.member(host, world.invite, { open: true });
    host.send(
      { kind: 'frame', bytes: frameOf(5, 1) },
      { kind: 'frame', handle: h, bytes: frameOf(4, 2) },
      { kind: 'control', bytes: Buffer.from(JSON.stringify({ t: 'close', h, code: 'closed_by_host' })) },
      { kind: 'frame', bytes: frameOf(5, 3) },
    );
    expect(await socket.closeReason()).toBe('closed_by_host');
    const marks = socket.arrived.flatMap((a) => (a.kind === 'frame' ? [markOf(a.bytes)] : []));
    expect(marks.slice(-2)).toEqual([1, 2]);
  });

  it('[CLG-23] the text heartbeat is answered, any other text ends the socket', async () => {
    const world = room();
    const host = await world.host();
    const { socket } = await world.member(host);
    socket.ws.send('ping');
    await expect.poll(() => socket.texts).toEqual(['pong']);
    socket.ws.send('hello');
    expect(await socket.closeReason()).toBe('bad_frame');
  });

  describe('what a member may send', () => {
    it('reaches the host only, never another member', async () => {
      const world = room();
      const host = await world.host();
      const a = await world.member(host, world.invite, { open: true });
      const b = await world.member(host, world.invite, { open: true });
      a.socket.send({ kind: 'frame', bytes: frameOf(3, 9) });
      await host.anyFrame();
      host.send({ kind: 'frame', bytes: frameOf(7, 10) });
      const got = await b.socket.frame();
      expect([typeOf(got), markOf(got)]).toEqual([7, 10]);
    });
  });
}
