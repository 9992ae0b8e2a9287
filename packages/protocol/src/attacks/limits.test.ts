import { beforeAll, describe, expect, it } from 'vitest';
import { blobHash } from '../blob.ts';
import { fromHex, toHex } from '../bytes.ts';
import { ready } from '../crypto/sodium.ts';
import { encodeHostBundles, hs1Bytes } from '../frames.ts';
import { startHandshake } from '../handshake.ts';
import {
  chatterBurst,
  maxAllWatcherUploadBytes,
  maxKnownHandles,
  maxLobbyCards,
  maxOpenUploads,
  maxUploadBytes,
  maxWatcherUploadBytes,
} from '../limits.ts';
import { decodeLink, inviteKeys } from '../link.ts';
import { ForgedMember } from '../testing/forged-member.ts';
import { World } from '../testing/world.ts';

beforeAll(() => ready);

describe('limits at the door', () => {
  it('[L1] a flood of hs1 by one link: others still join, and the host answers only so many', async () => {
    const world = await new World(101).up();
    const flooded = world.link({ lobby: true });
    const other = world.link();
    const decoded = decodeLink(new URL(flooded).hash);
    if (!decoded.ok) throw new Error('damaged');
    const waiting = await world.join('Waiting', { link: flooded });
    const [handle] = world.relay.handles;
    world.relay.isRecording = true;
    const { inviteId } = inviteKeys(decoded.secret);
    for (let at = 0; at < 2_000; at++) {
      const { hs1 } = startHandshake({ kind: 'join', id: inviteId, ephemeralSecret: world.random.bytes(32), gen: 0 });
      world.relay.inject({ to: 'host', handle: handle ?? '', bytes: hs1 });
    }
    await world.settle();
    const answers = world.relay.recorded.filter(({ to, bytes }) => to === 'member' && bytes.length > hs1Bytes);
    expect(answers.length).toBeLessThanOrEqual(21);
    expect(world.hostCount('hs1_rate')).toBeGreaterThan(0);
    const bo = await world.join('Bo', { link: other });
    expect(bo.view.phase.name).toBe('in_room');
    waiting.client.stop();
  });

  it('[L2] [CLG-37] a flood of cards: sixteen, the rest hears busy, and silencing the link works', async () => {
    const world = await new World(102).up();
    const link = world.link({ lobby: true });
    const people = [];
    for (let at = 0; at < 20; at++) {
      people.push(await world.join(`Guest ${at}`, { link }));
      await world.pass(1_000);
    }
    expect(world.host.lobbyCards()).toHaveLength(maxLobbyCards);
    const [invite] = world.host.invites();
    if (invite === undefined) throw new Error('no invite');
    world.host.silenceInvite(invite.inviteId);
    await world.pass(60_000);
    expect(world.host.lobbyCards()).toEqual([]);
    for (const person of people) expect(person.view.phase.name).not.toBe('in_room');
  });
});

describe('limits inside', () => {
  it('[L5] [CLG-63] an upload under the id of a kept value changes nothing of it, and nothing of it reaches the disk', async () => {
    const world = await new World(110).up();
    const kept = world.host.keepBlob(new Uint8Array([1, 2, 3]));
    const eve = await ForgedMember.join(world, world.link());
    eve.direct();
    const bytes = new Uint8Array([6, 6, 6]);
    const put = { t: 'put', off: 0, len: bytes.length, hash: toHex(blobHash(bytes)) };
    const other = toHex(world.random.bytes(16));
    eve.send({ ...put, blob: kept.blob }, bytes);
    eve.send({ ...put, blob: other }, bytes);
    await world.pass(100);
    expect(eve.direct().filter(({ t }) => t === 'put')).toMatchObject([{ off: 3 }, { off: 3 }]);
    const onDisk = (blob: string) => world.store.readBlob(fromHex(blob) ?? new Uint8Array(16), 0, 10)?.bytes;
    expect(onDisk(kept.blob)).toEqual(new Uint8Array([1, 2, 3]));
    expect(onDisk(other)).toBeUndefined();
  });

  it('[L5] many small uploads of one member are bounded in number', async () => {
    const world = await new World(111).up();
    const eve = await ForgedMember.join(world, world.link());
    eve.direct();
    for (let at = 0; at < maxOpenUploads + 5; at += 1) {
      const bytes = new Uint8Array([at]);
      const blob = toHex(world.random.bytes(16));
      eve.send({ t: 'put', blob, off: 0, len: 2, hash: toHex(blobHash(bytes)) }, bytes);
    }
    await world.pass(100);
    const refused = eve.direct().filter(({ t, refused }) => t === 'put' && refused === 'rate');
    expect(refused).toHaveLength(5);
  });

  it('[L5] typing, presence and pings beyond the limit wait, and only the last word of each is said', async () => {
    const world = await new World(112).up();
    const ada = await world.join('Ada');
    const eve = await ForgedMember.join(world, world.link());
    await world.pass(2_000);
    eve.direct();
    const frames = () => ada.changes;
    const before = frames();
    for (let at = 0; at < 2_000; at += 1) {
      eve.send({ t: 'typing', on: at % 2 === 0 });
      eve.send({ t: 'presence', x: at % 2 === 0 ? 'away' : 'idle' });
      eve.send({ t: 'ping', n: at });
    }
    eve.send({ t: 'presence', x: 'watching' });
    await world.pass(100);
    expect(eve.direct().filter(({ t }) => t === 'pong').length).toBeLessThan(chatterBurst);
    expect(frames() - before).toBeLessThan(chatterBurst * 2);
    expect(world.hostCount('chatter_rate')).toBeGreaterThan(5_000);
    await world.pass(3_000);
    expect(
      eve
        .direct()
        .filter(({ t }) => t === 'pong')
        .at(-1),
    ).toMatchObject({ n: 1_999 });
    const others = Object.entries(ada.view.presence).filter(([id]) => id !== ada.view.me?.participantId);
    expect(others.map(([, state]) => state)).toEqual(['watching']);
  });

  it('[L5] handles that a relay makes up are bounded, and those who are in stay in', async () => {
    const world = await new World(113).up();
    const ada = await world.join('Ada');
    for (let at = 0; at < maxKnownHandles + 500; at += 1) {
      const handle = (0xffff_0000 + at).toString(16).padStart(16, '0');
      const [bundle] = encodeHostBundles([{ kind: 'frame', handle, bytes: new Uint8Array(300) }]);
      if (bundle !== undefined) world.host.received(bundle);
    }
    await world.pass(100);
    expect(world.hostCount('too_many_handles')).toBeGreaterThanOrEqual(500);
    ada.say('still here');
    await world.pass(200);
    expect(ada.chat).toEqual(['still here']);
  });

  it('[L5] [CLG-63] people who only watch share a small part of what may be uploaded, by person and in all', async () => {
    const world = await new World(114).up();
    const link = world.link({ role: 'viewer' });
    const piece = new Uint8Array([1]);
    const put = (member: ForgedMember, len: number) =>
      member.send({ t: 'put', blob: toHex(world.random.bytes(16)), off: 0, len, hash: toHex(blobHash(piece)) }, piece);
    const refusedOf = (member: ForgedMember) =>
      member.direct().filter(({ t, refused }) => t === 'put' && refused === 'rate').length;
    for (let at = 0; at < maxAllWatcherUploadBytes / maxWatcherUploadBytes; at += 1) {
      const watcher = await ForgedMember.join(world, link, { name: `Eve ${at}` });
      watcher.direct();
      put(watcher, maxWatcherUploadBytes);
      put(watcher, 1);
      await world.pass(50);
      expect(refusedOf(watcher)).toBe(1);
    }
    const last = await ForgedMember.join(world, link, { name: 'Last' });
    last.direct();
    put(last, 10);
    await world.pass(50);
    expect(refusedOf(last)).toBe(1);
    const driver = await ForgedMember.join(world, world.link());
    driver.direct();
    put(driver, maxUploadBytes);
    await world.pass(50);
    expect(driver.direct().filter(({ t }) => t === 'put')).toMatchObject([{ off: 1 }]);
  });

  it('[L5] [CLG-62] a flood of pulls, guessed blobs, pages below the floor and uploads over the limit are refused', async () => {
    const world = await new World(103).up();
    world.host.append([{ type: 'room.renamed', atMs: 0, title: 'secret past', by: world.host.hostParticipantId }]);
    const past = world.host.keepText('p'.repeat(100_000));
    world.host.append([{ type: 'room.renamed', atMs: 0, title: 'present', by: world.host.hostParticipantId }]);
    const eve = await ForgedMember.join(world, world.link({ history: 'from-now' }));
    const { welcome } = eve.welcome();
    eve.direct();
    expect(welcome.floor).toBeGreaterThan(3);
    const pull = (id: number, what: Record<string, unknown>) => eve.send({ t: 'get', id, pull: what });
    pull(1, { what: 'page', first: 1, last: 2 });
    pull(2, { what: 'page', first: 1, last: welcome.seq, tail: true });
    pull(3, { what: 'blob', blob: toHex(world.random.bytes(16)), off: 0 });
    pull(4, { what: 'blob', blob: 'blob' in past ? past.blob : '', off: 0 });
    pull(5, { what: 'page', first: welcome.floor, last: welcome.seq });
    const bytes = world.random.bytes(10);
    const put = { t: 'put', blob: toHex(world.random.bytes(16)), off: 0, hash: toHex(blobHash(bytes)) };
    eve.send({ ...put, len: maxUploadBytes + 1 }, bytes);
    eve.send({ ...put, len: 10, hash: toHex(world.random.bytes(32)) }, bytes);
    await world.pass(100);
    const answers = eve.direct();
    const refusedOf = (id: number) => answers.find((answer) => answer['id'] === id)?.['refused'];
    expect([1, 2, 3, 4].map(refusedOf)).toEqual(Array(4).fill('no_such_object'));
    expect(refusedOf(5)).toBeUndefined();
    const puts = answers.filter(({ t }) => t === 'put').map((answer) => answer['refused']);
    expect(puts).toEqual(['too_large', 'hash']);
  });

  it('[L5] pulls beyond the budget wait, and those beyond eight at once are refused', async () => {
    const world = await new World(104).up();
    const big = world.host.keepBlob(world.random.bytes(64 * 1024));
    const eve = await ForgedMember.join(world, world.link());
    eve.direct();
    // 16 MiB burst in parts of 48 KiB, then 2 MiB a second.
    for (let id = 0; id < 600; id++) eve.send({ t: 'get', id, pull: { what: 'blob', blob: big.blob, off: 0 } });
    await world.settle();
    const answers = eve.direct();
    const served = answers.filter((answer) => answer['refused'] === undefined).length;
    expect(served).toBeGreaterThan(300);
    expect(served).toBeLessThan(345);
    expect(answers.filter((answer) => answer['refused'] === 'rate').length).toBeGreaterThan(200);
    await world.pass(2_000);
    expect(eve.direct()).toHaveLength(8);
  });

  it('[L8] [CLG-33] many members that return at once spread themselves, and each makes one handshake', async () => {
    const world = await new World(106).up();
    const link = world.link();
    for (let at = 0; at < 40; at++) await world.join(`Guest ${at}`, { link });
    const times: number[] = [];
    world.relay.meddle = ({ to, bytes }) => {
      if (to === 'host' && bytes.length === hs1Bytes) times.push(world.time.clock.monotonicMs());
      return undefined;
    };
    await world.restartHost();
    await world.pass(5_000);
    expect(times).toHaveLength(40);
    // 40 people: over 80 ms.
    expect(new Set(times).size).toBeGreaterThan(20);
    expect(world.host.online()).toHaveLength(40);
  });

  it('[P5] a closing word of the relay is shown as the relay’s, never as the host’s', async () => {
    const world = await new World(105).up();
    const link = world.link();
    world.host.revokeAllInvites();
    const ada = await world.join('Ada', { link });
    expect(ada.view.phase).toEqual({ name: 'refused_by_relay', reason: 'unknown_admission_key' });
    expect((await ada.store.read()) ?? 'kept').toBeDefined();
  });
});
