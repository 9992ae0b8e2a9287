import { afterAll, describe, expect } from 'vitest';
import { AgentSession, type Checkpoint, fingerprintOf } from '../pipeline/index.ts';
import type { AdapterEvent } from '../port.ts';
import { type ContractRun, contractTest, isTried, type Needs, namedTest } from './contract-test.ts';
import { HandedOn } from './handed-on.ts';
import { allow, playIn, promptOf } from './play.ts';
import type { ContractWorld } from './setup.ts';

function sessionOf(world: ContractWorld, resume?: Checkpoint & { fork?: boolean; at?: string }) {
  const lane: AdapterEvent[] = [];
  const session = new AgentSession({
    create: () => world.create(),
    config: world.config,
    onEvent: (event) => lane.push(event),
    respawnDelaysMs: [1, 1, 1],
    ...(resume === undefined ? {} : { resume }),
  });
  return { session, lane };
}

const codesOf = (lane: readonly AdapterEvent[]): string[] =>
  lane.flatMap((event) => (event.type === 'STATUS' ? [event.payload.code] : []));

/** A session with one turn behind it, closed, and the ids that we and the agent gave. */
async function finished(world: ContractWorld) {
  let adapterId = '';
  const create = () => {
    const adapter = world.create();
    adapterId = adapter.id;
    return adapter;
  };
  const { session, lane } = sessionOf({ ...world, create });
  await session.start();
  const turn = await playIn(session, promptOf(await world.script('text')), allow);
  await turn.done;
  const { checkpoint } = session;
  await session.close();
  if (checkpoint === undefined) throw new Error('The agent named no session.');
  const ids = [...lane, ...turn.events].flatMap((event) =>
    event.type === 'SESSION_STARTED' ? [event.payload.nativeSessionId] : [],
  );
  return { checkpoint, ids, ours: [adapterId, turn.stream.promptId] };
}

type Finished = Awaited<ReturnType<typeof finished>>;

export function resumeContract(run: ContractRun): void {
  // A part without a test would fail as such.
  if (!isTried(run, 'resume')) return;
  describe('resume', () => {
    const past = new HandedOn<Finished>(run.open, {
      open: finished,
      isAsBefore: () => true,
      end: () => Promise.resolve(),
    });
    afterAll(() => past.end());
    /** A test that needs a session of the past and leaves it as good as it was. */
    const sessionTest = (title: string, needs: Needs, test: (past: Finished, world: ContractWorld) => Promise<void>) =>
      namedTest(run, title, needs, () => past.lend(test));

    sessionTest(
      'the session’s id is the agent’s own and none of ours',
      { scenarios: ['text'], keys: ['resume'] },
      async ({ ids, ours }) => {
        expect(ids.length).toBeGreaterThan(0);
        for (const id of ids) expect([...ours, '']).not.toContain(id);
      },
    );

    sessionTest(
      'goes on in a new adapter with what was said before',
      { scenarios: ['text', 'memory'], keys: ['resume'] },
      async ({ checkpoint }, world) => {
        const { session, lane } = sessionOf(world, checkpoint);
        expect(await session.start()).toMatchObject({ session: 'resumed' });
        const turn = await playIn(session, promptOf(await world.script('memory')), allow);
        expect((await turn.result()).outcome).toBe('completed');
        expect(world.remembered()).toBe(true);
        // An agent may need time before it can load a session; nothing else is to be told.
        expect(codesOf(lane).filter((code) => code !== 'session_not_ready')).toEqual([]);
        await session.close();
      },
    );

    sessionTest(
      'branches off under a new id',
      { scenarios: ['text', 'memory'], keys: ['fork'] },
      async ({ checkpoint }, world) => {
        const { session } = sessionOf(world, { ...checkpoint, fork: true });
        await session.start();
        const turn = await playIn(session, promptOf(await world.script('memory')), allow);
        await turn.done;
        expect(world.remembered()).toBe(true);
        expect(session.checkpoint?.nativeSessionId).not.toBe(checkpoint.nativeSessionId);
        await session.close();
      },
    );

    contractTest(
      run,
      'names where each turn ended, and branches off from there',
      { scenarios: ['text', 'memory'], keys: ['forkAt'] },
      async (world) => {
        const { session } = sessionOf(world);
        await session.start();
        const points: unknown[] = [];
        for (const script of ['text', 'memory'] as const) {
          const turn = await playIn(session, promptOf(await world.script(script)), allow);
          await turn.done;
          points.push(turn.of('STREAM_END')[0]?.forkPoint);
        }
        expect(new Set(points).size).toBe(2);
        const { checkpoint } = session;
        await session.close();
        const [at] = points;
        if (checkpoint === undefined || typeof at !== 'string') throw new Error('The turn’s end has no name.');
        const { session: copy } = sessionOf(world, { ...checkpoint, fork: true, at });
        expect(await copy.start()).toMatchObject({ session: 'resumed' });
        const turn = await playIn(copy, promptOf(await world.script('memory')), allow);
        await turn.done;
        expect(world.remembered()).toBe(true);
        if (world.earlierPrompts !== undefined) expect(world.earlierPrompts()).toBe(1);
        expect(copy.checkpoint?.nativeSessionId).not.toBe(checkpoint.nativeSessionId);
        await copy.close();
      },
    );

    contractTest(
      run,
      '[B08] a refused resume becomes a new session once, and says so',
      { scenarios: ['text'], keys: ['resume'] },
      async (world) => {
        const fingerprint = fingerprintOf(run.row.provider, world.config);
        const { session, lane } = sessionOf(world, { nativeSessionId: world.unknownSessionId, fingerprint });
        expect(await session.start()).toMatchObject({ session: 'new' });
        expect(lane.filter((event) => event.type === 'STATUS')).toMatchObject([
          { payload: { code: 'resume_refused' } },
        ]);
        const turn = await playIn(session, promptOf(await world.script('text')), allow);
        expect((await turn.result()).text).toBe(world.answer);
        expect(session.checkpoint?.nativeSessionId).not.toBe(world.unknownSessionId);
        await session.close();
      },
    );

    sessionTest(
      'a session made under other settings is not resumed, and that is said',
      { scenarios: ['text'], keys: ['resume'] },
      async ({ checkpoint }, world) => {
        const fingerprint = { ...checkpoint.fingerprint, workspace: 'another' };
        const { session, lane } = sessionOf(world, { ...checkpoint, fingerprint });
        expect(await session.start()).toMatchObject({ session: 'new' });
        expect(lane[0]).toMatchObject({
          payload: { code: 'resume_mismatch', text: expect.stringContaining('workspace') },
        });
        await session.close();
      },
    );
  });
}
