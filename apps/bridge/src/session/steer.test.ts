import type { Command } from '@collagility/protocol/commands';
import { as, type PromptId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claude, EngineWorld, signed } from './engine-world.ts';
import { mock, SessionWorld } from './session-world.ts';

describe('words into a running turn', () => {
  let world = new SessionWorld();
  beforeEach(async () => {
    world = await new SessionWorld().start();
  });
  afterEach(() => world.end());
  const steers = () => world.room.items.filter((item) => item.kind === 'steer');

  it('reach the agent, and the room sees whose they are and that they were taken', async () => {
    const ada = await world.join('Ada', { rights: { ...rightsOfRole['co-driver'], prompt: 'run' } });
    const { id } = await ada.send({ type: 'prompt.run', agentId: mock, text: 'slow', attachments: undefined });
    const promptId = as<PromptId>(id);
    await world.until(() => world.prompts()[0]?.delivery === 'accepted');
    const sent = await ada.send({ type: 'prompt.steer', agentId: mock, promptId, text: '/not a command' });
    expect(sent.outcome).toEqual({ state: 'done' });
    expect(steers()).toMatchObject([{ by: ada.participantId, promptId, text: '/not a command', state: 'taken' }]);
    await world.until(() => world.events.some((event) => JSON.stringify(event).includes('You said: /not a command')));
    world.session.act({ type: 'turn.interrupt', agentId: mock, promptId });
    await world.until(() => world.prompts()[0]?.state === 'interrupted');
    const late = await ada.send({ type: 'prompt.steer', agentId: mock, promptId, text: 'too late' });
    expect(late.outcome).toMatchObject({ state: 'rejected', code: 'no_such_object' });
    expect(steers()).toHaveLength(1);
  });
});

describe('the right to steer', () => {
  const steering = (capabilities: string[]) => {
    const world = EngineWorld.ready();
    world.commit({
      type: 'ai.agent.started',
      atMs: 0,
      agentId: claude,
      provider: 'mock',
      name: 'Mock',
      mode: 'ask',
      session: 'new',
      unasked: [],
      capabilities,
    });
    world.join('Ada', 'co-driver');
    const promptId = world.prompt('host', 'go');
    const steer = (name: string, into = promptId) =>
      world.command(name, {
        type: 'prompt.steer',
        agentId: claude,
        promptId: into,
        text: 'left',
        signed,
      } satisfies Command).outcome;
    return { world, steer };
  };

  it('is that of running a prompt', () => {
    const { world, steer } = steering(['steering']);
    expect(steer('Ada')).toMatchObject({ code: 'right' });
    steer('host');
    expect(world.effectsOf('steer')).toMatchObject([{ text: 'left' }]);
  });

  it('meets the turn that was meant, of an agent that can, and not one that is being stopped', () => {
    expect(steering([]).steer('host')).toMatchObject({ code: 'not_supported' });
    const { world, steer } = steering(['steering']);
    expect(steer('host', as<PromptId>('other'))).toMatchObject({ code: 'no_such_object' });
    world.command('host', { type: 'turn.interrupt', agentId: claude, promptId: undefined });
    expect(steer('host')).toMatchObject({ code: 'no_such_object' });
    expect(world.effectsOf('steer')).toEqual([]);
  });
});

it('[CLG-67] a held prompt that somebody lets go loses the mark at once, while it still waits', () => {
  const world = EngineWorld.ready();
  world.join('Run', 'co-driver', { ...rightsOfRole['co-driver'], prompt: 'run' });
  const first = world.prompt('host', 'first');
  const second = world.prompt('Run', 'second');
  world.setRights('Run', { prompt: 'suggest' });
  world.do({ type: 'settle' });
  const queued = () => world.room.agents[claude]?.queue.find(({ promptId }) => promptId === second);
  expect(queued()?.held).toBe('author_right');
  world.command('host', { type: 'queue.send_now', promptId: second });
  expect(queued()).toEqual({ promptId: second });
  expect(world.room.items.find((item) => item.kind === 'prompt' && item.promptId === second)).toMatchObject({
    state: 'queued',
  });
  world.endTurn(first);
  expect(world.running).toBe(second);
});
