import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Fields, fieldsAt, isFields, objectsAt, textAt } from '../../fields.ts';
import type { AdapterEvent, ToolApprovalDecision } from '../../port.ts';
import { AcpAdapter } from './adapter.ts';
import { acpProfiles } from './profiles/index.ts';

// Recorded streams of the real programs, and the events that they become. `UPDATE_GOLDEN=1` writes the events anew; the
// difference is then read like code.

const fixtures = dirname(createRequire(import.meta.url).resolve('@collagility/fixtures/package.json'));
const agents = join(fixtures, 'agents');
const replay = join(fixtures, 'fake-clis', 'acp-replay.mjs');

type Entry = { from: string; message: Fields };
const linesOf = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));

function entriesOf(file: string): Entry[] {
  return linesOf(file)
    .filter(isFields)
    .map((line) => ({ from: textAt(line, 'from') ?? '', message: fieldsAt(line, 'message') }));
}

/** What the recorded client answered to each permission request, in order. */
function answersOf(entries: Entry[]): Array<Omit<ToolApprovalDecision, 'toolId'>> {
  const requests = entries.filter(
    ({ from, message }) => from === 'agent' && textAt(message, 'method') === 'session/request_permission',
  );
  return requests.map(({ message: request }) => {
    const answer = entries.find(
      ({ from, message }) =>
        from === 'client' && message['id'] === request['id'] && textAt(message, 'method') === undefined,
    );
    const optionId = textAt(fieldsAt(fieldsAt(answer?.message ?? {}, 'result'), 'outcome'), 'optionId');
    const option = objectsAt(fieldsAt(request, 'params'), 'options').find(
      (one) => textAt(one, 'optionId') === optionId,
    );
    if (optionId === undefined) return { approved: false, refusal: 'cancelled' };
    return { approved: textAt(option ?? {}, 'kind')?.startsWith('allow') === true, optionId };
  });
}

const promptsOf = (entries: Entry[]): string[] =>
  entries.flatMap(({ from, message }) => {
    if (from !== 'client' || textAt(message, 'method') !== 'session/prompt') return [];
    return textAt(objectsAt(fieldsAt(message, 'params'), 'prompt')[0] ?? {}, 'text') ?? '';
  });

async function play(agent: string, file: string): Promise<AdapterEvent[]> {
  const profile = acpProfiles.find(({ row }) => row.provider === agent);
  if (profile === undefined) throw new Error(`There is no profile "${agent}".`);
  const entries = entriesOf(file);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'golden-')));
  const adapter = new AcpAdapter('golden', profile, {
    clock: { wallMs: () => 1_800_000_000_000, monotonicMs: () => 0 },
    environment: { PATH: process.env['PATH'], HOME: folder },
  });
  const loaded = entries.find(({ message }) => textAt(message, 'method') === 'session/load');
  const resume =
    loaded === undefined
      ? {}
      : { resume: { nativeSessionId: textAt(fieldsAt(loaded.message, 'params'), 'sessionId') ?? '' } };
  const seen: AdapterEvent[] = [];
  try {
    await adapter.initialize({ workspacePath: folder, binaryPath: replay, customArgs: [file], ...resume });
    const answers = answersOf(entries);
    const prompts = promptsOf(entries);
    const send = async () => {
      const text = prompts.shift();
      if (text === undefined) return false;
      await adapter.sendPrompt({ promptId: `p${prompts.length}`, correlationId: 'c', text, mayCommand: true });
      return true;
    };
    await send();
    for await (const event of adapter.streamEvents()) {
      const place: unknown = JSON.parse(JSON.stringify(event).replaceAll(folder, '/home/dev/project'));
      seen.push(place as AdapterEvent);
      if (event.type === 'RAW' && event.payload.text.includes('EXPECT session/cancel')) void adapter.interrupt();
      if (event.type === 'TOOL_APPROVAL_REQUESTED') {
        const answer = answers.shift();
        if (answer?.refusal !== 'cancelled')
          await adapter.approveTool({ ...(answer ?? { approved: false }), toolId: event.payload.requestId });
      }
      if (event.type === 'STREAM_END' && !(await send())) break;
    }
  } finally {
    await adapter.terminate();
    rmSync(folder, { recursive: true, force: true });
  }
  return seen;
}

/** Without ids and times of ours, and without what only diagnostics see. */
function plain(events: readonly AdapterEvent[]): string[] {
  return events
    .filter((event) => event.type !== 'RAW' || !['stderr', 'stray'].includes(event.payload.nativeType))
    .map(({ type, payload }) => {
      if (type === 'TOOL_APPROVAL_REQUESTED')
        return JSON.stringify({ type, payload: { ...payload, nativeRequest: '…' } });
      if (type === 'STREAM_CHUNK') return JSON.stringify({ type, delta: payload.delta });
      if (type === 'REASONING_CHUNK') return JSON.stringify({ type, reasoning: payload.reasoning });
      return JSON.stringify({ type, payload });
    });
}

const cases = readdirSync(agents)
  .filter((agent) => acpProfiles.some(({ row }) => row.provider === agent))
  .flatMap((agent) => readdirSync(join(agents, agent)).map((version) => ({ agent, version })))
  .flatMap(({ agent, version }) => readdirSync(join(agents, agent, version)).map((name) => ({ agent, version, name })))
  // Beside the versions lie `shapes`: what real agents say, for `--latest`.
  .filter(({ agent, version, name }) => existsSync(join(agents, agent, version, name, 'stream.jsonl')));

describe('recorded streams', () => {
  it.each(cases)('$agent $version: $name', async ({ agent, version, name }) => {
    const folder = join(agents, agent, version, name);
    const events = await play(agent, join(folder, 'stream.jsonl'));
    const golden = join(folder, 'events.jsonl');
    const lines = plain(events);
    if (process.env['UPDATE_GOLDEN'] !== undefined || !existsSync(golden))
      writeFileSync(golden, `${lines.join('\n')}\n`);
    expect(lines).toEqual(readFileSync(golden, 'utf8').trimEnd().split('\n'));
    expect(lines.join('\n')).not.toMatch(/"_meta"|rawOutput|hostname/);
  });
});
