import { beforeAll, describe, expect, it } from 'vitest';
import { ready } from './crypto/sodium.ts';
import { World } from './testing/world.ts';

beforeAll(() => ready);

describe('devices and blocks', () => {
  it('[CLG-47] one device of a person can be taken out; with the last one the person is out', async () => {
    const world = await new World(61).up();
    const ada = await world.join('Ada');
    const me = ada.view.me;
    if (me === undefined) throw new Error('not in');
    const by = world.host.hostParticipantId;
    expect(world.host.removeDevice(me.memberId, by)).toBeUndefined();
    await world.pass(100);
    expect(ada.view.phase).toEqual({ name: 'refused_by_host', code: 'removed' });
    expect(world.host.state.participants[me.participantId]?.state).toBe('removed');
    expect(world.host.removeDevice(me.memberId, by)).toBe('no_such_object');
  });

  it('a block is told to all, and is lifted once by somebody’s word', async () => {
    const world = await new World(62).up();
    const ada = await world.join('Ada');
    const participantId = ada.view.me?.participantId ?? ('' as never);
    const by = world.host.hostParticipantId;
    world.host.removeParticipant(participantId, { by, block: true });
    await world.pass(100);
    expect(world.host.state.participants[participantId]?.isBlocked).toBe(true);
    expect(world.host.unblock(participantId, by)).toBeUndefined();
    expect(world.host.unblock(participantId, by)).toBe('no_such_object');
    expect(world.host.state.participants[participantId]?.isBlocked).toBe(false);
  });
});
