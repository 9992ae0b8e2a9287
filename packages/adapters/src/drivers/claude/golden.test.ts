import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Fields, fieldsAt, isFields, objectsAt, textAt } from '../../fields.ts';
import type { AdapterEvent } from '../../port.ts';
import { ClaudeAdapter } from './adapter.ts';
import { type GoldenCase, goldenCases } from './golden-cases.ts';

// Recorded sessions of the real program, played again: the exact events, and the exact bytes of our answers.
// After a wanted change: UPDATE_GOLDEN=1 vitest run golden, and read the difference.

const { resolve } = createRequire(import.meta.url);
/** Where the recordings were made. */
const recordedFolder = '/home/dev/project';
const replay = resolve('@collagility/fixtures/fake-clis/claude-replay.mjs');
const folderOf = (name: string) =>
  dirname(resolve(`@collagility/fixtures/agents/claude/2.1.332/${name}/stdout.ndjson`));

function linesOf(path: string): Fields[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
    .filter(isFields);
}

function promptTexts(folder: string): string[] {
  return linesOf(join(folder, 'stdin.ndjson'))
    .filter((line) => textAt(line, 'type') === 'user')
    .map((line) => textAt(objectsAt(fieldsAt(line, 'message'), 'content')[0] ?? {}, 'text') ?? 'plain');
}

/** Without ids and times of ours; the agent's own are as recorded. */
function normalised(event: AdapterEvent, folder: string): string {
  const { promptId, type, payload } = event;
  const shown = type === 'STREAM_START' ? { streamId: '<prompt>' } : payload;
  const text = JSON.stringify({ ...(promptId === undefined ? {} : { promptId }), type, payload: shown });
  return text.replaceAll(folder, recordedFolder);
}

async function play(golden: GoldenCase): Promise<{ events: string[]; replies: string[] }> {
  const folder = folderOf(golden.name);
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'golden-')));
  const log = join(scratch, 'sent.jsonl');
  const adapter = new ClaudeAdapter('golden', {
    environment: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, REPLAY_CASE: folder, REPLAY_LOG: log },
    clock: { wallMs: () => 1_796_000_000_000, monotonicMs: () => performance.now() },
    waits: { graceMs: 100 },
  });
  const events: string[] = [];
  const iterator = adapter.streamEvents()[Symbol.asyncIterator]();
  const decisions = [...(golden.decisions ?? [])];
  const config = { workspacePath: scratch, binaryPath: replay, ...golden.config };
  await adapter.initialize(config);
  let toInterrupt = golden.interruptAt;
  for (const [index, text] of promptTexts(folder).entries()) {
    await adapter.sendPrompt({ promptId: `p${index + 1}`, correlationId: 'c', text, mayCommand: true });
    for (let isRunning = true; isRunning; ) {
      const { value } = await iterator.next();
      if (value === undefined) throw new Error('The events ended.');
      const event: AdapterEvent = value;
      events.push(normalised(event, scratch));
      if (event.type === toInterrupt) {
        toInterrupt = undefined;
        await adapter.interrupt();
      }
      if (event.type === 'TOOL_APPROVAL_REQUESTED') {
        const decision = decisions.shift() ?? { approved: false };
        await adapter.approveTool({ approved: true, ...decision, toolId: event.payload.requestId });
      }
      isRunning = event.type !== 'STREAM_END';
    }
  }
  await adapter.terminate();
  const sent = readFileSync(log, 'utf8').replaceAll(scratch, recordedFolder).split('\n');
  rmSync(scratch, { recursive: true, force: true });
  return { events, replies: sent.filter((line) => line.startsWith('{"type":"control_response"')) };
}

describe('recorded sessions of Claude Code 2.1.332', () => {
  test.each(goldenCases.map((golden) => [golden.name, golden.title, golden] as const))(
    '%s: %s',
    async (name, _title, golden) => {
      const { events, replies } = await play(golden);
      const folder = folderOf(name);
      compare(join(folder, 'events.jsonl'), events);
      if (replies.length > 0) compare(join(folder, 'replies.jsonl'), replies);
      if (golden.repliesAreRecorded !== true) return;
      const recorded = readFileSync(join(folder, 'stdin.ndjson'), 'utf8').split('\n');
      expect(replies).toEqual(recorded.filter((line) => line.startsWith('{"type":"control_response"')));
    },
  );
});

function compare(path: string, lines: string[]): void {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, `${lines.join('\n')}\n`);
  expect(existsSync(path), `${path} is missing`).toBe(true);
  expect(lines).toEqual(readFileSync(path, 'utf8').trimEnd().split('\n'));
}
