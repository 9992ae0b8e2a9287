import { describe, expect } from 'vitest';
import { type LifecycleCall, lifecycleEdges } from '../lifecycle.ts';
import type { IAgentAdapter } from '../port.ts';
import { agentTest, type ContractRun, contractTest } from './contract-test.ts';
import { allow, play, promptOf, send, started } from './play.ts';
import type { ContractWorld } from './setup.ts';

/** Each call of the port that can be misplaced. */
function callsOf(
  adapter: IAgentAdapter,
  world: ContractWorld,
): Record<Exclude<LifecycleCall, 'terminate'>, () => Promise<unknown>> {
  return {
    initialize: () => adapter.initialize(world.config),
    sendPrompt: () => adapter.sendPrompt(promptOf('misplaced')),
    steer: () => adapter.steer(promptOf('misplaced')),
    approveTool: () => adapter.approveTool({ toolId: 'nothing', approved: true }),
    interrupt: () => adapter.interrupt(),
    setMode: () => adapter.setMode('ask'),
    setModel: () => adapter.setModel(world.otherModel),
    revert: () => adapter.revert?.('misplaced') ?? Promise.reject(new Error('no such call')),
  };
}

/** Every call without an edge from here is refused by its code, and the status stays; all at once, as it may be short. */
async function refusesTheRest(adapter: IAgentAdapter, world: ContractWorld): Promise<void> {
  const { status } = adapter;
  const edges = lifecycleEdges[status];
  const illegal = Object.entries(callsOf(adapter, world)).filter(
    ([call]) => !Object.hasOwn(edges, call) || call === 'approveTool',
  );
  const refusals = illegal.map(([call, make]) =>
    expect(make(), `${call} in ${status}`).rejects.toMatchObject({ code: 'ILLEGAL_STATE' }),
  );
  expect(adapter.status).toBe(status);
  await Promise.all(refusals);
}

export function lifecycleContract(run: ContractRun): void {
  describe('life cycle', () => {
    contractTest(run, 'goes from UNINITIALIZED over INITIALIZING to READY, and ends from there', {}, async (world) => {
      const adapter = world.create();
      expect(adapter.status).toBe('UNINITIALIZED');
      await refusesTheRest(adapter, world);
      const starting = adapter.initialize(world.config);
      expect(adapter.status).toBe('INITIALIZING');
      await refusesTheRest(adapter, world);
      const result = await starting;
      expect(adapter.status).toBe('READY');
      expect(result.session).toBe('new');
      await refusesTheRest(adapter, world);
      expect(await adapter.getHealth()).toMatchObject({
        status: 'READY',
        provider: run.row.provider,
        isProcessAlive: true,
      });
      await adapter.terminate();
      expect(adapter.status).toBe('TERMINATED');
      await refusesTheRest(adapter, world);
    });

    agentTest(
      run,
      'executes, refuses a second prompt meanwhile, and is READY with the end',
      { scenarios: ['slow'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'slow');
        await turn.next('STREAM_CHUNK');
        expect(adapter.status).toBe('EXECUTING');
        await refusesTheRest(adapter, world);
        const second = await send(adapter, promptOf('a second prompt')).result();
        expect(second).toMatchObject({ outcome: 'failed', delivery: 'unsent', error: { code: 'ILLEGAL_STATE' } });
        expect(adapter.status).toBe('EXECUTING');
        const stopping = turn.stream.cancel();
        expect(adapter.status).toBe('INTERRUPTING');
        await refusesTheRest(adapter, world);
        await stopping;
        await turn.done;
        expect(adapter.status).toBe('READY');
      },
    );

    agentTest(run, 'waits while a request is open', { scenarios: ['write'] }, async (adapter, world) => {
      const turn = await play(world, adapter, 'write');
      const { requestId } = await turn.next('TOOL_APPROVAL_REQUESTED');
      expect(adapter.status).toBe('WAITING_FOR_TOOL_APPROVAL');
      await refusesTheRest(adapter, world);
      await turn.stream.approve({ toolId: requestId, approved: true });
      expect(adapter.status).not.toBe('WAITING_FOR_TOOL_APPROVAL');
      await turn.done;
      expect(adapter.status).toBe('READY');
    });

    agentTest(
      run,
      'waits until the last of several requests is answered',
      { scenarios: ['requests'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'requests');
        for (const index of [0, 1]) {
          const { requestId } = await turn.next('TOOL_APPROVAL_REQUESTED', index);
          expect(adapter.status).toBe('WAITING_FOR_TOOL_APPROVAL');
          expect(await turn.stream.approve({ toolId: requestId, approved: true })).toEqual({ ok: true });
        }
        expect(adapter.status).not.toBe('WAITING_FOR_TOOL_APPROVAL');
        await turn.stream.cancel();
        await turn.done;
      },
    );

    contractTest(
      run,
      'ends from every other state, once, and with it the events',
      { scenarios: ['slow', 'write'] },
      async (world) => {
        const fresh = world.create();
        await fresh.terminate();
        const busy = await started(world);
        const turn = await play(world, busy, 'slow');
        await turn.next('STREAM_CHUNK');
        const ending = busy.terminate();
        expect(busy.status).toBe('TERMINATING');
        await Promise.all([ending, busy.terminate()]);
        expect((await turn.result()).outcome).toBe('interrupted');
        const waiting = await started(world);
        const asked = await play(world, waiting, 'write');
        await asked.next('TOOL_APPROVAL_REQUESTED');
        await waiting.terminate();
        expect((await asked.result()).outcome).not.toBe('completed');
        for (const adapter of [fresh, busy, waiting]) {
          expect(adapter.status).toBe('TERMINATED');
          await refusesTheRest(adapter, world);
        }
        expect(world.hasRun('write')).toBe(false);
      },
    );

    contractTest(run, 'can be ended while it starts', {}, async (world) => {
      const adapter = world.create();
      const starting = adapter.initialize(world.config);
      await Promise.all([expect(starting).rejects.toHaveProperty('code'), adapter.terminate()]);
      expect(adapter.status).toBe('TERMINATED');
    });

    agentTest(run, 'gives its events to one reader', { scenarios: ['text'] }, async (adapter, world) => {
      await (await play(world, adapter, 'text', allow)).done;
      expect(() => adapter.streamEvents()).toThrow(expect.objectContaining({ code: 'ILLEGAL_STATE' }));
    });
  });
}
