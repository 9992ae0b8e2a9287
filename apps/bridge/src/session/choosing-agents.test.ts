import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdapterFactory } from '@collagility/adapters/port';
import { type AgentId, as } from '@collagility/protocol/ids';
import { type Rights, rightsOfRole } from '@collagility/protocol/rights';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mock, SessionWorld } from './session-world.ts';

let world = new SessionWorld();
beforeEach(() => {
  world = new SessionWorld();
});
afterEach(() => world.end());

const shell = as<AgentId>('shell');
const commandLine = (): AdapterFactory => ({
  ...world.factory,
  provider: 'shell',
  name: 'A shell',
  onlyByName: true,
  create: (id) => world.factory.create(id),
});
const factories = () => ({
  find: (provider: string) => (provider === 'mock' ? world.factory : provider === 'shell' ? commandLine() : undefined),
});
const chooser: Rights = { ...rightsOfRole['co-driver'], agentChoice: true };

it('a command line of the computer is started by the host alone, however much else somebody may choose', async () => {
  await world.start({ factories: factories() });
  const guest = await world.join('Ada', { rights: chooser });
  const manager = await world.join('Ben', { rights: { ...rightsOfRole.host } });
  for (const one of [guest, manager])
    expect((await one.send({ type: 'agent.start', provider: 'shell', place: 'shared' })).outcome).toMatchObject({
      state: 'rejected',
      code: 'right',
    });
  expect(Object.keys(world.room.agents)).toEqual([mock]);
  const started = await world.session.act({ type: 'agent.start', provider: 'shell', place: 'shared' });
  expect(started).toMatchObject({ state: 'done' });
  await world.until(() => world.room.agents[shell]?.status === 'READY');
  // It was named in this run of the bridge: starting it again is a matter of agents.
  expect((await guest.send({ type: 'agent.restart', agentId: shell })).outcome).toEqual({ state: 'done' });
  await world.until(() => world.room.agents[shell]?.status === 'READY');
});

it('a command line of an earlier run is not shared again unless it is named again', async () => {
  await world.start({ factories: factories() });
  await world.session.act({ type: 'agent.start', provider: 'shell', place: 'shared' });
  await world.until(() => world.room.agents[shell]?.status === 'READY');
  await world.kill();
  await world.session.stop().catch(() => undefined);
  await world.start({ factories: factories() });
  for (let again = 0; again < 2; again += 1) {
    await world.session.act({ type: 'agent.restart', agentId: shell });
    await world.time.pass(500);
    expect(world.room.agents[shell]).toMatchObject({ status: 'FAILED', stopped: 'UNSUPPORTED' });
  }
});

it('an agent whose driver is not here any more cannot be started again, and the room goes on', async () => {
  await world.start({ factories: factories() });
  await world.session.act({ type: 'agent.start', provider: 'shell', place: 'shared' });
  await world.until(() => world.room.agents[shell]?.status === 'READY');
  await world.kill();
  await world.session.stop().catch(() => undefined);
  await world.start();
  await world.session.act({ type: 'agent.restart', agentId: shell });
  await world.time.pass(500);
  expect(world.room.agents[shell]).toMatchObject({ status: 'FAILED', stopped: 'PROVIDER_NOT_FOUND' });
  expect(world.told.filter(({ type }) => type === 'failed')).toEqual([]);
  expect(world.room.agents[mock]?.status).toBe('READY');
});

it('what is secret in the folder of an agent of its own is hidden as in the shared one', async () => {
  const own = join(world.root, 'own');
  mkdirSync(own);
  writeFileSync(join(own, '.env'), 'API_KEY=fj39fkd0s9fk3jf9sd0f\n');
  await world.start({
    otherAgents: { list: async () => [], ownFolder: async () => ({ path: own, branch: 'b' }) },
  });
  await world.session.act({ type: 'agent.start', provider: 'mock', place: 'own' });
  await world.session.act({ type: 'chat.post', text: 'It is fj39fkd0s9fk3jf9sd0f, I think.' });
  await world.time.pass(100);
  expect(JSON.stringify(world.room)).not.toContain('fj39fkd0s9fk3jf9sd0f');
});

it('after a restart the folder of an agent that is not started again is still that one, not the shared one', async () => {
  const own = join(world.root, 'own');
  mkdirSync(own);
  const opened: string[] = [];
  const more: Parameters<SessionWorld['start']>[0] = {
    otherAgents: { list: async () => [], ownFolder: async () => ({ path: own, branch: 'b' }) },
    workspaces: () => ({
      beforeTurn: async () => undefined,
      afterTurn: async () => undefined,
      restore: async () => ({ ok: false, code: 'not_compared' }),
      answer: async () => ({ ok: false, code: 'not_compared' }),
      addFolder: (agentId, folder) => void opened.push(`${agentId} ${folder}`),
    }),
  };
  await world.start(more);
  await world.session.act({ type: 'agent.start', provider: 'mock', place: 'own' });
  await world.until(() => world.room.agents[as<AgentId>('mock-2')]?.status === 'READY');
  await world.kill();
  await world.session.stop().catch(() => undefined);
  opened.length = 0;
  await world.start(more);
  expect(opened).toEqual([`mock-2 ${own}`]);
});
