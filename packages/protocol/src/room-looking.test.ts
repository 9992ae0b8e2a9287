import { beforeAll, expect, it } from 'vitest';
import { ready } from './crypto/sodium.ts';
import { World } from './testing/world.ts';

beforeAll(() => ready);

it('[CLG-54] where people look is told to all, also to those who come later, and ends when they go', async () => {
  const world = await new World(81).up();
  const ada = await world.join('Ada');
  const bo = await world.join('Bo');
  const id = ada.view.me?.participantId ?? ('' as never);
  ada.client.looking('file:src/a.ts');
  await world.pass(500);
  expect(bo.view.looking).toEqual({ [id]: 'file:src/a.ts' });
  const late = await world.join('Cy');
  expect(late.view.looking).toEqual({ [id]: 'file:src/a.ts' });
  ada.client.looking('somewhere else');
  await world.pass(500);
  expect(bo.view.looking).toEqual({ [id]: 'file:src/a.ts' });
  ada.client.stop();
  await world.pass(2_000);
  expect(bo.view.looking).toEqual({});
});

it('[CLG-33] a member that comes back says again where it looks', async () => {
  const world = await new World(82).up();
  const ada = await world.join('Ada');
  const bo = await world.join('Bo');
  ada.client.looking('end');
  await world.pass(500);
  await world.cut();
  await world.pass(10_000);
  expect(bo.view.looking[ada.view.me?.participantId ?? ('' as never)]).toBe('end');
});
