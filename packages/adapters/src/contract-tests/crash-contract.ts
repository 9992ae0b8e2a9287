import { describe, expect } from 'vitest';
import { deferred } from '../deferred.ts';
import { AgentSession } from '../pipeline/index.ts';
import type { AdapterEvent } from '../port.ts';
import { type ContractRun, contractTest } from './contract-test.ts';
import { allow, play, playIn, promptOf, started, type Watched } from './play.ts';
import type { ContractWorld } from './setup.ts';

/** However slow the machine is: a turn in which nothing was said yet is no turn in the middle. */
async function dieSpeaking(world: ContractWorld, turn: Watched): Promise<void> {
  if (world.die === undefined) return;
  await turn.next('STREAM_CHUNK');
  world.die();
}

export function crashContract(run: ContractRun): void {
  describe('a crash', () => {
    contractTest(
      run,
      '[B04] ends the turn as failed, once; what was said is kept as incomplete; the adapter starts again',
      { scenarios: ['crash', 'text'] },
      async (world) => {
        const adapter = await started(world);
        const turn = await play(world, adapter, 'crash', allow);
        await dieSpeaking(world, turn);
        const result = await turn.result();
        expect(result).toMatchObject({ outcome: 'failed', delivery: 'written', error: { code: 'PROCESS_CRASHED' } });
        expect(turn.of('STREAM_END')).toHaveLength(1);
        expect(turn.of('ERROR')).toMatchObject([{ error: { code: 'PROCESS_CRASHED' } }]);
        expect(turn.of('BLOCK_END').at(-1)).toMatchObject({ incomplete: true });
        expect(adapter.status).toBe('FAILED');
        expect(await adapter.getHealth()).toMatchObject({ isProcessAlive: false });
        await adapter.initialize(world.config);
        expect((await (await play(world, adapter, 'text', allow)).result()).text).toBe(world.answer);
        await adapter.terminate();
      },
    );

    contractTest(
      run,
      'brings the agent back idle, and the prompt is not sent again',
      { scenarios: ['crash', 'text'] },
      async (world) => {
        const lane: AdapterEvent[] = [];
        const isBack = deferred<void>();
        const session = new AgentSession({
          create: () => world.create(),
          config: world.config,
          respawnDelaysMs: [1, 1, 1],
          onEvent: (event) => {
            lane.push(event);
            if (event.type === 'STATUS' && event.payload.code === 'agent_restarted') isBack.resolve();
          },
        });
        await session.start();
        const crashing = promptOf(await world.script('crash'));
        const crashed = await playIn(session, crashing, allow);
        await dieSpeaking(world, crashed);
        await crashed.done;
        await isBack.promise;
        expect(session.status).toBe('READY');
        expect(session.crashCount).toBe(1);
        expect(world.promptsSeen().filter((text) => text === crashing.text)).toHaveLength(1);
        const turn = await playIn(session, promptOf(await world.script('text')), allow);
        expect((await turn.result()).text).toBe(world.answer);
        expect(session.crashCount).toBe(0);
        await session.close();
      },
    );
  });
}
