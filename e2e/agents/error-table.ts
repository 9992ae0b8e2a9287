import { setTimeout as wait } from 'node:timers/promises';
import type { CapabilityRow } from '@collagility/adapters/capabilities';
import type { AdapterConfig, AdapterEvent, IAgentAdapter } from '@collagility/adapters/port';
import { allProviderFaults, type ProviderFault, providerFaults } from '@collagility/adapters/provider-faults';
import { afterAll, describe, expect, test } from 'vitest';
import { faultStep, type ModelApi } from '../model-servers/faults.ts';
import type { ModelServer } from '../model-servers/scripted-http.ts';

export interface FaultWorld {
  model: ModelServer;
  config: AdapterConfig;
  create(): IAgentAdapter;
  script(name: 'text'): Promise<string>;
  close(): Promise<void>;
}

/** How long a turn is watched that may not end by itself. */
const watchMs = 12_000;
/** An agent may try again a few times before it gives up, ever later. */
const endMs = 60_000;

/**
 * What really becomes of each fault of the provider, against what the matrix says of it. `isForgetful`: after one fault
 * the agent meets the next as if there had been none.
 */
export function runErrorTable(
  row: CapabilityRow,
  api: ModelApi,
  open: () => Promise<FaultWorld>,
  isForgetful = true,
): void {
  describe(`the error table: ${row.name}, the real one`, { timeout: 300_000 }, () => {
    // A real agent needs seconds to start: one that is idle again after a fault takes the next one.
    const idle: FaultAgent[] = [];
    afterAll(() => Promise.all(idle.map(({ world }) => world.close())));

    // What needs a server of its own for each fault would start too many of them at once.
    const each = isForgetful ? test.concurrent : test;
    for (const fault of allProviderFaults) {
      each(`${providerFaults[fault].toLowerCase()}: ${fault}`, async () => {
        const agent = idle.pop() ?? (await FaultAgent.start(open));
        let isIdle = false;
        try {
          const seen = await playFault(agent, api, fault, row);
          if (process.env['SHOW_FAULTS'] !== undefined)
            process.stderr.write(`${row.provider} ${fault} ${seen.words}\n`);
          else expectReading(row, fault, seen);
          isIdle = isForgetful && agent.adapter.status === 'READY' && fault !== 'unreachable';
        } finally {
          if (isIdle) idle.push(agent);
          else await agent.world.close();
        }
      });
    }
  });
}

const readingOf = (row: CapabilityRow, fault: ProviderFault) => {
  const reading = row.faults?.[fault];
  return typeof reading === 'string' ? { reads: 'code' as const, code: reading } : reading;
};

/** A running agent whose turns are read one after the other. */
class FaultAgent {
  readonly world: FaultWorld;
  readonly adapter: IAgentAdapter;
  readonly #events: AsyncIterator<AdapterEvent>;
  #promptCount = 0;

  private constructor(world: FaultWorld) {
    this.world = world;
    this.adapter = world.create();
    this.#events = this.adapter.streamEvents()[Symbol.asyncIterator]();
  }

  static async start(open: () => Promise<FaultWorld>): Promise<FaultAgent> {
    const agent = new FaultAgent(await open());
    try {
      await agent.adapter.initialize(agent.world.config);
      return agent;
    } catch (error) {
      await agent.world.close();
      throw error;
    }
  }

  async send(text: string): Promise<void> {
    this.#promptCount += 1;
    const promptId = `00000000-0000-4000-8000-00000000fa${String(this.#promptCount).padStart(2, '0')}`;
    await this.adapter.sendPrompt({ promptId, correlationId: 'c', text });
  }

  /** Reads to the end of the turn. */
  async read(onEvent: (event: AdapterEvent) => void): Promise<void> {
    for (;;) {
      const { value, done } = await this.#events.next();
      if (done === true) return;
      onEvent(value);
      if (value.type === 'STREAM_END') return;
    }
  }
}

type Seen = Awaited<ReturnType<typeof playFault>>;

async function playFault(agent: FaultAgent, api: ModelApi, fault: ProviderFault, row: CapabilityRow) {
  const { world, adapter } = agent;
  const text = await world.script('text');
  world.model.clear();
  if (fault === 'unreachable') await world.model.refuse();
  else world.model.always(faultStep(api, fault));
  const events: AdapterEvent[] = [];
  const isOver = agent.read((event) => events.push(event));
  await agent.send(text);
  const endedByItself = await within(isOver, readingOf(row, fault)?.reads === 'waits' ? watchMs : endMs);
  if (!endedByItself) {
    await adapter.interrupt();
    expect(await within(isOver, endMs), 'the turn ends when it is interrupted').toBe(true);
  }
  const end = events.flatMap((event) => (event.type === 'STREAM_END' ? [event.payload] : []));
  const notices = events.flatMap((event) => (event.type === 'ERROR' ? [event.payload.error] : []));
  const said = events.flatMap((event) => (event.type === 'BLOCK_END' ? [event.payload.text] : [])).join(' | ');
  const words = JSON.stringify({ endedByItself, end, notices, said: said.slice(-400) });
  return { endedByItself, end, notices, words };
}

/** Whether it came true in this time. */
async function within(work: Promise<void>, limitMs: number): Promise<boolean> {
  const late = new AbortController();
  const isDone = await Promise.race([work.then(() => true), wait(limitMs, false, { signal: late.signal })]);
  late.abort();
  return isDone;
}

function expectReading(row: CapabilityRow, fault: ProviderFault, { endedByItself, end, notices, words }: Seen): void {
  const reading = readingOf(row, fault);
  expect(end, words).toHaveLength(1);
  switch (reading?.reads) {
    case 'code':
      expect(end, words).toMatchObject([{ outcome: 'failed', error: { code: reading.code } }]);
      expect(end[0]?.error?.fix ?? '', words).not.toBe('');
      return;
    case 'waits':
      expect({ endedByItself, outcome: end[0]?.outcome }, words).toEqual({
        endedByItself: false,
        outcome: 'interrupted',
      });
      if (reading.notice !== null)
        expect(
          notices.map(({ code }) => code),
          words,
        ).toContain(reading.notice);
      return;
    case 'hidden':
      expect(end, words).toMatchObject([{ outcome: 'completed' }]);
      return;
    default:
      throw new Error(`The matrix does not say what becomes of ${fault}: ${words}`);
  }
}
