import { beforeAll, describe, expect, it } from 'vitest';
import { ready } from '../crypto/sodium.ts';
import { decodeHeader, frameTypes } from '../frames.ts';
import { GroupReceiver } from '../group-receiver.ts';
import { ForgedMember } from '../testing/forged-member.ts';
import type { Packet } from '../testing/hostile-relay.ts';
import { type Person, World } from '../testing/world.ts';

beforeAll(() => ready);

const isType =
  (...types: number[]) =>
  ({ to, bytes }: Packet): boolean =>
    to === 'member' && bytes.length > 118 && types.includes(bytes[1] ?? 0);
const isGroup = isType(frameTypes.durable, frameTypes.ephemeral, frameTypes.check);

async function liveRoom(seed: number) {
  const world = await new World(seed).up();
  const ada = await world.join('Ada');
  world.host.setTurnRunning(true);
  await world.pass(6_000);
  expect(ada.view.liveness).toEqual({ name: 'live' });
  return { world, ada };
}

const rename = (world: World, title: string): void =>
  world.host.append([{ type: 'room.renamed', atMs: 0, title, by: world.host.hostParticipantId }]);

const type = (world: World, text: string, offset: number): void =>
  world.host.emit([{ k: 'text', b: 'block', o: offset, x: text }]);

const shown = (person: Person): string | undefined => person.view.live['block']?.x;

describe('provisional text', () => {
  it('[CLG-54] text is laid by offset, one frame per flush, and ends with its durable event', async () => {
    const { world, ada } = await liveRoom(61);
    world.relay.isRecording = true;
    for (const [at, letter] of [...'hello'].entries()) type(world, letter, at);
    await world.pass(20);
    expect(shown(ada)).toBe('hello');
    expect(world.relay.recorded.filter(isType(frameTypes.ephemeral))).toHaveLength(1);
    await world.pass(250);
    expect(world.relay.recorded.filter(isType(frameTypes.check))).toHaveLength(1);
    expect(ada.view.alarm).toBeUndefined();
  });

  it('[CLG-54] text after a silence leaves with its turn, by no timer; what follows waits until the window since then is over', async () => {
    const { world, ada } = await liveRoom(60);
    world.relay.isRecording = true;
    const frames = (): number => world.relay.recorded.filter(isType(frameTypes.ephemeral)).length;
    type(world, 'one ', 0);
    await world.settle();
    expect(frames()).toBe(1);
    type(world, 'two ', 4);
    await world.pass(5);
    type(world, 'three', 8);
    await world.pass(5);
    expect(frames()).toBe(1);
    await world.pass(10);
    expect(frames()).toBe(2);
    expect(shown(ada)).toBe('one two three');
  });

  it('[CLG-23] a dropped piece leaves a hole that the host fills on direct', async () => {
    const { world, ada } = await liveRoom(62);
    let dropped = 0;
    world.relay.meddle = (packet) => (isType(frameTypes.ephemeral)(packet) && dropped++ === 0 ? [] : undefined);
    type(world, 'lost ', 0);
    await world.pass(300);
    world.application.live = [{ k: 'text', b: 'block', x: 'lost and found' }];
    type(world, 'and found', 5);
    await world.pass(300);
    expect(dropped).toBeGreaterThan(0);
    expect(shown(ada)).toBe('lost and found');
    expect(ada.view.alarm).toBeUndefined();
  });

  it('[CLG-54] a piece that is lost behind what the host left out is a hole, and no more left out', async () => {
    const { world, ada } = await liveRoom(65);
    const frames = (): number => world.relay.recorded.filter(isType(frameTypes.ephemeral)).length;
    world.relay.isRecording = true;
    const o = 1_000_000;
    const x = `${'y'.repeat(99)}\n`.repeat(600);
    let seen = 0;
    world.relay.meddle = (packet) => (isType(frameTypes.ephemeral)(packet) && seen++ === 1 ? [] : undefined);
    const whole = { k: 'tool' as const, b: 'block', x, cut: { at: 0, units: o } };
    world.application.live = [whole];
    world.host.emit([{ k: 'tool', b: 'block', o, x, g: true }]);
    await world.pass(300);
    expect(frames()).toBeGreaterThan(2);
    expect(ada.view.live['block']).toEqual(whole);
  });

  it.each(['a free counter', 'a true counter'])(
    '[G6] a member and the relay forge text under %s: alarm at the next check, block wiped',
    async (kind) => {
      const { world, ada } = await liveRoom(kind === 'a free counter' ? 63 : 64);
      const forger = await ForgedMember.join(world, world.link());
      const { welcome, secret } = forger.welcome();
      world.relay.meddle = undefined;
      await world.pass(300);
      const { epoch, step } = welcome;
      const [handle] = world.relay.openHandles;
      world.relay.meddle = (packet) => {
        const honest = decodeHeader(packet.bytes);
        if (packet.handle !== handle || honest?.type !== frameTypes.ephemeral) return undefined;
        const ctr = honest.ctr + (kind === 'a free counter' ? 40 : 0);
        const header = { type: frameTypes.ephemeral, epoch, step, ctr };
        const json = { d: [{ k: 'text', b: 'block', o: 0, x: 'run rm -rf' }] };
        return [{ ...packet, bytes: forger.groupFrame(secret, header, json) }];
      };
      type(world, 'honest', 0);
      await world.pass(100);
      expect(shown(ada)).toBe('run rm -rf');
      // The resume that follows must not be what wipes it: it is held up.
      world.relay.meddle = ({ to }) => (to === 'host' ? [] : undefined);
      await world.pass(250);
      expect(ada.view.alarm).toMatch(/forged/i);
      expect(shown(ada)).toBeUndefined();
      expect(ada.count('resume_forged')).toBe(1);
    },
  );

  it('[G9] a check that is replayed is dropped, one that is withheld leads to a resume: check_gap', async () => {
    const { world, ada } = await liveRoom(65);
    world.relay.isRecording = true;
    await world.pass(6_000);
    const check = world.relay.recorded.find(isType(frameTypes.check));
    if (check === undefined) throw new Error('no check');
    const before = ada.count('replay');
    world.relay.inject(check);
    await world.pass(10);
    expect(ada.count('replay')).toBe(before + 1);
    let withheld = 0;
    world.relay.meddle = (packet) => (isType(frameTypes.check)(packet) && withheld++ === 0 ? [] : undefined);
    await world.pass(11_000);
    expect(ada.count('resume_check_gap')).toBe(1);
    await world.pass(6_000);
    expect(ada.view.liveness.name).toBe('live');
  });
});

describe('what is live is live', () => {
  it.each([
    ['all frames', () => true],
    ['only group frames', isGroup],
  ])('[G10] a relay that delays %s by 60 s is not live within three beats', async (_what, isDelayed) => {
    const { world, ada } = await liveRoom(66);
    world.relay.meddle = (packet) => (isDelayed(packet) ? [{ ...packet, afterMs: 60_000 }] : undefined);
    await world.pass(16_000);
    expect(ada.view.liveness.name).toBe('not_live');
    for (let at = 0; at < 20; at++) {
      await world.pass(5_000);
      expect(ada.view.liveness.name).not.toBe('live');
    }
  });

  it('[G10] a member that slept for ten minutes is not live until it has measured anew', async () => {
    const { world, ada } = await liveRoom(67);
    // The sleeper's monotonic clock stood still; everybody's wall clock went on.
    world.time.moveWallClock(600_000);
    world.relay.meddle = (packet) => (packet.to === 'member' ? [] : undefined);
    ada.client.woke();
    await world.pass(100);
    expect(ada.view.liveness.name).toBe('not_live');
    world.relay.meddle = undefined;
    await world.pass(30_000);
    expect(ada.view.liveness.name).toBe('live');
  });

  it('[G11] a head that is withheld while checks pass shows as catching up', async () => {
    const { world, ada } = await liveRoom(68);
    world.relay.meddle = (packet) => (isType(frameTypes.durable, frameTypes.direct)(packet) ? [] : undefined);
    rename(world, 'withheld');
    await world.pass(7_000);
    expect(ada.view.liveness).toEqual({ name: 'catching_up', behind: 1 });
    world.relay.meddle = undefined;
    await world.pass(30_000);
    expect(ada.view.state?.title).toBe('withheld');
    expect(ada.view.liveness.name).toBe('live');
  });

  it('[G11] checks that are withheld while events pass show as not live', async () => {
    const { world, ada } = await liveRoom(69);
    world.relay.meddle = (packet) => (isType(frameTypes.check)(packet) ? [] : undefined);
    for (let at = 0; at < 4; at++) {
      rename(world, `title ${at}`);
      await world.pass(5_000);
    }
    expect(ada.view.state?.title).toBe('title 3');
    expect(ada.view.liveness.name).toBe('not_live');
  });

  it('[CLG-57] a closed socket ends live at once, and a room at which nobody looks claims nothing', async () => {
    const { world, ada } = await liveRoom(70);
    world.relay.isUnreachable = true;
    world.relay.cut();
    await world.settle();
    expect(ada.view.liveness).toMatchObject({ name: 'not_live', reason: 'socket' });
    world.relay.isUnreachable = false;
    await world.pass(20_000);
    world.host.setTurnRunning(false);
    ada.client.setPresence('away');
    await world.pass(1_000);
    expect(ada.view.liveness).toEqual({ name: 'no_beat' });
    world.relay.isRecording = true;
    await world.pass(600_000);
    expect(world.relay.recorded.filter(isGroup)).toEqual([]);
  });
});

describe('epochs and steps', () => {
  const isRekeyTime = (world: World) => {
    let seen = false;
    return (packet: Packet): boolean => {
      if (seen || !isType(frameTypes.direct)(packet) || packet.handle !== world.relay.openHandles[0]) return false;
      seen = true;
      return true;
    };
  };

  it('[G12] frames of the new epoch wait for a rekey that comes late', async () => {
    const { world, ada } = await liveRoom(71);
    const isRekey = isRekeyTime(world);
    world.relay.meddle = (packet) => (isRekey(packet) ? [{ ...packet, afterMs: 1_000 }] : undefined);
    world.host.rekey();
    rename(world, 'new epoch');
    await world.pass(500);
    expect(ada.view.state?.title).toBe('Test room');
    await world.pass(1_000);
    expect(ada.view.state?.title).toBe('new epoch');
    expect([...ada.counts.keys()].filter((key) => key.startsWith('resume'))).toEqual([]);
  });

  it('[G12] a rekey that is withheld leads to a resume, one that comes twice is ignored', async () => {
    const { world, ada } = await liveRoom(72);
    const isRekey = isRekeyTime(world);
    world.relay.meddle = (packet) => (isRekey(packet) ? [] : undefined);
    world.host.rekey();
    rename(world, 'new epoch');
    await world.pass(20_000);
    expect(ada.view.state?.title).toBe('new epoch');
    world.relay.meddle = (packet) => (packet.to === 'member' ? [packet, packet] : undefined);
    world.host.rekey();
    rename(world, 'twice');
    await world.pass(1_000);
    expect(ada.view.state?.title).toBe('twice');
  });

  it('[G13] a removed member opens nothing that was journaled after it, though the relay hands it everything', async () => {
    const { world, ada } = await liveRoom(73);
    const forger = await ForgedMember.join(world, world.link(), { name: 'Eve' });
    const { welcome, secret } = forger.welcome();
    world.relay.meddle = undefined;
    await world.pass(300);
    const state = { secret, epoch: welcome.epoch, step: welcome.step, counters: welcome.ctr };
    const { publicKey: hostPk } = world.identity;
    const { roomId, gen } = world;
    const receiver = new GroupReceiver({ hostPk, roomId, gen, state, seq: welcome.seq });
    world.relay.isRecording = true;
    rename(world, 'while Eve is in');
    await world.pass(10);
    const openAll = (): string[] =>
      world.relay.recorded
        .splice(0)
        .filter((packet) => packet.handle === world.relay.openHandles[0] && isGroup(packet))
        .map((packet) => receiver.open(packet.bytes, 0).kind);
    expect(openAll()).toContain('durable');
    const by = world.host.hostParticipantId;
    world.host.removeParticipant(welcome.pid, { by, block: false });
    rename(world, 'after Eve');
    await world.pass(300);
    expect(ada.view.state?.title).toBe('after Eve');
    const kinds = openAll();
    expect(kinds).toContain('held');
    expect(kinds).not.toContain('durable');
  });

  it('[G8] a joiner opens nothing of what the relay recorded before', async () => {
    const { world, ada } = await liveRoom(74);
    world.relay.isRecording = true;
    rename(world, 'before');
    await world.pass(300);
    const recorded = world.relay.recorded.filter(isGroup);
    expect(recorded.length).toBeGreaterThan(0);
    const forger = await ForgedMember.join(world, world.link());
    const { welcome, secret } = forger.welcome();
    const counters = { 5: 0, 6: 0, 7: 0 };
    for (const step of [welcome.step, welcome.step - 1]) {
      const state = { secret, epoch: welcome.epoch, step, counters };
      const { publicKey: hostPk } = world.identity;
      const { roomId, gen } = world;
      const receiver = new GroupReceiver({ hostPk, roomId, gen, state, seq: 0 });
      for (const packet of recorded) {
        expect(['bad', 'dropped']).toContain(receiver.open(packet.bytes, 0).kind);
      }
    }
    expect(ada.view.state?.title).toBe('before');
  });

  it('[G14] a socket in the lobby and one that is not opened yet get no group frame', async () => {
    const { world } = await liveRoom(75);
    const waiting = await world.join('Waiting', { link: world.link({ lobby: true }) });
    expect(waiting.view.phase.name).toBe('waiting_at_door');
    world.relay.isRecording = true;
    rename(world, 'not for the lobby');
    type(world, 'nor this', 0);
    await world.pass(300);
    const [, lobbyHandle] = world.relay.handles;
    expect(world.relay.recorded.filter(isGroup).length).toBeGreaterThan(0);
    expect(world.relay.recorded.filter((packet) => packet.handle === lobbyHandle && isGroup(packet))).toEqual([]);
  });
});
