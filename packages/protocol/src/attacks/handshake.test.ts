import { beforeAll, describe, expect, it } from 'vitest';
import { concat } from '../bytes.ts';
import { proofOf } from '../client/attempt.ts';
import { MemoryMemberStore, newDeviceKey } from '../client/member-store.ts';
import { signKeyPair } from '../crypto/keys.ts';
import { ready } from '../crypto/sodium.ts';
import { frameTypes, hs1Bytes, hs2Bytes } from '../frames.ts';
import { answerHandshake } from '../handshake.ts';
import { ForgedMember } from '../testing/forged-member.ts';
import type { Packet } from '../testing/hostile-relay.ts';
import { type Person, World } from '../testing/world.ts';

beforeAll(() => ready);

const isHs1 = ({ to, bytes }: Packet): boolean => to === 'host' && bytes.length === hs1Bytes;
const isHs2 = ({ to, bytes }: Packet): boolean => to === 'member' && bytes.length === hs2Bytes;
const isHs3 = ({ to, bytes }: Packet): boolean => to === 'host' && bytes[1] === frameTypes.command && bytes[8] === 1;

/** Answers every hs1 itself, with a key of its own, as a relay that plays the host. */
function playHost(world: World, psk: Uint8Array | undefined): void {
  const room = signKeyPair(world.random.bytes(32));
  world.relay.meddle = (packet) => {
    if (!isHs1(packet)) return undefined;
    const answer = answerHandshake({
      hs1: packet.bytes,
      room,
      roomId: world.roomId,
      generation: { gen: world.gen, boot: world.boot },
      ephemeralSecret: world.random.bytes(32),
      psk,
    });
    return answer.ok ? [{ to: 'member', handle: packet.handle, bytes: answer.hs2 }] : [];
  };
}

const participants = (world: World): string[] =>
  Object.values(world.host.state.participants).map((person) => person.name);

describe('the handshake against the relay', () => {
  it('[H1] a relay that plays the host on a join is refused: host_sig', async () => {
    const world = await new World(21).up();
    playHost(world, undefined);
    const ada = await world.join('Ada');
    await world.pass(5_000);
    expect(ada.count('host_sig')).toBeGreaterThan(0);
    expect(ada.view.phase.name).not.toBe('in_room');
  });

  it('[H2] a relay with the stolen resume secret cannot play the host on a resume: host_sig', async () => {
    const world = await new World(22).up();
    const ada = await world.join('Ada');
    playHost(world, (await ada.store.read())?.R);
    const before = ada.count('host_sig');
    world.relay.cut();
    await world.pass(5_000);
    expect(ada.count('host_sig')).toBeGreaterThan(before);
    expect(ada.view.liveness.name).toBe('not_live');
  });

  it('[H3] the hs2 of another join is refused: host_sig', async () => {
    const world = await new World(23).up();
    const link = world.link();
    let kept: Uint8Array | undefined;
    world.relay.meddle = (packet) => {
      if (!isHs2(packet)) return undefined;
      kept ??= packet.bytes.slice();
      return [{ ...packet, bytes: kept }];
    };
    const ada = await world.join('Ada', { link });
    const bo = await world.join('Bo', { link });
    expect(ada.view.phase.name).toBe('in_room');
    expect(bo.count('host_sig')).toBeGreaterThan(0);
    expect(bo.view.phase.name).not.toBe('in_room');
  });

  it('[H4] hs1 replayed on another socket makes a half-open record only', async () => {
    const world = await new World(24).up();
    world.relay.isRecording = true;
    const ada = await world.join('Ada');
    const bo = await world.join('Bo');
    const hs1 = world.relay.recorded.find(isHs1);
    if (hs1 === undefined) throw new Error('no hs1');
    const before = world.host.state.seq;
    const [, other] = world.relay.handles;
    world.relay.inject({ ...hs1, handle: other ?? '' });
    await world.pass(11_000);
    expect(world.host.state.seq).toBe(before);
    await expectChatWorks(world, [ada, bo]);
  });

  it('[H5] an old resume hs1 replayed raises no alarm and leaves the live channel as it is', async () => {
    const world = await new World(25).up();
    const ada = await world.join('Ada');
    world.relay.isRecording = true;
    await world.cut();
    await world.pass(3_000);
    const old = world.relay.recorded.find(isHs1);
    if (old === undefined) throw new Error('no hs1');
    await world.cut();
    await world.pass(3_000);
    const [handle] = world.relay.handles;
    world.relay.inject({ ...old, handle: handle ?? '' });
    await world.pass(11_000);
    expect(world.host.lobbyCards()).toEqual([]);
    await expectChatWorks(world, [ada]);
  });

  it('[H6] hs3 replayed, or two on one hs2, ends the attempt and lets nobody in twice', async () => {
    const world = await new World(26).up();
    const link = world.link();
    await ForgedMember.join(world, link, { copies: 2 });
    expect(participants(world)).toEqual(['Host', 'Forger']);
    expect(world.hostCount('duplicate')).toBe(1);
  });

  it('[H7] a join without the secret is refused, also by a holder of the admission key: aead', async () => {
    const world = await new World(27).up();
    const ada = world.person('Ada', new MemoryMemberStore(undefined, true), world.link());
    // The relay changes what only the secret protects: the first command frame.
    world.relay.meddle = (packet) => {
      if (!isHs3(packet)) return undefined;
      const bytes = packet.bytes.slice();
      bytes[100] = (bytes[100] ?? 0) ^ 1;
      return [{ ...packet, bytes }];
    };
    await ada.client.start();
    await world.pass(5_000);
    expect(world.hostCount('aead')).toBeGreaterThan(0);
    expect(participants(world)).toEqual(['Host']);
  });

  it('[H8] mode 1 answered to a join is refused: mode', async () => {
    const world = await new World(28).up();
    world.relay.meddle = (packet) => {
      if (!isHs1(packet)) return undefined;
      const answer = answerHandshake({
        hs1: packet.bytes,
        room: world.identity,
        roomId: world.roomId,
        generation: { gen: 1, boot: world.boot },
        ephemeralSecret: world.random.bytes(32),
        psk: undefined,
      });
      return answer.ok ? [{ to: 'member', handle: packet.handle, bytes: answer.hs2 }] : [];
    };
    const ada = await world.join('Ada');
    await world.pass(2_000);
    expect(ada.count('mode')).toBeGreaterThan(0);
    expect(ada.view.phase.name).not.toBe('in_room');
  });

  it('[H10] the key of another member’s device cannot be claimed: dev_sig', async () => {
    const world = await new World(29).up();
    const link = world.link();
    const ada = await world.join('Ada', { link });
    const victim = (await ada.store.read())?.device.publicKey;
    if (victim === undefined) throw new Error('no device');
    const thief = newDeviceKey(world.random.bytes(32));
    await ForgedMember.join(world, link, {
      proof: async (transcript) => {
        const proof = await proofOf(thief, world.roomId, transcript);
        return concat(victim, proof.subarray(32));
      },
    });
    expect(world.hostCount('dev_sig')).toBe(1);
    expect(participants(world)).toEqual(['Host', 'Ada']);
    expect(world.host.lobbyCards()).toEqual([]);
  });

  it('[H11] an edited version range in hs1 is noticed: host_sig', async () => {
    const world = await new World(30).up();
    world.relay.meddle = (packet) => {
      if (!isHs1(packet)) return undefined;
      const bytes = packet.bytes.slice();
      bytes[0] = 7;
      return [{ ...packet, bytes }];
    };
    const ada = await world.join('Ada');
    await world.pass(2_000);
    expect(ada.count('host_sig')).toBeGreaterThan(0);
    expect(ada.view.phase.name).not.toBe('in_room');
  });

  it('[H12] an interposer with the leaked link shows other words than its victim, and the host sees two cards', async () => {
    const world = await new World(31).up();
    const link = world.link({ lobby: true });
    const victim = await world.join('Victim', { link });
    const interposer = await world.join('Victim', { link });
    const cards = world.host.lobbyCards();
    expect(cards).toHaveLength(2);
    const words = [victim, interposer].map(({ view }) =>
      view.phase.name === 'waiting_at_door' ? view.phase.words : [],
    );
    expect(cards.map((card) => card.words)).toEqual(words);
    expect(words[0]).not.toEqual(words[1]);
  });

  it('[H17] [CLG-28] a stale copy that joins anew by a no-lobby link under the known device raises the alarm and a card', async () => {
    const world = await new World(32).up();
    const link = world.link();
    const ada = await world.join('Ada', { link });
    const device = (await ada.store.read())?.device;
    if (device === undefined) throw new Error('no device');
    await ForgedMember.join(world, link, { device, name: 'Eve' });
    await world.pass(100);
    expect(world.hostCount('alarm_known-device')).toBe(1);
    expect(ada.view.me?.frozen).toBe(true);
    expect(world.host.lobbyCards()).toMatchObject([{ name: 'Ada' }]);
    expect(participants(world)).toEqual(['Host', 'Ada']);
  });
});

async function expectChatWorks(world: World, people: Person[]): Promise<void> {
  const texts = people.map((_, at) => `hello ${at} ${world.random.below(1e6)}`);
  for (const [at, person] of people.entries()) person.say(texts[at] ?? '');
  await world.pass(200);
  for (const person of people) expect(person.chat.slice(-texts.length)).toEqual(texts);
}
