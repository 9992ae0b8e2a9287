import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { acpCommandFactory } from '@collagility/adapters/drivers/acp';
import { claudeFactory } from '@collagility/adapters/drivers/claude';
import { codexFactory } from '@collagility/adapters/drivers/codex';
import type { IAgentAdapter } from '@collagility/adapters/port';
import { agentOutput, type Dialect } from '../agent-output.ts';
import { cpuMs, interleaved, median, type Row } from '../row.ts';

const bytes = 16e6;
export const program = createRequire(import.meta.url).resolve('@collagility/fixtures/fake-clis/flood.mjs');

export const drivers: Record<Dialect, (environment: Record<string, string>) => IAgentAdapter> = {
  claude: (environment) => claudeFactory({ environment }).create('bench'),
  codex: (environment) => codexFactory({ environment }).create('bench'),
  acp: (environment) => acpCommandFactory(`acp:${program}`, { environment }).create('bench'),
};

/** The whole driver over a real process, and the plainest reader of the same bytes from the same process. */
export const adapterRows: Row[] = (['claude', 'codex', 'acp'] as const).map((dialect) => ({
  name: `adapter-${dialect}`,
  title: `${dialect}: stdout of a process → events of the port ÷ split + JSON.parse of the same (CPU of the reader)`,
  async run({ rounds }) {
    const folder = mkdtempSync(join(tmpdir(), 'collagility-bench-'));
    const file = join(folder, 'output.jsonl');
    writeFileSync(file, agentOutput(dialect, bytes));
    const environment = (as: Dialect | 'plain') => ({
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: folder,
      FLOOD_FILE: file,
      FLOOD_DIALECT: as,
    });
    const plain = () => readPlainly(environment('plain'));
    let events = 0;
    const driver = async () => {
      const read = await readByDriver(drivers[dialect](environment(dialect)), folder);
      events = read.events;
      return read.cpuMs;
    };
    // The compiler needs a few before it is done with either.
    for (let warm = 0; warm < 3; warm++) {
      await plain();
      await driver();
    }
    const results = await interleaved(['plain', 'driver'], rounds + 2, (kind) =>
      kind === 'plain' ? plain() : driver(),
    );
    rmSync(folder, { recursive: true, force: true });
    const [its, ours] = [median(results.plain), median(results.driver)];
    const detail = `${(bytes / 1e3 / its).toFixed(0)} and ${(bytes / 1e3 / ours).toFixed(0)} MB per s of CPU; ${events} events`;
    return [{ what: `${dialect} adapter`, value: its / ours, unit: '×', better: 'higher', gate: 0.6, goal: 1, detail }];
  },
}));

/** CPU milliseconds for the anchor: whole lines of decoded text, each parsed. */
async function readPlainly(env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let read = 0;
  const startedMs = cpuMs();
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (JSON.parse(line) !== null) read++;
  });
  await once(child, 'close');
  if (read === 0) throw new Error('nothing was read');
  return cpuMs() - startedMs;
}

/** CPU milliseconds for one turn of the driver, from the prompt to the turn's end. */
async function readByDriver(adapter: IAgentAdapter, folder: string): Promise<{ cpuMs: number; events: number }> {
  await adapter.initialize({ workspacePath: folder, binaryPath: program });
  const startedMs = cpuMs();
  await adapter.sendPrompt({ promptId: 'p1', correlationId: 'c1', text: 'go' });
  let events = 0;
  for await (const event of adapter.streamEvents()) {
    events++;
    if (event.type === 'DROPPED') throw new Error('The queue dropped events: this measures nothing.');
    if (event.type === 'STREAM_END') break;
  }
  const spentMs = cpuMs() - startedMs;
  await adapter.terminate();
  return { cpuMs: spentMs, events };
}
