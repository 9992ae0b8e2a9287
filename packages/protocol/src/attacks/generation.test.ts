import { beforeAll, describe, expect, it } from 'vitest';
import { ready } from '../crypto/sodium.ts';
import { World } from '../testing/world.ts';

beforeAll(() => ready);

async function roomWithAda(seed: number) {
  const world = await new World(seed).up();
  const ada = await world.join('Ada');
  return { world, ada };
}

describe('copies of the host', () => {
  it('[B1] a rolled-back bridge is refused by its members, told so under its own signature, and stops serving', async () => {
    const { world, ada } = await roomWithAda(41);
    const old = { gen: world.gen, boot: world.boot, store: world.store.copy() };
    await world.restartHost();
    await world.pass(2_000);
    expect((await ada.store.read())?.gen).toBe(2);
    const current = world.store;
    await world.restartHost(old);
    await world.pass(5_000);
    expect(ada.view.phase.name).toBe('older_host');
    expect(world.application.rolledBackTo).toBe(2);
    expect(world.host.isSeated).toBe(false);
    await world.restartHost({ gen: 3, store: current });
    await world.pass(60_000);
    expect(ada.view.phase.name).toBe('in_room');
  });

  it('[B1] a member’s lie about a newer start is not believed', async () => {
    const { world, ada } = await roomWithAda(42);
    await world.restartHost();
    await world.pass(2_000);
    const membership = await ada.store.read();
    if (membership?.hsPair === undefined) throw new Error('no pair');
    const forged = membership.hsPair.slice();
    // The generation in the stored pair, raised by hand: the host's signature over it breaks.
    forged[47 + 2] = 200;
    await ada.store.commit({ ...membership, gen: 200, hsPair: forged });
    await world.reload(ada);
    await world.pass(2_000);
    expect(world.hostCount('rolled_back')).toBeGreaterThan(0);
    expect(world.application.rolledBackTo).toBeUndefined();
    expect(world.host.isSeated).toBe(true);
  });

  it('[B2] a clone with the same number and another boot is refused', async () => {
    const { world, ada } = await roomWithAda(43);
    await world.restartHost({ gen: world.gen, boot: world.random.bytes(16) });
    await world.pass(2_000);
    expect(ada.count('other_boot')).toBeGreaterThan(0);
    expect(ada.view.phase.name).toBe('older_host');
  });

  it('[B3] a jump of the number by more than 2^16 is refused', async () => {
    const { world, ada } = await roomWithAda(44);
    await world.restartHost({ gen: world.gen + 2 ** 16 + 1 });
    await world.pass(2_000);
    expect(ada.count('jump')).toBeGreaterThan(0);
    expect(ada.view.phase.name).toBe('older_host');
  });

  it('[B5] a restored backup with --recover: members load anew and show how many events are gone', async () => {
    const { world, ada } = await roomWithAda(45);
    ada.say('kept');
    await world.pass(100);
    const backup = world.store.copy();
    for (const text of ['lost 1', 'lost 2', 'lost 3']) ada.say(text);
    await world.pass(100);
    expect(ada.chat).toHaveLength(4);
    const seqBefore = world.host.state.seq;
    await world.restartHost({ store: backup, isRecovered: true });
    await world.pass(5_000);
    expect(ada.view.phase.name).toBe('in_room');
    expect(ada.chat).toEqual(['kept']);
    expect(ada.view.state).toEqual(world.host.state);
    const { events, atSeq } = ada.view.lost ?? { events: 0, atSeq: 0 };
    expect(events).toBeGreaterThan(0);
    expect(events + atSeq).toBe(seqBefore);
  });

  it('[B6] power loss inside the commit: nothing was sent, nothing has changed', async () => {
    const { world, ada } = await roomWithAda(46);
    const { seq } = world.host.state;
    world.store.failNextCommit = true;
    const event = { type: 'room.renamed', atMs: 0, title: 'never', by: world.host.hostParticipantId } as const;
    world.host.append([event]);
    let isRun = false;
    world.host.afterCommit(() => {
      isRun = true;
    });
    await world.pass(500);
    expect(world.application.failures).toEqual([new Error('disk full')]);
    expect(isRun).toBe(false);
    expect(world.host.state.seq).toBe(seq);
    expect(ada.view.state?.seq).toBe(seq);
    world.host.append([{ ...event, title: 'after' }]);
    await world.pass(500);
    expect(ada.view.state?.title).toBe('after');
  });

  it('[B6] power loss between commit and send: the event comes with the next start, without a fork', async () => {
    const { world, ada } = await roomWithAda(47);
    world.host.append([{ type: 'room.renamed', atMs: 0, title: 'unsent', by: world.host.hostParticipantId }]);
    // The line is cut before the turn ends: it is committed, and never leaves.
    world.relay.dropHost();
    await world.settle();
    expect(ada.view.state?.title).not.toBe('unsent');
    await world.restartHost();
    await world.pass(5_000);
    expect(ada.view.phase.name).toBe('in_room');
    expect(ada.view.state?.title).toBe('unsent');
  });

  it('[B6] [CLG-16] power loss before the commit: nothing was sent, and no effect ran', async () => {
    const { world, ada } = await roomWithAda(48);
    const { host } = world;
    const { seq } = host.state;
    host.append([{ type: 'room.renamed', atMs: 0, title: 'never', by: host.hostParticipantId }]);
    expect(host.state.title).toBe('never');
    host.afterCommit(() => expect.unreachable('the turn has not ended'));
    expect(world.store.onDisk.head().seq).toBe(seq);
    const left = world.store.onDisk;
    host.disconnected();
    Object.assign(world.store, { commit: () => expect.unreachable('the power is gone') });
    world.time.forgetDeferred();
    await world.restartHost({ store: left });
    await world.pass(5_000);
    expect(ada.view.phase.name).toBe('in_room');
    expect(ada.view.state?.title).toBe('Test room');
    expect(ada.view.state).toEqual(world.host.state);
  });
});
