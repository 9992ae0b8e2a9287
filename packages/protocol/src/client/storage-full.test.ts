import { beforeAll, expect, it } from 'vitest';
import { ready } from '../crypto/sodium.ts';
import { CollagilityError } from '../errors.ts';
import { World } from '../testing/world.ts';
import { MemoryMemberStore } from './member-store.ts';

beforeAll(() => ready);

it('[CLG-30] a browser without room for the key says so, and is no other tab; nothing of it reaches the host', async () => {
  const world = await new World(91).up();
  const store = new MemoryMemberStore(undefined, true);
  store.commit = () => Promise.reject(new CollagilityError('storage_full', 'full'));
  const ada = world.person('Ada', store, world.link());
  await ada.client.start();
  await world.pass(3_000);
  expect(ada.view.phase).toEqual({ name: 'storage_full' });
  expect(Object.values(world.host.state.participants)).toHaveLength(1);
});

it('[CLG-56] a member learns how far the host’s wall clock is from its own, for display', async () => {
  const world = await new World(92).up();
  const ada = await world.join('Ada');
  expect(Math.abs(ada.view.hostWallOffsetMs)).toBeLessThan(1_000);
});
