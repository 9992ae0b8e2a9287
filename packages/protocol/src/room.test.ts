import { beforeAll, describe, expect, it } from 'vitest';
import { MemoryMemberStore } from './client/member-store.ts';
import { ready } from './crypto/sodium.ts';
import type { RoomEvent } from './events.ts';
import { frameTypes } from './frames.ts';
import { rightsOfRole } from './rights.ts';
import { type Person, World } from './testing/world.ts';

beforeAll(() => ready);

const notices = (count: number, from = 0): RoomEvent[] =>
  Array.from({ length: count }, (_, at) => ({
    type: 'room.notice',
    atMs: from + at,
    level: 'info',
    code: 'test',
    text: `notice ${from + at}`,
  }));

async function loadAll(world: World, person: Person): Promise<number> {
  let pages = 0;
  while (person.view.history.hasOlder && pages < 200) {
    await Promise.all([person.client.loadOlder(), world.pass(50)]);
    pages += 1;
  }
  return pages;
}

/** The host's own page, opened by the bridge itself. */
const hostPage = (world: World): Promise<Person> =>
  world.join('whatever', { link: world.link({ role: 'host', label: 'host' }, true) });

describe('a room of one host and its members', () => {
  it('[CLG-34] lets two people in by a link without a lobby, and a message of one is seen by both', async () => {
    const world = await new World().up();
    const ada = await world.join('Ada');
    const bo = await world.join('Bo');
    const commandId = ada.say('hello');
    await world.pass(50);
    expect(ada.chat).toEqual(['hello']);
    expect(bo.chat).toEqual(['hello']);
    expect(ada.view.commands).toMatchObject([{ commandId, state: 'done' }]);
    expect(bo.view.state).toEqual(world.host.state);
    const names = Object.values(bo.view.state?.participants ?? {}).map((person) => person.name);
    expect(names).toEqual(['Host', 'Ada', 'Bo']);
  });

  it('[CLG-39] the bridge opens its own page without words, once; it is the host and nobody else', async () => {
    const world = await new World(2).up();
    const link = world.link({ role: 'host', label: 'host', lobby: true }, true);
    const host = await world.join('Hana', { link });
    expect(host.view.me).toMatchObject({ participantId: 'host', role: 'host', rights: rightsOfRole.host });
    expect(host.view.state?.participants['host' as never]?.name).toBe('Hana');
    const second = await world.join('thief', { link });
    expect(second.view.phase.name).toBe('refused_by_relay');
    const late = world.link({ role: 'host', label: 'host' }, true);
    await world.pass(61_000);
    expect((await world.join('late', { link: late })).view.phase.name).toBe('refused_by_relay');
  });

  it('[CLG-39] a host’s own page that says no name leaves the one that the bridge knows', async () => {
    const world = await new World().up();
    const host = await world.join('', { link: world.link({ role: 'host', label: 'host' }, true) });
    expect(host.view.state?.participants['host' as never]?.name).toBe('Host');
  });

  it('[CLG-81] who knocks from a browser that keeps no key is known by it at the door', async () => {
    const world = await new World().up();
    const link = world.link({ lobby: true });
    await world.join('Ada', { link, store: new MemoryMemberStore() });
    await world.join('Bo', { link });
    expect(world.host.lobbyCards().map(({ name, inMemory }) => [name, inMemory])).toEqual([
      ['Ada', true],
      ['Bo', undefined],
    ]);
  });

  it('[CLG-39] a host link always waits for its words, has one use and ends after ten minutes', async () => {
    const world = await new World(3).up();
    const phone = await world.join('Phone', { link: world.link({ role: 'host', lobby: false }) });
    expect(phone.view.phase.name).toBe('waiting_at_door');
    const [card] = world.host.lobbyCards();
    expect(card).toMatchObject({ role: 'host', kind: 'new' });
    world.host.answerCard(card?.cardId ?? ('' as never), { decision: 'admit' }, world.host.hostParticipantId);
    await world.pass(100);
    expect(phone.view.me).toMatchObject({ participantId: 'host', role: 'host' });
    const late = world.link({ role: 'host' });
    await world.pass(601_000);
    expect((await world.join('late', { link: late })).view.phase.name).toBe('refused_by_relay');
  });

  it('[CLG-50] cards and links are told at once to those who may invite, on their own channel, and to nobody else', async () => {
    const world = await new World(4).up();
    const link = world.link({ lobby: true, label: 'team' });
    const host = await hostPage(world);
    const ada = await world.join('Ada');
    const guest = await world.join('Guest', { link });
    expect(host.view.lobby).toEqual(world.host.lobbyCards());
    expect(host.view.lobby[0]?.words).toEqual(guest.view.phase.name === 'waiting_at_door' && guest.view.phase.words);
    expect(host.view.invites.map(({ label }) => label)).toContain('team');
    expect(ada.view.lobby).toEqual([]);
    expect(ada.view.invites).toEqual([]);
    const [card] = host.view.lobby;
    if (card === undefined) throw new Error('no card');
    host.client.send({ type: 'lobby.answer', cardId: card.cardId, decision: 'admit', role: 'viewer' });
    await world.pass(100);
    expect(guest.view.me?.role).toBe('viewer');
    expect(host.view.lobby).toEqual([]);
    expect(JSON.stringify(ada.view.state)).not.toContain('relay.test/s#');
  });

  it('[CLG-39] a second device joins a person only by the host’s word, and removing the person removes both', async () => {
    const world = await new World(5).up();
    const ada = await world.join('Ada');
    const phone = await world.join('Ada’s phone', { link: world.link({ lobby: true }) });
    const [card] = world.host.lobbyCards();
    const participantId = ada.view.me?.participantId;
    if (card === undefined || participantId === undefined) throw new Error('no card');
    const by = world.host.hostParticipantId;
    world.host.answerCard(card.cardId, { decision: 'admit', sameAs: participantId }, by);
    await world.pass(100);
    expect(phone.view.me?.participantId).toBe(participantId);
    expect(Object.keys(phone.view.state?.participants[participantId]?.devices ?? {})).toHaveLength(2);
    world.host.removeParticipant(participantId, { by, block: false });
    await world.pass(100);
    for (const person of [ada, phone]) {
      expect(person.view.phase).toEqual({ name: 'refused_by_host', code: 'removed' });
      expect(await person.store.read()).toBeUndefined();
    }
  });

  it('[CLG-47] the link of a removed person goes with them; one with a lobby stays if the host says so', async () => {
    const world = await new World(6).up();
    const link = world.link();
    const ada = await world.join('Ada', { link });
    const by = world.host.hostParticipantId;
    const participantId = ada.view.me?.participantId ?? ('' as never);
    expect(world.host.removeParticipant(by, { by, block: false })).toBe('last_host');
    world.host.removeParticipant(participantId, { by, block: false, keepInvites: true });
    await world.pass(100);
    expect(world.host.invites()[0]?.state).toBe('revoked');
    expect(world.host.removeParticipant(participantId, { by, block: false })).toBe('no_such_object');
  });

  it('[CLG-45] whoever leaves is told so and their keys open nothing more', async () => {
    const world = await new World(7).up();
    const ada = await world.join('Ada');
    const bo = await world.join('Bo');
    ada.client.leave();
    await world.pass(100);
    expect(ada.view.phase).toEqual({ name: 'refused_by_host', code: 'left' });
    bo.say('without Ada');
    await world.pass(100);
    expect(bo.chat).toEqual(['without Ada']);
    expect(ada.chat).toEqual([]);
    expect(bo.view.state?.participants[ada.view.me?.participantId ?? ('' as never)]?.state).toBe('left');
  });

  it('[CLG-09] a device without a store is removed ten minutes after its socket closed, not before', async () => {
    const world = await new World(8).up();
    const ada = await world.join('Ada', { store: new MemoryMemberStore() });
    const participantId = ada.view.me?.participantId ?? ('' as never);
    ada.client.stop();
    await world.pass(9 * 60_000);
    expect(world.host.state.participants[participantId]?.state).toBe('present');
    await world.pass(2 * 60_000);
    expect(world.host.state.participants[participantId]?.state).toBe('left');
  });

  it('[CLG-81] devices of the host’s page are bound to one bridge start', async () => {
    const world = await new World(9).up();
    const host = await hostPage(world);
    expect(world.host.online()).toHaveLength(1);
    await world.restartHost();
    await world.pass(5_000);
    expect(host.view.phase).toEqual({ name: 'refused_by_relay', reason: 'unknown_admission_key' });
    expect(world.host.online()).toEqual([]);
    expect(world.host.state.participants['host' as never]?.state).toBe('present');
  });

  it('[CLG-20] the host signs one challenge per socket', async () => {
    const world = await new World(10).up();
    world.relay.challengeHost();
    await world.settle();
    expect(world.hostCount('challenge_refused')).toBe(1);
    expect(world.host.isSeated).toBe(true);
  });
});

describe('history', () => {
  it('[CLG-34] [CLG-53] a newcomer sees the tail first and can load all of it, each page checked against the next', async () => {
    const world = await new World(21).up();
    for (let at = 0; at < 50; at++) world.host.append(notices(100, at * 100));
    const ada = await world.join('Ada');
    expect(ada.view.state?.items.length).toBeLessThanOrEqual(210);
    expect(ada.view.history).toEqual({ isLoading: false, hasFailed: false, hasOlder: true });
    await loadAll(world, ada);
    expect(ada.view.state?.items).toEqual(world.host.state.items);
    expect(ada.view.history.hasOlder).toBe(false);
  });

  it('[CLG-59] a member that was away gets only what it missed', async () => {
    const world = await new World(22).up();
    const ada = await world.join('Ada');
    world.relay.isUnreachable = true;
    world.relay.cut();
    await world.settle();
    world.host.append(notices(300));
    world.relay.isUnreachable = false;
    world.relay.isRecording = true;
    await world.pass(10_000);
    expect(ada.view.state).toEqual(world.host.state);
    const bytes = world.relay.recorded.reduce((sum, packet) => sum + packet.bytes.length, 0);
    expect(bytes).toBeLessThan(60_000);
  });

  it('[CLG-53] history from now on holds nothing of before, in the snapshot as in the pages', async () => {
    const world = await new World(23).up();
    const ada = await world.join('Ada');
    ada.say('secret past');
    world.host.append(notices(300));
    await world.pass(100);
    const bo = await world.join('Bo', { link: world.link({ history: 'from-now' }) });
    ada.say('present');
    await world.pass(100);
    expect(bo.chat).toEqual(['present']);
    expect(bo.view.history.hasOlder).toBe(false);
    expect(JSON.stringify(bo.view.state)).not.toMatch(/secret past|notice 7/);
    const again = await world.reload(bo);
    await world.pass(100);
    expect(again.chat).toEqual(['present']);
    expect(JSON.stringify(again.view.state)).not.toMatch(/secret past|notice 7/);
  });

  it('[CLG-60] [CLG-61] a long value is a blob that is pulled in parts and checked whole', async () => {
    const world = await new World(24).up();
    const text = Array.from({ length: 30_000 }, (_, at) => `line ${at}\n`).join('');
    const kept = world.host.keepText(text);
    if (!('blob' in kept)) throw new Error('not a blob');
    expect(world.host.keepText('short')).toEqual({ text: 'short' });
    const ada = await world.join('Ada');
    const whole = ada.client.fetchBlob(kept);
    await world.pass(1_000);
    expect(new TextDecoder().decode(await whole)).toBe(text);
    const lie = { ...kept, hash: 'ab'.repeat(32) };
    const refused = ada.client.fetchBlob(lie).catch((error: { code: string }) => error.code);
    await world.pass(1_000);
    expect(await refused).toBe('hash');
  });

  it('[CLG-50] an event that is too long keeps its longest value as a blob', async () => {
    const world = await new World(25).up();
    const ada = await world.join('Ada');
    const long = { text: 'x'.repeat(15_000) };
    const agentId = 'agent' as never;
    world.host.append([
      {
        type: 'ai.tool.ended',
        atMs: 0,
        agentId,
        toolId: 'tool' as never,
        status: 'completed',
        output: { text: 'y'.repeat(60_000) },
      },
      {
        type: 'ai.tool.started',
        atMs: 0,
        agentId,
        toolId: 't' as never,
        toolName: 'n',
        kind: 'read',
        title: '',
        input: long,
      },
    ]);
    await world.pass(100);
    expect(ada.view.state?.seq).toBe(world.host.state.seq);
    expect(() =>
      world.host.append([{ type: 'room.renamed', atMs: 0, title: 'z'.repeat(60_000), by: 'host' as never }]),
    ).toThrow(/too long/);
  });

  it('[CLG-63] a picture for a prompt arrives whole, also over a cut', async () => {
    const world = await new World(26).up();
    const ada = await world.join('Ada');
    const bytes = world.random.bytes(600_000);
    let parts = 0;
    world.relay.meddle = (packet) => {
      if (packet.to !== 'host' || packet.bytes.length < 40_000) return undefined;
      parts += 1;
      if (parts === 5) world.relay.cut();
      return undefined;
    };
    const uploading = ada.client.upload(bytes);
    await world.pass(30_000);
    const { blob } = await uploading;
    expect(world.host.uploaded(ada.view.me?.memberId ?? ('' as never), blob)).toEqual(bytes);
    expect(world.host.uploaded('other' as never, blob)).toBeUndefined();
  });

  it('[CLG-54] whoever comes in the middle of a block sees it from its beginning', async () => {
    const world = await new World(27).up();
    const text = 'é'.repeat(100_000);
    world.application.live = [{ k: 'text', b: 'block', x: text }];
    const ada = await world.join('Ada');
    await world.pass(500);
    expect(ada.view.live['block']?.x).toBe(text);
    world.host.emit([{ k: 'text', b: 'block', o: text.length, x: ' and on' }]);
    await world.pass(50);
    expect(ada.view.live['block']?.x).toBe(`${text} and on`);
    expect(ada.view.alarm).toBeUndefined();
  });

  it.each([8_191, 8_192, 65_535, 65_536])(
    '[B34] a character on the edge of a frame comes whole, behind %i units',
    async (units) => {
      const world = await new World(28).up();
      const ada = await world.join('Ada');
      const text = `${'x'.repeat(units - 1)}😀${'┌─é—👩‍💻┐'.repeat(500)}`;
      world.host.emit([{ k: 'tool', b: 'block', o: 0, x: text }]);
      world.application.live = [{ k: 'tool', b: 'block', x: text }];
      await world.pass(300);
      expect(ada.view.live['block']?.x).toBe(text);
      // Also for one who comes now.
      const late = await world.join('Cleo');
      await world.pass(2_000);
      expect(late.view.live['block']?.x).toBe(text);
    },
  );
});

describe('presence', () => {
  it('[CLG-54] who looks and who types is told to all, and ends with the socket', async () => {
    const world = await new World(31).up();
    const ada = await world.join('Ada');
    const bo = await world.join('Bo');
    const id = ada.view.me?.participantId ?? ('' as never);
    expect(bo.view.presence[id]).toBe('watching');
    ada.client.typing(true);
    ada.client.setPresence('idle');
    await world.pass(100);
    expect(bo.view.typing).toEqual([id]);
    expect(bo.view.presence[id]).toBe('idle');
    ada.client.stop();
    await world.pass(100);
    expect(bo.view.typing).toEqual([]);
    expect(bo.view.presence[id]).toBeUndefined();
  });

  it('[CLG-55] the beat is 5 s in a turn, 20 s while somebody looks, none while nobody does', async () => {
    const world = await new World(32).up();
    const ada = await world.join('Ada');
    const checksIn = async (ms: number): Promise<number> => {
      world.relay.recorded.length = 0;
      world.relay.isRecording = true;
      await world.pass(ms);
      return world.relay.recorded.filter(({ bytes }) => bytes[1] === frameTypes.check && bytes.length > 118).length;
    };
    await world.pass(21_000);
    expect(await checksIn(60_000)).toBe(3);
    world.host.setTurnRunning(true);
    await world.pass(6_000);
    expect(await checksIn(60_000)).toBe(12);
    world.host.setTurnRunning(false);
    ada.client.setPresence('away');
    await world.pass(1_000);
    expect(await checksIn(600_000)).toBe(0);
  });
});
