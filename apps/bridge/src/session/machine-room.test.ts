import { errorInfo } from '@collagility/adapters/errors';
import { type AgentId, as, type StreamId, type ToolId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { beforeEach, describe, expect, it } from 'vitest';
import { claude, EngineWorld } from './engine-world.ts';

let world = EngineWorld.ready();
beforeEach(() => {
  world = EngineWorld.ready();
});

describe('a restart of the bridge', () => {
  it('[C4] closes what was open, sends nothing again, and says why the queue waits', () => {
    const running = world.prompt('host', 'one');
    const waiting = world.prompt('host', 'two');
    world.answer('host', world.ask('a0'), 'allow', { scope: 'session' });
    world.answer('host', world.ask('a1', { ruleText: 'make' }), 'allow', { scope: 'rule', rule: 'make *' });
    const card = world.ask('a2', { ruleText: 'other' });
    const toolId = as<ToolId>('t1');
    world.commit(
      { type: 'ai.stream.start', atMs: 0, agentId: claude, streamId: as<StreamId>('s1'), reasoning: false },
      {
        type: 'ai.tool.started',
        atMs: 0,
        agentId: claude,
        toolId,
        toolName: 'Bash',
        kind: 'execute',
        title: 'x',
        input: { text: '{}' },
      },
    );
    const again = new EngineWorld();
    again.room = world.room;
    again.do({ type: 'host_started', emptyTextHash: 'ee' });
    expect(again.of('approval.resolved')).toMatchObject([
      { approvalId: card, outcome: 'void', reason: 'host_restarted' },
    ]);
    expect(again.of('ai.execution.ended')).toMatchObject([
      { promptId: running, outcome: 'failed', reason: 'host_restarted' },
    ]);
    expect(again.of('ai.stream.end')).toMatchObject([{ streamId: 's1', incomplete: true, textHash: 'ee' }]);
    expect(again.of('ai.tool.ended')).toMatchObject([{ toolId, status: 'cancelled' }]);
    expect(Object.values(again.room.rules).map(({ scope }) => scope)).toEqual(['rule']);
    again.startAgent();
    expect([again.stopped, again.queue, again.running]).toEqual(['host_restarted', [waiting], undefined]);
    expect(again.effectsOf('send_prompt')).toEqual([]);
    again.command('host', { type: 'queue.resume', agentId: claude });
    expect(again.effectsOf('send_prompt').map(({ promptId }) => promptId)).toEqual([waiting]);
  });

  it('of an idle room tells nothing but that the agent is gone', () => {
    const again = new EngineWorld();
    again.room = world.room;
    again.do({ type: 'host_started', emptyTextHash: 'ee' });
    expect(again.events.map(({ type }) => type)).toEqual(['ai.agent.stopped']);
  });
});

describe('panic', () => {
  it('stops agents, turns and requests, revokes links, changes keys; only a host undoes it', () => {
    world.join('Ada', 'co-driver', { ...rightsOfRole['co-driver'], prompt: 'run', approve: true });
    const running = world.prompt('host', 'one');
    world.prompt('host', 'two');
    const card = world.ask('a1');
    expect(world.command('Ada', { type: 'room.panic' }).outcome).toMatchObject({ code: 'right' });
    world.clear();
    world.command('host', { type: 'room.panic' });
    expect(world.effects.map(({ type }) => type)).toEqual(['revoke_invites', 'rekey', 'stop_agent']);
    expect(world.of('approval.resolved')).toMatchObject([{ approvalId: card, outcome: 'void' }]);
    expect(world.of('ai.execution.ended')).toMatchObject([
      { promptId: running, outcome: 'interrupted', reason: 'panic' },
    ]);
    expect(world.room.paused?.panic).toBe(true);
    expect(world.command('Ada', { type: 'room.resume' }).outcome).toMatchObject({ state: 'rejected' });
    // What the killed agent still says changes nothing.
    world.endTurn(running, 'failed', errorInfo('PROCESS_CRASHED'));
    expect(world.of('ai.execution.ended')).toHaveLength(1);
    world.command('host', { type: 'room.resume' });
    expect(world.effectsOf('start_agent')).toEqual([{ type: 'start_agent', agentId: claude }]);
    expect([world.stopped, world.running]).toEqual(['panic', undefined]);
  });
});

describe('agents', () => {
  it('each have a queue and a turn of their own', () => {
    const second = as<AgentId>('mock-2');
    world.startAgent(second);
    const first = world.prompt('host', 'one');
    const signed = { statement: '00', signature: '00' };
    const { id } = world.command('host', {
      type: 'prompt.run',
      agentId: second,
      text: 'x',
      attachments: undefined,
      signed,
    });
    expect([world.room.agents[claude]?.runningPromptId, world.room.agents[second]?.runningPromptId]).toEqual([
      first,
      id,
    ]);
  });

  it('that cannot be started say why and how to fix it; what waits is kept', () => {
    const fresh = new EngineWorld();
    fresh.join('host', 'host');
    fresh.startAgent();
    const running = fresh.prompt('host', 'one');
    const waiting = fresh.prompt('host', 'two');
    fresh.command('host', { type: 'agent.restart', agentId: claude });
    expect(fresh.of('ai.execution.ended')).toMatchObject([{ promptId: running, outcome: 'interrupted' }]);
    const error = errorInfo('AUTH_CREDENTIAL_INVALID');
    fresh.do({ type: 'agent_start_failed', agentId: claude, name: 'Claude Code', error });
    expect(fresh.of('ai.error')).toMatchObject([{ code: 'AUTH_CREDENTIAL_INVALID' }]);
    expect(fresh.queue).toEqual([waiting]);
    expect(fresh.room.agents[claude]?.queueStopped).toBeDefined();
  });

  it('that never started stand in the room as failed, with their error, and can be started again', () => {
    const fresh = new EngineWorld();
    fresh.join('host', 'host');
    fresh.do({ type: 'agent_added', agentId: claude });
    const error = errorInfo('AUTH_CREDENTIAL_INVALID');
    fresh.do({ type: 'agent_start_failed', agentId: claude, name: 'Claude Code', error });
    expect(fresh.room.agents[claude]).toMatchObject({ name: 'Claude Code', status: 'FAILED', stopped: error.code });
    expect(fresh.of('ai.error')).toMatchObject([{ code: error.code, fix: error.fix }]);
    const waiting = fresh.prompt('host', 'one');
    expect(fresh.queue).toEqual([waiting]);
    fresh.clear();
    expect(fresh.command('host', { type: 'agent.restart', agentId: claude }).outcome).toEqual({ state: 'done' });
    expect(fresh.effectsOf('start_agent')).toHaveLength(1);
  });

  it('change their mode by the host’s word alone, and all see it', () => {
    world.join('Ada', 'co-driver', { ...rightsOfRole['co-driver'], prompt: 'run', approve: true });
    const command = { type: 'agent.set_mode', agentId: claude, mode: 'act' } as const;
    expect(world.command('Ada', command).outcome).toMatchObject({ code: 'right' });
    world.command('host', command);
    expect(world.effectsOf('set_mode')).toMatchObject([{ mode: 'act', by: 'host' }]);
    world.do({ type: 'mode_changed', agentId: claude, mode: 'act', unasked: ['all'], by: world.hostId });
    expect(world.room.agents[claude]).toMatchObject({ mode: 'act', unasked: ['all'] });
  });
});

it('people talk, rename themselves, raise a hand; the host renames the room and changes rights', () => {
  world.join('Ada', 'viewer');
  const ada = world.sender('Ada').participantId;
  world.command('Ada', { type: 'chat.post', text: 'hello hunter2-hunter2' });
  world.command('Ada', { type: 'member.rename', name: 'Ada L.' });
  world.command('Ada', { type: 'member.hand', raised: true });
  expect(world.command('Ada', { type: 'room.rename', title: 'Mine' }).outcome).toMatchObject({ code: 'right' });
  world.command('host', { type: 'room.rename', title: 'Ours' });
  const rights = { ...rightsOfRole.viewer, prompt: 'run' } as const;
  world.command('host', { type: 'member.set_rights', participantId: ada, role: 'co-driver', rights });
  expect(world.room.title).toBe('Ours');
  expect(world.room.chat).toMatchObject([{ by: 'Ada', text: 'hello ⟦hidden⟧' }]);
  expect(world.room.participants[ada]).toMatchObject({ name: 'Ada L.', handRaised: true, role: 'co-driver', rights });
});

it('a panic while an agent gets its place leaves it in the room, stopped, until sharing goes on', () => {
  const second = as<AgentId>('claude-2');
  world.command('host', { type: 'agent.start', provider: 'claude', place: 'own' });
  expect(world.effectsOf('place_agent')).toMatchObject([{ agentId: second, provider: 'claude', place: 'own' }]);
  world.command('host', { type: 'room.panic' });
  world.clear();
  world.do({
    type: 'agent_placed',
    agentId: second,
    provider: 'claude',
    name: 'Claude 2',
    place: { kind: 'own', branch: 'collagility/claude-2' },
  });
  expect(world.room.agents[second]).toMatchObject({ name: 'Claude 2', stopped: 'agent_stopped' });
  expect(world.effectsOf('start_agent')).toEqual([]);
  world.command('host', { type: 'room.resume' });
  expect(world.effectsOf('start_agent').map(({ agentId }) => agentId)).toContain(second);
});

it('commands that an agent tells while it starts come with its start, later ones when they change, the same ones once', () => {
  const late = as<AgentId>('late');
  const told = () => world.room.agents[late]?.commands?.map(({ name }) => name);
  world.do({ type: 'agent_added', agentId: late });
  world.do({ type: 'agent_commands', agentId: late, slashCommands: ['one'] });
  expect(world.of('ai.agent.commands')).toEqual([]);
  world.startAgent(late);
  expect(told()).toEqual(['one']);
  world.do({ type: 'agent_commands', agentId: late, slashCommands: ['one', '/two', 'not a name'] });
  expect(told()).toEqual(['one', 'two']);
  world.clear();
  world.do({ type: 'agent_commands', agentId: late, slashCommands: ['one', '/two', 'not a name'] });
  expect(world.events).toEqual([]);
});
