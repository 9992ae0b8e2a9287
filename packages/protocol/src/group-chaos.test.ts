// An honest host and a relay that doubles frames and drops ephemeral ones: nothing is lost and nobody is alarmed.
import { beforeAll, expect, test } from 'vitest';
import { placeRun } from './chain.ts';
import { ready } from './crypto/sodium.ts';
import type { GroupReceiver } from './group-receiver.ts';
import { cryptoGroup, cryptoRoom } from './testing/crypto-room.ts';
import { seededRandom } from './testing/seeded-random.ts';

beforeAll(() => ready);

type Member = {
  receiver: GroupReceiver;
  head: { seq: number; hash: Uint8Array };
  /** Told late: the relay's frames of the new epoch come before the pairwise `rekey` is read. */
  pendingRekey?: { epoch: number; secret: Uint8Array; afterFrames: number };
  shown: Set<number>;
  covered: number;
};

function run(seed: number) {
  const random = seededRandom(seed);
  const world = cryptoRoom();
  const group = cryptoGroup(world);
  const members: Member[] = [];
  const join = () => members.push({ receiver: group.welcome(), head: group.head(), shown: new Set(), covered: 0 });

  const receive = (member: Member, frame: Uint8Array): void => {
    const opened = member.receiver.open(frame, 0);
    switch (opened.kind) {
      case 'durable': {
        const placed = placeRun(world.roomId, member.head, opened.run);
        if (placed.kind !== 'next') throw new Error(`A run was ${placed.kind}.`);
        member.head = placed.head;
        return;
      }
      case 'ephemeral':
        member.shown.add(opened.ctr);
        return;
      case 'check':
        expect(opened.forged).toEqual([]);
        for (const ctr of opened.covered) expect(member.shown.delete(ctr)).toBe(true);
        expect(member.shown.size).toBe(0);
        expect(opened.check.seq).toBe(member.head.seq);
        member.covered += opened.covered.length;
        return;
      case 'held':
        expect(member.pendingRekey).toBeDefined();
        return;
      case 'dropped':
        expect(opened.reason).toBe('replay');
        return;
      default:
        throw new Error(`${opened.kind} of an honest frame: ${JSON.stringify(opened)}`);
    }
  };

  const takeRekey = (member: Member): void => {
    const rekey = member.pendingRekey;
    if (rekey === undefined) return;
    delete member.pendingRekey;
    for (const frame of member.receiver.rekey(rekey.epoch, rekey.secret) ?? []) receive(member, frame);
  };

  const broadcast = (frame: Uint8Array): void => {
    for (const member of members) {
      if (frame[1] === 6 && random.below(4) === 0) continue;
      receive(member, frame);
      if (random.below(4) === 0) receive(member, frame);
      if (member.pendingRekey && member.pendingRekey.afterFrames-- <= 0) takeRekey(member);
    }
  };

  join();
  broadcast(group.check());
  for (let at = 0; at < 250; at++) {
    const dice = random.below(100);
    if (dice < 55) broadcast(group.sender.sealEphemeral({ at }));
    else if (dice < 75) broadcast(group.durable(`{"at":${at}}`, `{"at":"${at}"}`));
    else if (dice < 90) broadcast(group.check());
    else if (dice < 97) {
      broadcast(group.check());
      group.sender.ratchet();
      join();
      // Few at a time keep the run short; whoever goes has seen all that was to see until then.
      if (members.length > 5) members.shift();
      broadcast(group.check());
    } else {
      broadcast(group.check());
      for (const member of members) takeRekey(member);
      const secret = random.bytes(32);
      group.sender.startEpoch(secret, 0);
      const { epoch } = group.sender;
      for (const member of members) member.pendingRekey = { epoch, secret, afterFrames: random.below(3) };
      broadcast(group.check());
    }
  }
  broadcast(group.check());
  for (const member of members) {
    takeRekey(member);
    expect(member.head).toEqual(group.head());
    expect(member.shown.size).toBe(0);
  }
  return members;
}

test('[CLG-46] [CLG-48] [CLG-55] an honest run with joins, rekeys, drops and doubles: same head for all, no alarm', () => {
  let covered = 0;
  for (let seed = 1; seed <= 6; seed++) {
    try {
      for (const member of run(seed)) covered += member.covered;
    } catch (error) {
      throw new Error(`With seed ${seed}`, { cause: error });
    }
  }
  expect(covered).toBeGreaterThan(200);
}, 60_000);
