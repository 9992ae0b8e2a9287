import { expect, it } from 'vitest';
import { frameOf } from '../testing/relay-world.ts';
import { admitSignature, id8Of, newBoot, newKey } from '../testing/signing.ts';
import { type ContractRoom, markOf } from './contract-room.ts';

export function seatAndAdmission(room: ContractRoom): void {
  it('[CLG-20] seats a host, admits a member and carries frames both ways', async () => {
    const world = room();
    const host = await world.host();
    const { socket, h } = await world.member(host, world.invite, { open: true });
    host.send({ kind: 'frame', bytes: frameOf(5, 7) });
    expect(markOf(await socket.frame())).toBe(7);
    socket.send({ kind: 'frame', bytes: frameOf(3, 8) });
    const back = await host.anyFrame();
    expect([back.handle, markOf(back.bytes)]).toEqual([h, 8]);
  });

  it('[CLG-20] a host that signs with another key, or another room’s key, gets no seat', async () => {
    const world = room();
    const stranger = newKey();
    expect(await (await world.askSeat({ key: stranger })).closeReason()).toBe('auth');
    const forged = { publicKey: world.hostKey.publicKey, privateKey: stranger.privateKey };
    expect(await (await world.askSeat({ key: forged })).closeReason()).toBe('auth');
  });

  it('[H14] a signature made for another relay is refused, for the seat and for admission', async () => {
    const world = room();
    await world.host();
    expect(await (await world.askSeat({ auth: 'relay-b.example' })).closeReason()).toBe('auth');
    expect(await (await world.askAdmission(world.invite, { auth: 'relay-b.example' })).closeReason()).toBe('auth');
  });

  it('[H15] a challenge serves one socket, once', async () => {
    const world = room();
    const host = await world.host();
    const { socket } = await world.member(host);
    const other = await world.connect();
    const { ch } = await other.control('ch');
    expect(await (await world.askAdmission(world.invite, { challenge: ch })).closeReason()).toBe('auth');
    const auth = world.authority;
    const sig = admitSignature(world.invite, world.roomId, ch, auth);
    socket.say({ t: 'admit', id8: id8Of(world.invite.publicKey), auth, sig });
    expect(await socket.closeReason()).toBe('bad_frame');
  });

  it('[CLG-21] admits by an invite’s key and by a member’s own pass', async () => {
    const world = room();
    const pass = newKey();
    const host = await world.host();
    const first = await world.member(host);
    host.say({ t: 'key+', pk: pass.publicKey });
    await world.settled(host, first.socket, first.h);
    host.say({ t: 'key-', pk: world.invite.publicKey });
    expect(await first.socket.closeReason()).toBe('unknown_admission_key');
    const socket = await world.askAdmission(pass);
    expect((await host.control('in')).id8).toBe(id8Of(pass.publicKey));
    expect((await socket.control('host')).up).toBe(true);
  });

  it('[CLG-36] a key is unknown only once the host has written its set; before that the host is away', async () => {
    const world = room();
    expect(await (await world.askAdmission()).closeReason()).toBe('no_such_room');
    const seated = await world.askSeat();
    await seated.control('host');
    expect(await (await world.askAdmission()).closeReason()).toBe('host_away');
    world.writeKeys(seated, [world.invite]);
    await world.member(seated);
    expect(await (await world.askAdmission(newKey())).closeReason()).toBe('unknown_admission_key');
    seated.close();
    await seated.closeReason();
    const waiting = await world.askAdmission();
    expect((await waiting.control('host')).up).toBe(false);
    expect(await (await world.askAdmission(newKey())).closeReason()).toBe('host_away');
  });

  it('[CLG-21] a set written anew closes the sockets whose keys are gone, also a set in several parts', async () => {
    const world = room();
    const kept = newKey();
    const host = await world.host({ keys: [world.invite, kept] });
    const leaving = await world.member(host);
    const staying = await world.member(host, kept);
    const many = Array.from({ length: 100 }, newKey);
    world.writeKeys(host, [...many, kept]);
    expect(await leaving.socket.closeReason()).toBe('unknown_admission_key');
    expect((await host.control('out')).h).toBe(leaving.h);
    await world.settled(host, staying.socket, staying.h);
    await world.member(host, many[3]);
    await world.member(host, many[99]);
  });

  it('[CLG-14] the same host replaces its ghost, a newer start takes the seat', async () => {
    const world = room();
    const ghost = await world.host({ gen: 3 });
    const { socket } = await world.member(ghost);
    const again = await world.host({ gen: 3 });
    expect(await ghost.closeReason()).toBe('replaced');
    const known = await again.control('in');
    expect((await socket.control('host')).up).toBe(true);
    const newer = await world.host({ gen: 4, boot: newBoot() });
    expect(await again.closeReason()).toBe('replaced');
    expect((await newer.control('in')).h).toBe(known.h);
  });

  it('[B2] [B1] [B3] an equal start with another boot, an older start and a leap are refused', async () => {
    const world = room();
    const host = await world.host({ gen: 5 });
    expect(await (await world.askSeat({ gen: 5, boot: newBoot() })).closeReason()).toBe('host_conflict');
    expect(await (await world.askSeat({ gen: 4 })).closeReason()).toBe('host_conflict');
    expect(await (await world.askSeat({ gen: 5 + 65_537, boot: newBoot() })).closeReason()).toBe('auth');
    host.close();
    await host.closeReason();
    // Also with nobody on the seat: what was seen is remembered.
    expect(await (await world.askSeat({ gen: 5, boot: newBoot() })).closeReason()).toBe('host_conflict');
    await world.host({ gen: 5 + 65_536, boot: newBoot() });
  });

  it('[B4] two starts that ask for the seat at once: the newer has it in the end', async () => {
    const world = room();
    const [older, newer] = await Promise.all([
      world.askSeat({ gen: 8, boot: newBoot() }),
      world.askSeat({ gen: 9, boot: newBoot() }),
    ]);
    expect(['replaced', 'host_conflict']).toContain(await older.closeReason());
    await newer.control('host');
    world.writeKeys(newer, [world.invite]);
    await world.member(newer);
  });
}
