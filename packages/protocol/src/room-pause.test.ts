import { beforeAll, describe, expect, it } from 'vitest';
import { MemoryMemberStore } from './client/member-store.ts';
import { ready } from './crypto/sodium.ts';
import type { RoomEvent } from './events.ts';
import { rightsOfRole } from './rights.ts';
import { type Person, World } from './testing/world.ts';

beforeAll(() => ready);

const notice = (text: string): RoomEvent => ({ type: 'room.notice', atMs: 0, level: 'info', code: 'x', text });
const texts = (person: Person) =>
  (person.view.state?.items ?? []).flatMap((item) => (item.kind === 'notice' ? [item.text] : []));

async function room(seed: number) {
  const world = await new World(seed).up();
  const ada = await world.join('Ada');
  const by = world.host.hostParticipantId;
  const boss = await world.join('Boss', {
    link: world.link({ rights: { ...rightsOfRole['co-driver'], manage: true } }),
  });
  const pause = async () => {
    world.host.append([{ type: 'room.paused', atMs: 0, by }]);
    await world.pass(3_000);
  };
  const resume = async () => {
    world.host.append([{ type: 'room.resumed', atMs: 0, by }]);
    await world.pass(300);
  };
  return { world, ada, boss, by, pause, resume };
}

describe('[CLG-48] while sharing is paused', () => {
  it('nothing new reaches those who do not manage the room, and they are told that it is paused', async () => {
    const { world, ada, boss, pause } = await room(71);
    await pause();
    world.relay.isRecording = true;
    world.host.append([notice('secret')]);
    world.host.emit([{ k: 'text', b: 's', o: 0, x: 'secret' }]);
    await world.pass(5_000);
    expect(ada.view.state?.paused).toBeDefined();
    expect(ada.view.liveness).toMatchObject({ name: 'not_live', reason: 'paused' });
    expect(texts(ada)).toEqual([]);
    expect(ada.view.state?.seq).toBeLessThan(world.host.state.seq);
    expect(texts(boss)).toEqual(['secret']);
    expect(boss.view.liveness.name).not.toBe('not_live');
    expect(world.host.online()).toHaveLength(1);
  });

  it('when it goes on they are back at once, with what they missed, and can act again', async () => {
    const { world, ada, pause, resume } = await room(72);
    await pause();
    world.host.append([notice('one'), notice('two')]);
    await world.pass(20_000);
    await resume();
    expect(texts(ada)).toEqual(['one', 'two']);
    expect(ada.view.liveness.name).not.toBe('not_live');
    ada.say('back');
    await world.pass(200);
    expect(ada.chat).toEqual(['back']);
    expect(world.host.online()).toHaveLength(2);
  });

  it('a reload, a cut network and a restarted bridge open nothing', async () => {
    const { world, ada, pause, resume } = await room(73);
    await pause();
    world.host.append([notice('secret')]);
    const again = await world.reload(ada);
    await world.pass(2_000);
    expect(again.view.phase).toEqual({ name: 'paused' });
    expect(texts(again)).toEqual([]);
    await world.cut();
    await world.pass(5_000);
    expect(texts(again)).toEqual([]);
    await world.restartHost();
    await world.pass(40_000);
    expect(texts(again)).toEqual([]);
    await resume();
    await world.pass(40_000);
    expect(texts(again)).toEqual(['secret']);
    expect(again.view.phase).toEqual({ name: 'in_room' });
  });

  it('nobody new comes in: not by a link without a lobby, and not by a yes at the door', async () => {
    const { world, by, pause, resume } = await room(74);
    await pause();
    const bo = await world.join('Bo', { link: world.link() });
    expect(bo.view.phase.name).toBe('waiting_at_door');
    const [card] = world.host.lobbyCards();
    if (card === undefined) throw new Error('no card');
    expect(world.host.answerCard(card.cardId, { decision: 'admit' }, by)).toBe('paused');
    expect(world.host.lobbyCards()).toHaveLength(1);
    await resume();
    expect(world.host.answerCard(card.cardId, { decision: 'admit' }, by)).toBeUndefined();
    await world.pass(200);
    expect(bo.view.phase.name).toBe('in_room');
  });

  it('whoever is given the room to manage sees it; whoever loses that does not', async () => {
    const { world, ada, boss, by, pause } = await room(75);
    await pause();
    const [adaId, bossId] = [ada.view.me?.participantId, boss.view.me?.participantId];
    if (adaId === undefined || bossId === undefined) throw new Error('not in');
    const rights = (participantId: typeof adaId, manage: boolean): RoomEvent => ({
      type: 'member.rights_changed',
      atMs: 0,
      participantId,
      role: 'co-driver',
      rights: { ...rightsOfRole['co-driver'], manage },
      by,
    });
    world.host.append([rights(adaId, true), rights(bossId, false)]);
    await world.pass(3_000);
    world.host.append([notice('secret')]);
    await world.pass(1_000);
    expect(texts(ada)).toEqual(['secret']);
    expect(texts(boss)).toEqual([]);
  });

  it('a browser that keeps nothing stays in the room while it waits', async () => {
    const { world, pause, resume } = await room(76);
    const eve = await world.join('Eve', { store: new MemoryMemberStore() });
    const id = eve.view.me?.participantId ?? ('' as never);
    await pause();
    await world.pass(11 * 60_000);
    expect(world.host.state.participants[id]?.state).toBe('present');
    await resume();
    expect(eve.view.liveness.name).not.toBe('not_live');
  });

  it('a panic takes nobody’s sight', async () => {
    const { world, ada, by } = await room(77);
    world.host.append([{ type: 'room.panic', atMs: 0, by }, notice('stopped')]);
    await world.pass(1_000);
    expect(texts(ada)).toEqual(['stopped']);
  });
});
