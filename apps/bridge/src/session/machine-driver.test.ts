import { as, type ParticipantId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { beforeEach, describe, expect, it } from 'vitest';
import { EngineWorld } from './engine-world.ts';

const [ada, bo] = [as<ParticipantId>('Ada'), as<ParticipantId>('Bo')];
let world = EngineWorld.ready();
beforeEach(() => {
  world = EngineWorld.ready();
  world.join('Ada', 'co-driver');
  world.join('Bo', 'viewer');
});
const rightsOf = (id: ParticipantId) => world.room.participants[id]?.rights;
const handOver = (participantId: ParticipantId, by = 'host') =>
  world.command(by, { type: 'driver.hand_over', participantId }).outcome;
const takeBack = (by = 'host') => world.command(by, { type: 'driver.take_back' }).outcome;

describe('the driver’s seat', () => {
  it('gives prompts and answers in one act, and takes exactly that back in one', () => {
    expect(handOver(bo)).toEqual({ state: 'done' });
    expect(rightsOf(bo)).toMatchObject({ prompt: 'run', approve: true, manage: false, invite: false });
    expect(world.room.driver?.participantId).toBe(bo);
    expect(takeBack()).toEqual({ state: 'done' });
    expect(rightsOf(bo)).toEqual(rightsOfRole.viewer);
    expect(world.room.driver).toBeUndefined();
  });

  it('is told in one line, given and taken', () => {
    handOver(bo);
    takeBack();
    const lines = world.room.items.flatMap((item) =>
      item.kind === 'people' && item.participantId === bo ? [item.what] : [],
    );
    expect(lines.slice(-2)).toEqual(['drives', 'drove']);
    expect(lines).not.toContain('rights_changed');
  });

  it('has one person in it: the next one takes it from the last', () => {
    handOver(ada);
    handOver(bo);
    expect(rightsOf(ada)).toEqual(rightsOfRole['co-driver']);
    expect(world.room.driver?.participantId).toBe(bo);
  });

  it('is given by those who manage; whoever has it may give it back, and nobody else may', () => {
    expect(handOver(bo, 'Ada')).toMatchObject({ code: 'right' });
    handOver(ada);
    world.setRights('Bo', { approve: true });
    expect(takeBack('Bo')).toMatchObject({ code: 'right' });
    expect(takeBack('Ada')).toEqual({ state: 'done' });
    expect(rightsOf(ada)).toEqual(rightsOfRole['co-driver']);
  });

  it('is empty once its holder left, was removed, or was given other rights by name', () => {
    handOver(ada);
    world.setRights('Ada', { approve: false });
    expect(world.room.driver).toBeUndefined();
    handOver(ada);
    world.remove('Ada');
    expect(world.room.driver).toBeUndefined();
    expect(takeBack()).toEqual({ state: 'done' });
    expect(world.events.filter(({ type }) => type === 'room.driver_changed')).toHaveLength(2);
  });
});
