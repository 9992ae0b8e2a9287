import { afterEach, expect, it } from 'vitest';
import type { AdapterEvent } from '../../port.ts';
import { AcpAdapter } from './adapter.ts';
import { FakeAcp, fakeProfile } from './fake-acp.ts';

const open: Array<{ adapter: AcpAdapter; fake: FakeAcp }> = [];
afterEach(async () => {
  for (const { adapter, fake } of open.splice(0)) {
    await adapter.terminate();
    fake.remove();
  }
});

const minute = 27_000_000 * 60_000;

/** An agent whose sessions cannot be loaded in their first minute, with a clock that stands; long waits are held. */
function world(nowMs: number) {
  const fake = new FakeAcp();
  const held: Array<{ ms: number; work: () => void }> = [];
  const adapter = new AcpAdapter(
    'acp',
    { ...fakeProfile, session: { resumeBy: ['load'], loadsFromNextMinute: true } },
    {
      environment: fake.environment,
      clock: { wallMs: () => nowMs, monotonicMs: () => performance.now() },
      // Only this wait ends in a quarter of a second; the others are the usual limits.
      startTimer: (ms, work) => {
        if (ms % 1_000 === 250) {
          held.push({ ms, work });
          return () => undefined;
        }
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    },
  );
  open.push({ adapter, fake });
  const told: AdapterEvent[] = [];
  void (async () => {
    for await (const event of adapter.streamEvents()) told.push(event);
  })();
  const resume = (madeAtMs?: number) =>
    adapter.initialize({
      workspacePath: fake.folder,
      binaryPath: fake.binaryPath,
      resume: { nativeSessionId: 'kept', ...(madeAtMs === undefined ? {} : { madeAtMs }) },
    });
  const wasLoaded = () => fake.received().some(({ method }) => method === 'session/load');
  return { held, told, resume, wasLoaded, adapter };
}

it('an agent that loses a session when it is loaded in its first minute is given the next one, and that is told', async () => {
  const one = world(minute + 20_000);
  const resumed = one.resume(minute + 5_000);
  await expect.poll(() => one.held.map(({ ms }) => ms)).toEqual([40_250]);
  expect(one.told).toMatchObject([{ type: 'STATUS', payload: { code: 'session_not_ready' } }]);
  expect(one.told[0]).toMatchObject({ payload: { text: expect.stringContaining('41 s') } });
  expect(one.wasLoaded()).toBe(false);
  one.held[0]?.work();
  await resumed;
  expect(one.wasLoaded()).toBe(true);
});

it('an older session, and one of unknown age, is loaded at once', async () => {
  for (const madeAtMs of [minute - 1_000, undefined]) {
    const one = world(minute + 20_000);
    await one.resume(madeAtMs);
    expect(one.held).toEqual([]);
    expect(one.wasLoaded()).toBe(true);
  }
});

it('a clock that was set back makes nobody wait for longer than a minute', async () => {
  const one = world(minute);
  const resumed = one.resume(minute + 3_600_000);
  await expect.poll(() => one.held.map(({ ms }) => ms)).toEqual([60_250]);
  one.held[0]?.work();
  await resumed;
});

it('ends at once where the agent is ended meanwhile', async () => {
  const one = world(minute + 20_000);
  const resumed = one.resume(minute + 5_000).catch((error: unknown) => error);
  await expect.poll(() => one.held.length).toBe(1);
  await one.adapter.terminate();
  expect(await resumed).toBeInstanceOf(Error);
  expect(one.wasLoaded()).toBe(false);
});
