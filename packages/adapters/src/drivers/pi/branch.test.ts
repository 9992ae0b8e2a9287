import { expect, test, vi } from 'vitest';
import { FakeCli } from '../../fake-cli.ts';
import { openFaultWorld } from '../../fault-world.ts';
import { PiAdapter } from './adapter.ts';

// How a session of pi is copied up to an earlier turn. Each test starts processes.
vi.setConfig({ testTimeout: 20_000 });

const waits = { answerMs: 1_500, graceMs: 200 };

/** A session of two turns, and an adapter that is to copy it. */
async function copyOf(faults: string[] = [], at = (points: readonly unknown[]) => points[0]) {
  const first = openFaultWorld(new FakeCli('pi.mjs'), (started) => new PiAdapter('pi-1', { ...started, waits }));
  await first.world.start();
  const points = [(await first.world.turn('one'))?.forkPoint, (await first.world.turn('two'))?.forkPoint];
  const nativeSessionId = first.world.of('SESSION_STARTED')[0]?.nativeSessionId ?? '';
  await first.adapter.terminate();
  const copy = openFaultWorld(
    first.fake,
    (started) =>
      new PiAdapter('pi-2', {
        ...started,
        waits,
        environment: { ...started.environment, FAKE_FAULTS: faults.join(',') },
      }),
  );
  const resume = { nativeSessionId, fork: true, at: String(at(points)) };
  return { ...copy, points, nativeSessionId, start: () => copy.world.start({ resume }) };
}

test('a copy ends with the turn that was named, under an id of its own; the first session stays whole', async () => {
  const { start, world, fake, nativeSessionId } = await copyOf();
  expect(await start()).toMatchObject({ session: 'resumed' });
  await world.turn('three');
  expect(fake.prompts().at(-1)).toMatchObject({ text: 'three', history: ['one'] });
  expect(world.of('SESSION_STARTED')[0]?.nativeSessionId).not.toBe(nativeSessionId);
  const again = openFaultWorld(fake, (started) => new PiAdapter('pi-3', { ...started, waits }));
  await again.world.start({ resume: { nativeSessionId } });
  await again.world.turn('four');
  expect(fake.prompts().at(-1)).toMatchObject({ text: 'four', history: ['one', 'two'] });
});

test('a copy after the last turn holds all of it', async () => {
  const { start, world, fake } = await copyOf([], (points) => points[1]);
  await start();
  await world.turn('three');
  expect(fake.prompts().at(-1)).toMatchObject({ history: ['one', 'two'] });
});

test('the command that copies is none of the room’s, and does nothing in the copy', async () => {
  const { start, world, fake } = await copyOf();
  const { slashCommands } = await start();
  expect(slashCommands).toEqual(['compact', 'review']);
  await world.send('/collagility-branch', { mayCommand: true });
  await world.until('STREAM_END');
  await world.turn('three');
  expect(fake.prompts().at(-1)).toMatchObject({ history: ['one'] });
});

test('a place that the session does not hold is refused, and the session itself is not used instead', async () => {
  const { start } = await copyOf([], () => 'entry-99');
  await expect(start()).rejects.toMatchObject({ detail: { resumeRefused: true } });
});

test('a place that is none is refused before anything starts, and is never code', async () => {
  const { start, fake } = await copyOf([], () => '"); process.exit(0); ("');
  const before = fake.lines('args.jsonl').length;
  await expect(start()).rejects.toMatchObject({ code: 'UNSUPPORTED', detail: { resumeRefused: true } });
  expect(fake.lines('args.jsonl')).toHaveLength(before);
});

test('a copy that does not load the gate is not used: every tool would run unasked', async () => {
  const { start, adapter } = await copyOf(['copy-without-gate']);
  await expect(start()).rejects.toMatchObject({ code: 'PROTOCOL_VIOLATION' });
  expect(adapter.status).toBe('FAILED');
});

test('a turn that was stopped has no end to copy up to', async () => {
  const { world, fake, adapter } = openFaultWorld(
    new FakeCli('pi.mjs'),
    (started) => new PiAdapter('pi-1', { ...started, waits }),
  );
  fake.addTurn([{ content: [{ type: 'text', text: 'long '.repeat(2_000) }], chunkDelayMs: 20 }]);
  await world.start();
  await world.send();
  await world.until('STREAM_CHUNK');
  await adapter.interrupt();
  await world.until('STREAM_END');
  expect(world.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
  expect(world.of('STREAM_END')[0]).not.toHaveProperty('forkPoint');
});
