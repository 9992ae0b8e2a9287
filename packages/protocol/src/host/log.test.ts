import { beforeAll, describe, expect, it } from 'vitest';
import { ready } from '../crypto/sodium.ts';
import { CollagilityError } from '../errors.ts';
import type { RoomEvent } from '../events.ts';
import { decodeHeader, frameTypes } from '../frames.ts';
import { World } from '../testing/world.ts';

beforeAll(() => ready);

/** A room whose disk counts, and which tells in which order things happened. */
async function countedRoom(seed: number) {
  const world = await new World(seed).up();
  const ada = await world.join('Ada');
  await world.pass(1_000);
  const { store } = world;
  const said: string[] = [];
  const commit = store.commit.bind(store);
  const transaction = store.transaction.bind(store);
  let isInTurn = false;
  const begin = store.begin.bind(store);
  Object.assign(store, {
    begin: () => {
      isInTurn = true;
      begin();
    },
    commit: () => {
      commit();
      isInTurn = false;
      said.push('commit');
    },
    transaction: (work: () => unknown) => {
      const result = transaction(work);
      if (!isInTurn) said.push('commit alone');
      return result;
    },
  });
  const { host } = world;
  const chat = (text: string): RoomEvent => ({
    type: 'chat.posted',
    atMs: 0,
    messageId: text,
    by: host.hostParticipantId,
    text,
  });
  return { world, ada, host, said, chat };
}

describe('one turn of the event loop', () => {
  it('[CLG-16] [CLG-52] is one commit and one durable frame, however many events it brought, in their order', async () => {
    const { world, ada, host, said, chat } = await countedRoom(60);
    const before = ada.chat.length;
    let durables = 0;
    world.relay.meddle = ({ to, bytes }) => {
      if (to === 'member' && decodeHeader(bytes)?.type === frameTypes.durable) durables += 1;
      if (to === 'member') said.push('sent');
      return undefined;
    };
    for (let n = 0; n < 40; n += 1) {
      host.append([chat(`${n}`)]);
      // Adapter events come one promise after another within a turn.
      await Promise.resolve();
      host.afterCommit(() => said.push('effect'));
    }
    expect(said).toEqual([]);
    expect(host.state.chat.at(-1)?.text).toBe('39');
    await world.pass(10);
    expect(said.filter((what) => what.startsWith('commit'))).toEqual(['commit']);
    expect(said[0]).toBe('commit');
    expect(said.indexOf('effect')).toBeGreaterThan(0);
    expect(durables).toBe(1);
    expect(ada.chat.slice(before)).toEqual(Array.from({ length: 40 }, (_, n) => `${n}`));
    expect(ada.view.state).toEqual(host.state);
  });

  it('[CLG-54] writes nothing for provisional text', async () => {
    const { world, ada, host, said } = await countedRoom(61);
    for (let n = 0; n < 20; n += 1) host.emit([{ k: 'text', b: 'x', o: n, x: 'y' }]);
    await world.pass(300);
    expect(ada.view.live.x?.x).toBe('y'.repeat(20));
    expect(said).toEqual([]);
  });

  it('[CLG-64] a command, what it did and its outcome are one commit; the answer comes after it', async () => {
    const { world, ada, said } = await countedRoom(62);
    world.relay.meddle = ({ to }) => {
      if (to === 'member') said.push('sent');
      return undefined;
    };
    const id = ada.say('hello');
    await world.pass(100);
    expect(said.slice(0, 2)).toEqual(['commit', 'sent']);
    expect(said.filter((what) => what.startsWith('commit'))).toHaveLength(1);
    expect(ada.chat.at(-1)).toBe('hello');
    expect(world.store.findCommand(ada.view.me?.memberId ?? '', id)?.outcome).toEqual({ state: 'done' });
  });

  it('[CLG-64] a command whose commit failed was never taken: no answer, and sent again it runs', async () => {
    const { world, ada } = await countedRoom(63);
    world.store.failNextCommit = true;
    ada.say('hello');
    await world.pass(500);
    expect(world.application.failures).toHaveLength(1);
    expect(ada.chat).toEqual([]);
    expect(world.store.commandCount).toBe(0);
    await world.restartHost();
    await world.pass(30_000);
    expect(ada.chat).toEqual(['hello']);
  });

  it('[CLG-46] who comes in within a turn gets what that turn said before in their welcome, once', async () => {
    const { world, ada, host, chat } = await countedRoom(64);
    const link = world.link();
    const bo = world.join('Bo', { link });
    for (let n = 0; n < 200; n += 1) {
      host.append([chat(`${n}`)]);
      if (n % 3 === 0) await world.settle();
    }
    const joined = await bo;
    await world.pass(1_000);
    expect(joined.chat).toEqual(ada.chat);
    expect(joined.view.state).toEqual(host.state);
  });

  it('[B61] an admission that the disk refuses lets nobody in, and is told instead of thrown', async () => {
    const { world } = await countedRoom(65);
    const link = world.link();
    await world.settle();
    const full = new CollagilityError('disk_full', 'The disk is full.');
    Object.assign(world.store, {
      transaction: () => {
        throw full;
      },
    });
    const bo = await world.join('Bo', { link });
    await world.pass(500);
    expect(bo.view.phase.name).not.toBe('in_room');
    expect(world.application.failures).toContain(full);
    expect(Object.values(world.host.state.participants).map(({ name }) => name)).not.toContain('Bo');
  });
});
