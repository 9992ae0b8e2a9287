import { rightsOfRole } from '@collagility/protocol/rights';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mock, SessionWorld } from './session-world.ts';

let world = new SessionWorld();
beforeEach(() => {
  world = new SessionWorld();
});
afterEach(() => world.end());

it('[CLG-77] once the agent runs more unasked than at its start, guests who may run prompts may only suggest', async () => {
  let unasked: string[] = [];
  const factory = {
    ...world.factory,
    create: (id: string) =>
      Object.defineProperty(world.factory.create(id), 'unasked', { get: () => unasked, configurable: true }),
  };
  await world.start({ factories: { find: () => factory } });
  const ada = await world.join('Ada', { rights: { ...rightsOfRole['co-driver'], prompt: 'run' } });
  const run = async () => (await ada.send({ type: 'prompt.run', agentId: mock, text: 'echo hi' })).outcome;
  expect(await run()).toMatchObject({ state: 'done' });
  await world.until(() => world.prompts().at(-1)?.state === 'completed');
  unasked = ['edits of the same files'];
  expect(await run()).toMatchObject({ state: 'done' });
  await world.until(() => world.prompts().at(-1)?.state === 'completed');
  expect(world.room.agents[mock]).toMatchObject({ mode: 'ask', unasked });
  expect(await run()).toMatchObject({ state: 'rejected', code: 'right' });
  expect(world.room.items.find((item) => item.kind === 'notice' && item.code === 'mode_ask')).toMatchObject({
    level: 'warning',
    text: 'The agent does without asking: edits of the same files.',
  });
});
