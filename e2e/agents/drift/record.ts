import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ContractScenario, ContractWorld } from '@collagility/adapters/contract-tests';
import type { AdapterEvent, IAgentAdapter } from '@collagility/adapters/port';
import { agentsFolder } from '../installed.ts';
import { openRealAcp } from '../real-acp.ts';
import { openRealClaude } from '../real-claude.ts';
import { openRealCodex } from '../real-codex.ts';
import type { Places, RecordedLine } from './kept-stream.ts';

const tee = createRequire(import.meta.url).resolve('@collagility/fixtures/fake-clis/tee.mjs');

/** What is played for a recording: the parts of the protocol that the driver lives on. */
const scenarios = ['text', 'reasoning', 'write', 'edit', 'shell', 'slow'] as const satisfies ContractScenario[];

type Recordable = Pick<ContractWorld, 'config' | 'create' | 'script' | 'close'> & { home: string };

export interface Recording {
  scenario: string;
  /** Both sides, as they were written. */
  lines: RecordedLine[];
  places: Places;
}

/** What the real agent and its driver say while they play the scenarios, each in a world of its own. */
export async function recordAgent(agent: string): Promise<Recording[]> {
  const recordings: Recording[] = [];
  for (const scenario of scenarios) recordings.push(await recordScenario(agent, scenario));
  return recordings;
}

export const saidByAgent = (recordings: readonly Recording[]): string[] =>
  recordings.flatMap(({ lines }) => lines.flatMap(({ from, line }) => (from === 'agent' && line !== '' ? line : [])));

let fileCount = 0;

async function recordScenario(agent: string, scenario: (typeof scenarios)[number]): Promise<Recording> {
  fileCount += 1;
  const file = join(tmpdir(), `clg-recording-${process.pid}-${fileCount}.jsonl`);
  const world = await open(agent);
  try {
    const adapter = world.create();
    const { recorder, program } = recorderOf(agent, world.config.binaryPath ?? '', `${file}.d`);
    const environment = { RECORD_PROGRAM: program, RECORD_FILE: file };
    await adapter.initialize({ ...world.config, binaryPath: recorder, environment });
    await play(adapter, await world.script(scenario));
    await adapter.terminate();
  } finally {
    await world.close();
    rmSync(`${file}.d`, { recursive: true, force: true });
  }
  const kept = readFileSync(file, 'utf8').trim().split('\n');
  rmSync(file);
  const places: Places = [
    [world.config.workspacePath, '/home/dev/project'],
    [world.home, '/home/dev'],
    [agentsFolder, '/home/dev/agents'],
    [homedir(), '/home/dev'],
  ];
  return { scenario, lines: kept.map((entry): RecordedLine => JSON.parse(entry)), places };
}

/** What stands in the place of the agent's program. Aider's driver looks for a Python, and finds one of that name. */
function recorderOf(agent: string, binaryPath: string, folder: string): { recorder: string; program: string } {
  if (agent !== 'aider') return { recorder: tee, program: binaryPath };
  mkdirSync(folder);
  const recorder = join(folder, 'python3');
  symlinkSync(tee, recorder);
  return { recorder, program: join(dirname(binaryPath), 'python3') };
}

function open(agent: string): Promise<Recordable> {
  if (agent === 'claude') return openRealClaude();
  return agent === 'codex' ? openRealCodex() : openRealAcp(agent);
}

/** Everything is allowed; what does not end by itself is stopped after a few words. */
async function play(adapter: IAgentAdapter, text: string): Promise<void> {
  await adapter.sendPrompt({ promptId: '00000000-0000-4000-8000-0000000000d1', correlationId: 'd', text });
  let chunks = 0;
  for await (const event of adapter.streamEvents()) {
    chunks += isChunk(event) ? 1 : 0;
    if (event.type === 'TOOL_APPROVAL_REQUESTED')
      await adapter.approveTool({ toolId: event.payload.requestId, approved: true });
    if (chunks === longestAnswer) void adapter.interrupt();
    if (event.type === 'STREAM_END') return;
  }
}

/** Pieces of the longest answer that ends by itself are fewer. */
const longestAnswer = 40;
const isChunk = (event: AdapterEvent): boolean => event.type === 'STREAM_CHUNK';
