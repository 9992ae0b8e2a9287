import { expect, it } from 'vitest';
import { frameOf, markOf } from '../testing/relay-world.ts';
import { newBoot, newKey } from '../testing/signing.ts';
import type { ContractRoom } from './contract-room.ts';
import type { RelayUnderTest } from './relay-under-test.ts';

export function sleepAndStorage(room: ContractRoom, relay: () => RelayUnderTest): void {
  it('[B41] roles, handles and open marks survive eviction between any two messages', async () => {
    const world = room();
    const host = await world.host();
    const inside = await world.member(host, world.invite, { open: true });
    const lobby = await world.member(host);
    await relay().evict(world.roomId);
    // The first to speak after waking is a member: it must not become anything else.
    inside.socket.send({ kind: 'frame', bytes: frameOf(3, 1) });
    const first = await host.anyFrame();
    expect([first.handle, markOf(first.bytes)]).toEqual([inside.h, 1]);
    await relay().evict(world.roomId);
    host.send({ kind: 'frame', bytes: frameOf(5, 2) });
    expect(markOf(await inside.socket.frame())).toBe(2);
    await relay().evict(world.roomId);
    host.send({ kind: 'frame', handle: lobby.h, bytes: frameOf(4, 3) });
    expect(markOf(await lobby.socket.frame())).toBe(3);
    await relay().evict(world.roomId);
    expect(await (await world.askSeat({ gen: 1, boot: newBoot() })).closeReason()).toBe('host_conflict');
    expect(await (await world.askAdmission(newKey())).closeReason()).toBe('unknown_admission_key');
    await relay().evict(world.roomId);
    inside.socket.close();
    expect((await host.control('out')).h).toBe(inside.h);
    await relay().evict(world.roomId);
    host.close();
    expect((await lobby.socket.control('host')).up).toBe(false);
  });

  it('[L7] the order over direct and group frames holds across eviction', async () => {
    const world = room();
    const host = await world.host();
    const { socket, h } = await world.member(host, world.invite, { open: true });
    const sent: number[] = [];
    for (let mark = 1; mark <= 60; mark++) {
      sent.push(mark);
      host.send({ kind: 'frame', ...(mark % 2 === 0 ? { handle: h } : {}), bytes: frameOf(5, mark) });
      if (mark % 20 === 0) await relay().evict(world.roomId);
    }
    expect((await socket.frames(sent.length)).map(markOf)).toEqual(sent);
  });

  it('keeps at rest the host’s key and start, the admission keys and two times, and nothing else', async () => {
    const world = room();
    const pass = newKey();
    const host = await world.host({ gen: 6, keys: [world.invite, pass] });
    const { socket, h } = await world.member(host, world.invite, { open: true });
    socket.send({ kind: 'frame', bytes: frameOf(3, 1) });
    await host.anyFrame();
    await world.settled(host, socket, h);
    const { room: rows, admission, ...others } = await relay().stored(world.roomId);
    expect(rows).toHaveLength(1);
    const [row] = rows as [Record<string, unknown>];
    expect(row).toEqual({
      host_key: world.hostKey.publicKey,
      gen: 6,
      boot: world.boot,
      created_ms: expect.any(Number),
      host_seen_ms: expect.any(Number),
    });
    const keys = (admission as Array<{ public_key: string }>).map(({ public_key }) => public_key);
    expect(new Set(keys)).toEqual(new Set([world.invite.publicKey, pass.publicKey]));
    expect(others).toEqual({});
  });

  it('a room that is not there leaves nothing at rest, however often it is asked for', async () => {
    const world = room();
    for (let n = 0; n < 3; n++) expect(await (await world.askAdmission()).closeReason()).toBe('no_such_room');
    expect(await relay().stored(world.roomId)).toEqual({});
  });
}
