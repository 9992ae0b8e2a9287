import { knownLimitation } from '@collagility/adapters/capabilities';
import type { AdapterConfig, IAgentAdapter } from '@collagility/adapters/port';
import { afterEach, expect, it } from 'vitest';
import { mock, SessionWorld } from './session-world.ts';

const world = new SessionWorld();
afterEach(() => world.end());

it('what the row of an agent leaves open holds in the room where this very program announced it, and only there', async () => {
  const open = knownLimitation('Where it is announced.');
  const { row } = world.factory;
  const factory = {
    ...world.factory,
    row: { ...row, expectations: { ...row.expectations, fork: open, forkAt: open } },
    create: (id: string): IAgentAdapter => {
      const adapter = world.factory.create(id);
      const initialize = adapter.initialize.bind(adapter);
      const announcing = async (config: AdapterConfig) => ({
        ...(await initialize(config)),
        announced: ['fork' as const],
      });
      return Object.defineProperty(adapter, 'initialize', { value: announcing });
    },
  };
  await world.start({ factories: { find: () => factory } });
  expect(world.room.agents[mock]?.capabilities).toContain('fork');
  expect(world.room.agents[mock]?.capabilities).not.toContain('forkAt');
});
