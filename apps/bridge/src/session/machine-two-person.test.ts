import { as, type MemberId, type ParticipantId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { beforeEach, describe, expect, it } from 'vitest';
import { EngineWorld } from './engine-world.ts';

const approver = { ...rightsOfRole['co-driver'], approve: true };
let world = EngineWorld.ready();
beforeEach(() => {
  world = EngineWorld.ready();
  world.join('Ada', 'co-driver', approver);
  world.join('Bo', 'co-driver', approver);
  world.prompt('host', 'go');
  world.command('host', { type: 'room.set_two_person', on: true });
  world.clear();
});
const card = { title: 'x', shown: '{}', shownHash: '00', risks: ['execute', 'destructive'] as const, hidden: 0 };
const destructive = (id: string) =>
  world.ask(id, { card: { ...card, risks: [...card.risks], elided: [] }, ruleText: 'rm -rf build' });
const replies = () => world.effectsOf('answer').map(({ decision }) => decision);

describe('the two-person rule', () => {
  it('[CLG-76] runs what is destructive only after two people, and says one of two in between', () => {
    const id = destructive('a1');
    expect(world.answer('Ada', id, 'allow')).toEqual({ state: 'done' });
    expect(replies()).toEqual([]);
    expect(world.room.pendingApprovals).toEqual([id]);
    expect(world.of('approval.signed')).toMatchObject([{ approvalId: id, by: 'Ada' }]);
    expect(world.answer('Bo', id, 'allow')).toEqual({ state: 'done' });
    expect(replies()).toEqual([{ toolId: 'native-a1', approved: true, scope: 'once' }]);
    expect(world.of('approval.resolved')).toMatchObject([{ outcome: 'allowed', by: 'Bo', alsoBy: 'Ada' }]);
  });

  it('[A7] [CLG-76] the devices of one person are one person, the host’s terminal included', () => {
    const id = destructive('a1');
    world.answer('host', id, 'allow');
    for (let again = 0; again < 3; again += 1)
      expect(world.answer('host', id, 'allow')).toMatchObject({ code: 'already_signed' });
    expect(replies()).toEqual([]);
  });

  it('one person’s denial ends it, also after the other signed', () => {
    const id = destructive('a1');
    world.answer('Ada', id, 'allow');
    expect(world.answer('Ada', id, 'deny')).toEqual({ state: 'done' });
    expect(replies()).toMatchObject([{ approved: false, refusal: 'denied' }]);
    expect(world.answer('Bo', id, 'allow')).toMatchObject({ code: 'already_resolved' });
  });

  it('[CLG-76] a signature of somebody who lost the right or left counts no more', () => {
    const first = destructive('a1');
    world.answer('Ada', first, 'allow');
    world.setRights('Ada', { approve: false });
    world.answer('Bo', first, 'allow');
    expect(replies()).toEqual([]);
    world.answer('host', first, 'allow');
    expect(replies()).toHaveLength(1);
    world.setRights('Ada', { approve: true });
    const doubted = destructive('a3');
    world.answer('Ada', doubted, 'allow');
    const device = { memberId: as<MemberId>('Ada-device'), participantId: as<ParticipantId>('Ada') };
    world.commit({ type: 'member.frozen', atMs: 0, ...device, reason: 'out-of-step' });
    world.answer('host', doubted, 'allow');
    expect(replies()).toHaveLength(1);
    const second = destructive('a2');
    world.answer('Bo', second, 'allow');
    world.remove('Bo');
    world.answer('host', second, 'allow');
    expect(replies()).toHaveLength(1);
  });

  it('[CLG-76] whoever came by a link without a lobby is not one of two, until somebody gives them rights by name', () => {
    world.join('Eve', 'co-driver', approver, 'link');
    const id = destructive('a1');
    world.answer('Ada', id, 'allow');
    expect(world.answer('Eve', id, 'allow')).toMatchObject({ state: 'rejected', code: 'right' });
    expect(replies()).toEqual([]);
    world.setRights('Eve', {});
    expect(world.answer('Eve', id, 'allow')).toEqual({ state: 'done' });
  });

  it('[CLG-76] nobody becomes two people by letting a second browser of their own in at the door', () => {
    world.setRights('Ada', { invite: true });
    world.join('Ada again', 'co-driver', approver, 'lobby', 'Ada');
    const id = destructive('a1');
    world.answer('Ada', id, 'allow');
    expect(world.answer('Ada again', id, 'allow')).toMatchObject({ state: 'rejected', code: 'right' });
    expect(replies()).toEqual([]);
    world.join('Cy', 'co-driver', approver, 'lobby', 'host');
    expect(world.answer('Cy', id, 'allow')).toEqual({ state: 'done' });
  });

  it('no rule stands for it: none is kept from it, and one that was kept does not match', () => {
    world.command('host', { type: 'room.set_two_person', on: false });
    world.answer('host', destructive('a0'), 'allow', { scope: 'session' });
    world.command('host', { type: 'room.set_two_person', on: true });
    world.clear();
    const id = destructive('a1');
    expect(world.room.pendingApprovals).toEqual([id]);
    expect(world.answer('host', id, 'allow', { scope: 'session' })).toMatchObject({ code: 'two_people' });
  });

  it('no edit stands for it, and none makes a harmless request destructive', () => {
    const edit = { updatedInput: '{"command":"rm -rf /"}' };
    expect(world.answer('host', destructive('a1'), 'allow', edit)).toMatchObject({ code: 'two_people' });
    expect(world.answer('host', world.ask('a2'), 'allow', edit)).toMatchObject({ code: 'two_people' });
    expect(replies()).toEqual([]);
  });

  it('is for what is destructive alone, and holds as it is when the answer comes', () => {
    world.answer('Ada', world.ask('a1'), 'allow');
    expect(replies()).toHaveLength(1);
    const id = destructive('a2');
    world.answer('Ada', id, 'allow');
    world.command('host', { type: 'room.set_two_person', on: false });
    expect(replies()).toHaveLength(1);
    world.answer('Ada', id, 'allow');
    expect(replies()).toHaveLength(2);
  });

  it('is the host’s to set', () => {
    expect(world.command('Ada', { type: 'room.set_two_person', on: false }).outcome).toMatchObject({ code: 'right' });
  });
});
