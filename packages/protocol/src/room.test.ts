import { beforeAll, describe, expect, it } from 'vitest';
import { ready } from './crypto/sodium.ts';
import { World } from './testing/world.ts';

beforeAll(() => ready);

describe('a room of one host and its members', () => {
  it('[CLG-34] lets two people in by a link without a lobby, and a message of one is seen by both', async () => {
    const world = await new World().up();
    const ada = await world.join('Ada');
    const bo = await world.join('Bo');
    expect(ada.view.phase).toEqual({ name: 'in_room' });
    expect(bo.view.phase).toEqual({ name: 'in_room' });
    const commandId = ada.say('hello');
    await world.pass(50);
    expect(ada.chat).toEqual(['hello']);
    expect(bo.chat).toEqual(['hello']);
    expect(ada.view.commands).toMatchObject([{ commandId, state: 'done' }]);
    expect(bo.view.state).toEqual(world.host.state);
    const names = Object.values(bo.view.state?.participants ?? {}).map((person) => person.name);
    expect(names).toEqual(['Host', 'Ada', 'Bo']);
  });
});
