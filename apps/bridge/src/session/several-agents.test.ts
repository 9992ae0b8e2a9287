import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOutcome } from '@collagility/protocol/commands';
import { type AgentId, as, type PromptId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorktree, worktreeNameOf } from '../workspace/worktree.ts';
import type { OtherAgents } from './agent-places.ts';
import { mock, SessionWorld } from './session-world.ts';

let world = new SessionWorld();
const second = as<AgentId>('mock-2');
const signed = { statement: '00', signature: '00' };

const others = (folder: string): OtherAgents => ({
  list: async () => [
    { provider: 'mock', name: 'Mock', installed: true },
    { provider: 'gone', name: 'Gone', installed: false, fix: 'npm install -g gone' },
  ],
  ownFolder: async (agentId) => {
    try {
      return await openWorktree({ folder, name: worktreeNameOf(agentId), environment: process.env });
    } catch (error) {
      return { refusal: error instanceof Error ? error.message : 'no' };
    }
  },
});
const start = () => world.start({ otherAgents: others(world.folder) });
/** Git and files are real: real time passes with the room's. */
async function soon(isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo(); turn += 1) {
    if (turn > 1_000) throw new Error(`still not so: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await world.time.pass(20);
  }
}
const act = async (command: Parameters<typeof world.session.act>[0]): Promise<CommandOutcome> => {
  let said: CommandOutcome | undefined;
  void Promise.resolve(world.session.act(command)).then((outcome) => {
    said = outcome;
  });
  await soon(() => said !== undefined);
  if (said === undefined) throw new Error('no outcome');
  return said;
};
const run = (agentId: AgentId, text: string) =>
  world.session.act({ type: 'prompt.run', agentId, text, attachments: undefined, review: undefined, signed });
const runToEnd = async (text: string): Promise<PromptId> => {
  run(mock, text);
  await soon(() => world.prompts().at(-1)?.text === text && world.prompts().at(-1)?.state === 'completed');
  return world.prompts().at(-1)?.promptId ?? as<PromptId>('none');
};
const statusOf = (agentId: AgentId) => world.room.agents[agentId]?.status;

beforeEach(() => {
  world = new SessionWorld();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@t', ...args], { cwd: world.folder, stdio: 'ignore' });
  world.write('a.txt', 'one\n');
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
});
afterEach(() => world.end());

describe('a second agent', () => {
  it('works in a worktree of its own, with a queue and a lane of its own, beside the first', async () => {
    await start();
    expect(await act({ type: 'agent.start', provider: 'mock', place: 'own' })).toEqual({
      state: 'done',
      result: { agentId: second },
    });
    await soon(() => statusOf(second) === 'READY');
    expect(world.room.agents[second]?.place).toEqual({ kind: 'own', branch: 'collagility/mock-2' });
    run(mock, 'slow');
    run(mock, 'echo waits');
    run(second, 'edit');
    await soon(() => world.pending().length > 0);
    const [asked] = world.pending();
    expect(asked?.request.agentId).toBe(second);
    expect(world.room.agents[mock]?.queue).toHaveLength(1);
    expect(world.room.agents[second]?.queue).toEqual([]);
    for (const item of world.pending()) {
      const { approvalId } = item.request;
      await act({ type: 'approval.answer', approvalId, decision: 'allow', extra: '{"scope":"once"}', signed });
    }
    await soon(() => world.prompts().some(({ agentId, state }) => agentId === second && state === 'completed'));
    // Its files are its own.
    expect(existsSync(join(world.folder, 'collagility-demo'))).toBe(false);
    expect(existsSync(join(world.root, 'home', 'app.worktrees', 'app-mock-2', 'collagility-demo'))).toBe(true);
    expect(statusOf(mock)).toBe('EXECUTING');
  });

  it('goes on from where another one is: a copy of its session in the same folder, by the host alone', async () => {
    await start();
    expect(await act({ type: 'agent.fork', agentId: as<AgentId>('nobody') })).toMatchObject({ code: 'no_such_agent' });
    run(mock, 'text');
    await soon(() => world.prompts().at(-1)?.state === 'completed');
    expect(await act({ type: 'agent.fork', agentId: mock })).toEqual({ state: 'done', result: { agentId: second } });
    await soon(() => statusOf(second) === 'READY');
    expect(world.room.agents[second]).toMatchObject({ place: { kind: 'shared' }, session: 'resumed' });
    run(second, 'memory');
    await soon(() => world.prompts().filter(({ state }) => state === 'completed').length === 2);
    const said = world.room.items.findLast((item) => item.kind === 'text' && item.agentId === second);
    expect(JSON.stringify(said)).toContain('text');
    // The first one knows nothing of what its copy was asked.
    run(mock, 'memory');
    await soon(() => world.prompts().filter(({ state }) => state === 'completed').length === 3);
    const own = world.room.items.findLast((item) => item.kind === 'text' && item.agentId === mock);
    expect(own).not.toEqual(said);
  });

  it('goes on after an earlier turn: later ones are not in the copy, and the room is told from where', async () => {
    await start();
    const first = await runToEnd('text');
    await runToEnd('memory');
    await runToEnd('echo more');
    expect(await act({ type: 'agent.fork', agentId: mock, promptId: as<PromptId>('never was') })).toMatchObject({
      code: 'no_such_object',
      detail: expect.stringContaining('no name'),
    });
    expect(await act({ type: 'agent.fork', agentId: mock, promptId: first })).toEqual({
      state: 'done',
      result: { agentId: second },
    });
    await soon(() => statusOf(second) === 'READY');
    const told = world.room.items.findLast((item) => item.kind === 'notice' && item.code === 'agent_added');
    expect(told).toMatchObject({
      text: expect.stringContaining('as a copy of Mock agent after an earlier prompt'),
      afterPromptId: first,
    });
    // Who reads only from now on has this notice too.
    expect(JSON.stringify(told)).not.toContain('“text”');
    run(second, 'memory');
    await soon(() => world.prompts().filter(({ state }) => state === 'completed').length === 4);
    const said = world.room.items.findLast((item) => item.kind === 'text' && item.agentId === second);
    expect(JSON.stringify(said)).toContain('I remember 1 prompts. The last one: text');
  });

  it('goes on after a turn of its own only: the session of another one is not taken for its', async () => {
    await start();
    const first = await runToEnd('text');
    expect(await act({ type: 'agent.fork', agentId: mock })).toMatchObject({ state: 'done' });
    await soon(() => statusOf(second) === 'READY');
    expect(await act({ type: 'agent.fork', agentId: second, promptId: first })).toMatchObject({
      code: 'no_such_object',
      detail: expect.stringContaining('no name'),
    });
  });

  it('is stopped alone, keeps what waits for it, and starts again where it was', async () => {
    await start();
    await act({ type: 'agent.start', provider: 'mock', place: 'own' });
    await soon(() => statusOf(second) === 'READY');
    run(mock, 'slow');
    run(second, 'slow');
    run(second, 'echo later');
    await soon(() => statusOf(second) === 'EXECUTING' && statusOf(mock) === 'EXECUTING');
    expect(await act({ type: 'agent.stop', agentId: second })).toEqual({ state: 'done' });
    expect(world.room.agents[second]).toMatchObject({ stopped: 'agent_stopped' });
    expect(world.room.agents[second]?.queue).toHaveLength(1);
    expect(statusOf(mock)).toBe('EXECUTING');
    await act({ type: 'agent.restart', agentId: second });
    await soon(() => statusOf(second) === 'READY');
    expect(world.room.agents[second]?.place).toMatchObject({ kind: 'own' });
    await act({ type: 'queue.resume', agentId: second });
    await soon(() => world.prompts().at(-1)?.state === 'completed');
  });

  it('in the same folder: both lanes hear it once when both change one file in running turns', async () => {
    await start();
    await act({ type: 'agent.start', provider: 'mock', place: 'shared' });
    await soon(() => statusOf(second) === 'READY');
    const { engine } = world.session;
    run(mock, 'slow');
    run(second, 'slow');
    await soon(() => statusOf(mock) === 'EXECUTING' && statusOf(second) === 'EXECUTING');
    const changed = (agentId: AgentId) => {
      const promptId = world.room.agents[agentId]?.runningPromptId;
      const event = {
        type: 'ai.file.changed',
        agentId,
        path: 'a.txt',
        change: 'modified',
        added: 1,
        removed: 0,
      } as const;
      engine.append([{ ...event, diff: { text: '' }, ...(promptId && { promptId }) }]);
    };
    changed(mock);
    changed(second);
    changed(second);
    changed(mock);
    await world.time.pass(20);
    const said = world.events.filter((event) => event.type === 'ai.status' && event.code === 'same_file');
    expect(said.map((event) => ('agentId' in event ? event.agentId : ''))).toEqual([second, mock]);
  });

  it('comes back with the bridge as it was left: there, stopped, and started again in its worktree', async () => {
    await start();
    await act({ type: 'agent.start', provider: 'mock', place: 'own' });
    await soon(() => statusOf(second) === 'READY');
    await world.kill();
    await world.session.stop().catch(() => undefined);
    await start();
    expect(world.room.agents[second]).toMatchObject({ stopped: 'host_restarted', place: { kind: 'own' } });
    await act({ type: 'agent.restart', agentId: second });
    await soon(() => statusOf(second) === 'READY');
    run(second, 'echo back');
    await soon(() => world.prompts().at(-1)?.state === 'completed');
  });
});

describe('who may choose agents', () => {
  it('is the host, and whoever the host named for it', async () => {
    await start();
    const ada = await world.join('Ada');
    const list = { type: 'agent.list' } as const;
    for (const command of [
      list,
      { type: 'agent.start', provider: 'mock', place: 'shared' },
      { type: 'agent.stop', agentId: mock },
      { type: 'agent.set_model', agentId: mock, model: 'mock-large' },
      { type: 'agent.set_effort', agentId: mock, effort: 'high' },
    ] as const)
      expect((await ada.send(command)).outcome).toMatchObject({ state: 'rejected', code: 'right' });
    const rights = { ...rightsOfRole['co-driver'], agentChoice: true };
    await act({ type: 'member.set_rights', participantId: ada.participantId, role: 'co-driver', rights });
    await world.until(() => ada.view.me?.rights.agentChoice === true);
    expect((await ada.send(list)).outcome).toMatchObject({
      state: 'done',
      result: { agents: [{ provider: 'mock' }, { provider: 'gone', installed: false, fix: 'npm install -g gone' }] },
    });
    expect((await ada.send({ type: 'agent.set_model', agentId: mock, model: 'mock-large' })).outcome).toEqual({
      state: 'done',
    });
    await ada.send({ type: 'agent.set_effort', agentId: mock, effort: 'high' });
    expect(world.room.agents[mock]).toMatchObject({
      model: 'mock-large',
      effort: 'high',
      models: [{ id: 'mock-small' }, { id: 'mock-large', efforts: ['low', 'high'] }],
    });
    expect((await ada.send({ type: 'agent.set_effort', agentId: mock, effort: 'huge' })).outcome).toMatchObject({
      state: 'rejected',
      code: 'not_supported',
    });
    // Acting without asking stays the host's.
    expect((await ada.send({ type: 'agent.set_mode', agentId: mock, mode: 'act' })).outcome).toMatchObject({
      code: 'right',
    });
    expect((await ada.send({ type: 'agent.start', provider: 'nobody', place: 'shared' })).outcome).toMatchObject({
      code: 'no_such_agent',
    });
    expect(Object.keys(world.room.agents)).toEqual(['mock']);
  });

  it('holds at eight agents', async () => {
    await start();
    for (let at = 0; at < 7; at += 1) await act({ type: 'agent.start', provider: 'mock', place: 'shared' });
    expect(await act({ type: 'agent.start', provider: 'mock', place: 'shared' })).toMatchObject({ code: 'too_many' });
    expect(Object.keys(world.room.agents)).toHaveLength(8);
  });
});

it('without a commit there is no worktree: that is said, and no agent is added', async () => {
  await world.start({ otherAgents: others(world.root) });
  expect(await act({ type: 'agent.start', provider: 'mock', place: 'own' })).toMatchObject({
    state: 'rejected',
    code: 'not_supported',
  });
  expect(Object.keys(world.room.agents)).toEqual(['mock']);
});
