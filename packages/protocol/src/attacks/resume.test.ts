import { beforeAll, describe, expect, it } from 'vitest';
import { ready } from '../crypto/sodium.ts';
import { frameTypes, hs2Bytes } from '../frames.ts';
import type { Packet } from '../testing/hostile-relay.ts';
import { type Person, World } from '../testing/world.ts';

beforeAll(() => ready);

const isHs2 = ({ to, bytes }: Packet): boolean => to === 'member' && bytes.length === hs2Bytes;
const isHs3 = ({ to, bytes }: Packet): boolean =>
  to === 'host' && bytes[1] === frameTypes.command && bytes.length > 500 && bytes[8] === 1;
const isHs4 = ({ to, bytes }: Packet): boolean => to === 'member' && bytes[1] === frameTypes.direct && bytes[8] === 1;

/** Lets the first `times` packets of a kind get lost. */
function lose(world: World, isOne: (packet: Packet) => boolean, times: number): { lost: () => number } {
  let lost = 0;
  world.relay.meddle = (packet) => {
    if (lost >= times || !isOne(packet)) return undefined;
    lost += 1;
    return [];
  };
  return { lost: () => lost };
}

async function roomWithAda(seed: number) {
  const world = await new World(seed).up();
  const ada = await world.join('Ada');
  return { world, ada };
}

/** Really back: what they say is heard, and an answer comes. */
async function expectBack(world: World, person: Person): Promise<void> {
  const text = `back ${world.random.below(1e9)}`;
  person.say(text);
  await world.pass(200);
  expect(person.view.phase.name).toBe('in_room');
  expect(person.chat.at(-1)).toBe(text);
  expect(person.view.commands.at(-1)?.state).toBe('done');
}

const hasNoAlarm = (world: World): boolean =>
  world.host.lobbyCards().length === 0 &&
  Object.values(world.host.state.participants).every((person) =>
    Object.values(person.devices).every((device) => !device.frozen),
  );

describe('coming back', () => {
  it.each([
    ['[R1] hs2 is lost', isHs2, 1],
    ['[R2] [CLG-30] hs3 is lost', isHs3, 1],
    ['[R3] the welcome is lost once', isHs4, 1],
    ['[R3] the welcome is lost three times', isHs4, 3],
  ])('%s: the member is back without an alarm', async (_title, isOne, times) => {
    const { world, ada } = await roomWithAda(2);
    const { lost } = lose(world, isOne, times);
    await world.cut();
    await world.pass(120_000);
    expect(lost()).toBe(times);
    await expectBack(world, ada);
    expect(world.host.online()).toHaveLength(1);
    expect(hasNoAlarm(world)).toBe(true);
  });

  it('[R4] a delayed hs3 that arrives in the next attempt does no harm', async () => {
    const { world, ada } = await roomWithAda(3);
    let held: Packet | undefined;
    world.relay.meddle = (packet) => {
      if (held !== undefined || !isHs3(packet)) return undefined;
      held = packet;
      // Long enough that the member has given this attempt up and begun another.
      return [{ ...packet, afterMs: 10_000 + 1_200 }];
    };
    await world.cut();
    await world.pass(120_000);
    expect(held).toBeDefined();
    await expectBack(world, ada);
    expect(hasNoAlarm(world)).toBe(true);
  });

  it('[R5] [CLG-29] a host that lost its last commit is met with the confirmed secret', async () => {
    const { world, ada } = await roomWithAda(4);
    const before = world.store.copy();
    lose(world, isHs4, 1);
    world.relay.cut();
    await world.pass(3_000);
    expect(ada.view.liveness.name).not.toBe('live');
    world.relay.meddle = undefined;
    await world.restartHost({ store: before });
    await world.pass(60_000);
    await expectBack(world, ada);
    expect(hasNoAlarm(world)).toBe(true);
  });

  it('[R7] a copy that resumes first and stays silent is found out when the owner returns, and may only watch', async () => {
    const { world, ada } = await roomWithAda(5);
    ada.client.stop();
    await world.settle();
    const thief = world.person('Ada', ada.store.copy());
    await thief.client.start();
    await world.pass(100);
    expect(thief.view.phase.name).toBe('in_room');
    const owner = await world.reload(ada);
    await world.pass(1_000);
    expect(owner.view.phase.name).toBe('waiting_at_door');
    const [card] = world.host.lobbyCards();
    expect(card).toMatchObject({ kind: 'out-of-step', name: 'Ada', memberId: thief.view.me?.memberId });
    expect(thief.view.me).toMatchObject({ frozen: true, rights: { chat: false, prompt: 'none' } });
    const said = thief.say('I am Ada');
    await world.pass(100);
    expect(thief.view.commands.find(({ commandId }) => commandId === said)).toMatchObject({
      state: 'rejected',
      outcome: { code: 'frozen' },
    });
    if (card === undefined) throw new Error('no card');
    expect(owner.view.phase).toMatchObject({ words: card.words });
    world.host.answerCard(card.cardId, { decision: 'admit', keep: 'this' }, world.host.hostParticipantId);
    await world.pass(1_000);
    expect(owner.view.phase.name).toBe('in_room');
    expect(owner.view.me?.frozen).toBe(false);
    expect(thief.view.phase).toEqual({ name: 'refused_by_host', code: 'moved' });
    owner.say('back');
    await world.pass(100);
    expect(owner.chat).toEqual(['back']);
    expect(thief.chat).toEqual([]);
  });

  it('[R8] a copy that resumes second waits at the door while the true device stays', async () => {
    const { world, ada } = await roomWithAda(6);
    const copy = ada.store.copy();
    const owner = await world.reload(ada);
    const thief = world.person('Ada', copy);
    await thief.client.start();
    await world.pass(1_000);
    expect(thief.view.phase.name).toBe('waiting_at_door');
    expect(owner.view.phase.name).toBe('in_room');
    const [card] = world.host.lobbyCards();
    if (card === undefined) throw new Error('no card');
    world.host.answerCard(card.cardId, { decision: 'deny', keep: 'other' }, world.host.hostParticipantId);
    await world.pass(100);
    expect(thief.view.phase).toEqual({ name: 'refused_by_host', code: 'denied' });
    expect(owner.view.me?.frozen).toBe(false);
  });

  it('[R10] resume works after the link was replaced, used up or expired', async () => {
    const world = await new World(7).up();
    const link = world.link({ maxUses: 2, expiresAtMs: world.time.clock.wallMs() + 60_000 });
    const ada = await world.join('Ada', { link });
    const bo = await world.join('Bo', { link });
    expect(world.host.invites()[0]).toMatchObject({ state: 'used-up', uses: 2 });
    expect(ada.view.phase.name).toBe('in_room');
    world.host.revokeAllInvites();
    await world.pass(100_000);
    await world.cut();
    await world.pass(10_000);
    await expectBack(world, ada);
    await expectBack(world, bo);
    const late = await world.join('Late', { link });
    expect(late.view.phase).toEqual({ name: 'refused_by_relay', reason: 'unknown_admission_key' });
  });

  it('[R11] a first welcome that is lost on a one-use link costs no second use', async () => {
    const world = await new World(8).up();
    const { lost } = lose(world, isHs4, 1);
    const ada = await world.join('Ada', { link: world.link({ maxUses: 1 }) });
    await world.pass(60_000);
    expect(lost()).toBe(1);
    expect(ada.view.phase.name).toBe('in_room');
    expect(world.host.invites()[0]).toMatchObject({ uses: 1 });
    expect(Object.values(world.host.state.participants)).toHaveLength(2);
  });

  it('[R12] resume works after a host restart and after the relay lost all it knew', async () => {
    const { world, ada } = await roomWithAda(9);
    ada.say('before');
    await world.pass(100);
    await world.restartHost();
    await world.pass(1_000);
    await expectBack(world, ada);
    world.relay.dropHost();
    world.relay.forgetKeys();
    world.relay.cut();
    await world.pass(100);
    await world.restartHost();
    await world.pass(60_000);
    expect(ada.chat[0]).toBe('before');
    await expectBack(world, ada);
  });

  it('[R13] a removed device is told so once, then neither host nor relay know it', async () => {
    const { world, ada } = await roomWithAda(10);
    const kept = ada.store.copy();
    const { participantId } = ada.view.me ?? {};
    if (participantId === undefined) throw new Error('not in');
    world.host.removeParticipant(participantId, { by: world.host.hostParticipantId, block: false });
    await world.pass(100);
    expect(ada.view.phase).toEqual({ name: 'refused_by_host', code: 'removed' });
    const again = world.person('Ada', kept);
    await again.client.start();
    await world.pass(1_000);
    expect(again.view.phase).toEqual({ name: 'refused_by_relay', reason: 'unknown_admission_key' });
  });

  it('[R14] a blocked device with a fresh key gets a card by a lobby link and nothing by its old link', async () => {
    const world = await new World(11).up();
    const open = world.link();
    const lobby = world.link({ lobby: true });
    const ada = await world.join('Ada', { link: open });
    const { participantId } = ada.view.me ?? {};
    if (participantId === undefined) throw new Error('not in');
    world.host.removeParticipant(participantId, { by: world.host.hostParticipantId, block: true });
    await world.pass(100);
    const fresh = await world.join('Ada', { link: open });
    expect(fresh.view.phase.name).toBe('refused_by_relay');
    const atDoor = await world.join('Ada', { link: lobby });
    expect(atDoor.view.phase.name).toBe('waiting_at_door');
  });

  it('[R15] [CLG-38] one use left and two joiners at once: exactly one is in', async () => {
    const world = await new World(12).up();
    const link = world.link({ maxUses: 1 });
    // Both have their hs2 before one of them is admitted.
    world.relay.meddle = (packet) => (isHs3(packet) ? [{ ...packet, afterMs: 20 }] : undefined);
    const [ada, bo] = await Promise.all([world.join('Ada', { link }), world.join('Bo', { link })]);
    await world.pass(5_000);
    const phases = [ada.view.phase.name, bo.view.phase.name].sort();
    expect(phases).toEqual(['in_room', 'refused_by_host']);
    expect([ada, bo].find((person) => person.view.phase.name === 'refused_by_host')?.view.phase).toMatchObject({
      code: 'used_up',
    });
  });

  it('[R15] one use left and two at the door: the second hears used_up when the first is let in', async () => {
    const world = await new World(14).up();
    const link = world.link({ lobby: true, maxUses: 1 });
    const ada = await world.join('Ada', { link });
    const bo = await world.join('Bo', { link });
    const [card] = world.host.lobbyCards();
    if (card === undefined) throw new Error('no card');
    world.host.answerCard(card.cardId, { decision: 'admit' }, world.host.hostParticipantId);
    await world.pass(100);
    expect(ada.view.phase.name).toBe('in_room');
    expect(bo.view.phase).toEqual({ name: 'refused_by_host', code: 'used_up' });
    expect(world.host.lobbyCards()).toEqual([]);
  });

  it('[R16] an invite that expires while somebody waits is the host’s to decide, and never a silent entry', async () => {
    const world = await new World(13).up();
    const link = world.link({ lobby: true, expiresAtMs: world.time.clock.wallMs() + 30_000 });
    const ada = await world.join('Ada', { link });
    await world.pass(40_000);
    expect(ada.view.phase.name).toBe('waiting_at_door');
    const late = await world.join('Late', { link });
    expect(late.view.phase).toEqual({ name: 'refused_by_host', code: 'expired' });
    const [card] = world.host.lobbyCards();
    if (card === undefined) throw new Error('no card');
    world.host.answerCard(card.cardId, { decision: 'admit' }, world.host.hostParticipantId);
    await world.pass(100);
    expect(ada.view.phase.name).toBe('in_room');
  });
});
