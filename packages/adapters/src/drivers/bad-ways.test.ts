import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FakeCli } from '../fake-cli.ts';
import { FaultWorld } from '../fault-world.ts';
import type { IAgentAdapter } from '../port.ts';
import { findSurvivors, type ProcessRecord } from '../process/index.ts';
import { AcpAdapter } from './acp/adapter.ts';
import { FakeAcp, fakeProfile } from './acp/fake-acp.ts';
import { AgyAdapter } from './agy/adapter.ts';
import { AiderAdapter } from './aider/adapter.ts';
import { fakeAider } from './aider/fake-aider.ts';
import { ClaudeAdapter } from './claude/adapter.ts';
import { FakeClaude } from './claude/fake-claude.ts';
import { CodexAdapter } from './codex/adapter.ts';
import { FakeCodex } from './codex/fake-codex.ts';
import { CodexExecAdapter } from './codex-exec/adapter.ts';
import { PiAdapter } from './pi/adapter.ts';

// Every fake misbehaves in every way that needs no protocol (`fixtures/fake-clis/bad-ways.mjs`), and every driver bears
// it with the same outcome. What is particular to one protocol is in the tests of its driver.

vi.setConfig({ testTimeout: 30_000 });

type Fake = {
  binaryPath: string;
  environment: Record<string, string>;
  addTurn(steps: readonly ModelStep[]): void;
  remove(): void;
};
type Started = { environment: Record<string, string>; onProcessStarted(record: ProcessRecord): void };

const steps = { graceMs: 200, interruptStepMs: 300 };
const onePrompt = { ...steps, leaveMs: 300 };

function openAider(faults: string[]): Fake {
  const fake = fakeAider(faults);
  return {
    binaryPath: fake.entryPath,
    environment: fake.environment,
    addTurn: (turn) => fake.addTurn(turn),
    remove: () => fake.remove(),
  };
}

const drivers: Readonly<
  Record<string, [(faults: string[]) => Fake, (started: Started, stallMs: number) => IAgentAdapter]>
> = {
  claude: [
    (faults) => new FakeClaude(faults),
    (started, stallMs) => new ClaudeAdapter('a', { ...started, waits: { ...steps, stallMs } }),
  ],
  codex: [
    (faults) => new FakeCodex(faults),
    (started, stallMs) => new CodexAdapter('a', { ...started, waits: { ...steps, stallMs } }),
  ],
  'codex-exec': [
    (faults) => new FakeCodex(faults),
    (started, stallMs) => new CodexExecAdapter('a', { ...started, waits: { ...onePrompt, stallMs } }),
  ],
  acp: [
    (faults) => new FakeAcp(faults),
    (started, stallMs) =>
      new AcpAdapter('a', fakeProfile, { ...started, waits: { graceMs: 200, cancelMs: 300, stallMs } }),
  ],
  pi: [
    (faults) => new FakeCli('pi.mjs', faults),
    (started, stallMs) => new PiAdapter('a', { ...started, waits: { ...steps, stallMs } }),
  ],
  aider: [openAider, (started, stallMs) => new AiderAdapter('a', { ...started, waits: { ...steps, stallMs } })],
  agy: [
    (faults) => new FakeCli('agy.mjs', faults),
    (started, stallMs) => new AgyAdapter('a', { ...started, waits: { ...onePrompt, stallMs } }),
  ],
};

const closing: Array<() => Promise<void>> = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const words = 'Wide ones: 😀 é \u2028 and "quoted\\n" ones, in several pieces, one after the other.';
const answer: ModelStep[] = [{ content: [{ type: 'text', text: words }], chunkSize: 12 }];
const hush: ModelStep[] = [{ content: [{ type: 'text', text: 'hush' }] }, ...answer];
const noStallMs = 60_000;

function open(name: string, ways: string[], more: { faults?: string[]; stallMs?: number } = {}) {
  const driver = drivers[name];
  if (driver === undefined) throw new Error(`There is no driver "${name}".`);
  const [openFake, create] = driver;
  const workspace = openWorkspace();
  const fake = openFake(more.faults ?? []);
  const records: ProcessRecord[] = [];
  const environment = { ...fake.environment, FAKE_WAYS: ways.join(',') };
  const onProcessStarted = (record: ProcessRecord) => records.push(record);
  const adapter = create({ environment, onProcessStarted }, more.stallMs ?? noStallMs);
  closing.push(async () => {
    await adapter.terminate();
    fake.remove();
    workspace.remove();
  });
  const world = new FaultWorld(adapter, { workspacePath: workspace.folder, binaryPath: fake.binaryPath });
  const said = () =>
    world
      .of('BLOCK_END')
      .filter(({ reasoning }) => !reasoning)
      .map(({ text }) => text);
  return { fake, adapter, world, records, said };
}

describe.each(Object.keys(drivers))('%s bears', (name) => {
  test.each([
    ['noise', 'text, scalars, lists and half objects between the messages'],
    ['bom', 'a byte order mark before every message'],
    ['halves', 'lines and characters in pieces'],
    ['unknown', 'messages of unknown kinds'],
    ['wrong-ids', 'answers to what nobody asked'],
    ['twice', 'every answer and every end twice'],
  ])('[B02] %s: %s', async (way) => {
    const { fake, world, adapter, said } = open(name, [way]);
    await world.start();
    for (const _ of [1, 2]) {
      fake.addTurn(answer);
      expect(await world.turn()).toMatchObject({ outcome: 'completed' });
    }
    expect(said()).toEqual([words, words]);
    expect(world.of('STREAM_END')).toHaveLength(2);
    expect(world.of('ERROR')).toEqual([]);
    expect(adapter.status).toBe('READY');
  });

  test('[B05] an exit without a result: the turn has failed, what was said is kept, and it can be started again', async () => {
    const { fake, world, adapter, said } = open(name, ['leaves']);
    await world.start();
    fake.addTurn([...hush, { content: [{ type: 'text', text: 'more' }], chunkDelayMs: 400, chunkSize: 1 }]);
    expect(await world.turn()).toMatchObject({ outcome: 'failed', error: { code: 'PROCESS_CRASHED' } });
    expect(said().join('')).toMatch(/^hush/);
    expect(adapter.status).toBe('FAILED');
    await world.start();
    fake.addTurn(answer);
    expect(await world.turn()).toMatchObject({ outcome: 'completed' });
  });

  test('[B05] a result without an exit: the turn is over, and the next one can come', async () => {
    const { fake, world, said, records, adapter } = open(name, ['stays']);
    await world.start();
    for (const _ of [1, 2]) {
      fake.addTurn(answer);
      expect(await world.turn()).toMatchObject({ outcome: 'completed' });
    }
    expect(said()).toEqual([words, words]);
    await adapter.terminate();
    for (const record of records) expect(await findSurvivors(record)).toEqual([]);
  });

  test('[B05] silence: told once, and an interrupt still ends the turn', async () => {
    // Longer than a busy machine takes to begin a turn: silence before it and after it would be told twice.
    const { fake, world, adapter } = open(name, ['mute'], { stallMs: 1_000 });
    await world.start();
    fake.addTurn(hush);
    await world.send();
    await world.until('ERROR');
    expect(world.of('ERROR')).toMatchObject([{ error: { code: 'STALLED', recoverable: true } }]);
    await adapter.interrupt();
    await world.until('STREAM_END');
    expect(world.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(world.of('ERROR').filter(({ error }) => error.code === 'STALLED')).toHaveLength(1);
  });

  test('[B26] an end before it has read its prompt: that turn has failed, with its last words, and it can be started again', async () => {
    const { world, adapter } = open(name, [], { faults: ['dies-on-input'] });
    await world.start();
    await world.send('x'.repeat(4 * 1024 * 1024));
    await world.until('STREAM_END');
    expect(world.of('STREAM_END')).toMatchObject([{ outcome: 'failed', error: { code: 'PROCESS_CRASHED' } }]);
    while (adapter.status !== 'FAILED') await world.until('ERROR');
    expect(JSON.stringify(world.events)).toMatch(/cannot read input|out of memory/);
    await world.start();
    expect(adapter.status).toBe('READY');
  });

  test('[B25] told to go while it starts, at any moment of it: no process is left, and none comes after', async () => {
    for (const turnsOfLoop of [0, 1, 2, 4, 8, 16, 64]) {
      const { world, adapter, records } = open(name, []);
      const starting = world.start().then(
        () => 'started',
        () => 'refused',
      );
      for (let turn = 0; turn < turnsOfLoop; turn++) await new Promise((resolve) => setImmediate(resolve));
      await adapter.terminate();
      expect(adapter.status).toBe('TERMINATED');
      await starting;
      for (const record of records) expect(await findSurvivors(record), `after ${turnsOfLoop} turns`).toEqual([]);
    }
  });

  test('[B25] children that hear no TERM, hold its output and leave its group: all are gone with it', async () => {
    const { fake, world, adapter, records, said } = open(name, ['stubborn-child']);
    await world.start();
    fake.addTurn(answer);
    expect(await world.turn()).toMatchObject({ outcome: 'completed' });
    expect(said()).toEqual([words]);
    await adapter.terminate();
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) expect(await findSurvivors(record)).toEqual([]);
  });
});
