import { describe, expect, test } from 'vitest';
import { EventWriter } from '../../event-writer.ts';
import type { AdapterEvent } from '../../port.ts';
import { ClaudeDecoder, type TurnResult } from './decoder.ts';
import { LastLines } from './last-lines.ts';
import { toolEndOf } from './tool-result.ts';

/** What becomes of lines of a version that says less, or otherwise, than the recorded one. */
async function decode(...lines: object[]) {
  const out = new EventWriter('a', { wallMs: () => 0 });
  out.turn = { promptId: 'p', correlationId: 'p' };
  const results: TurnResult[] = [];
  const nothing = () => undefined;
  const onResult = (result: TurnResult) => void results.push(result);
  const listener = { onSession: nothing, onPermissionMode: nothing, onLifecycle: nothing, onResult };
  const decoder = new ClaudeDecoder({ out, workspacePath: '/work', nowMs: () => 0, listener });
  for (const line of lines) decoder.decode({ ...line }, JSON.stringify(line));
  out.queue.close();
  const events: AdapterEvent[] = [];
  for await (const event of out.queue) events.push(event);
  const texts = events.flatMap((event) => (event.type === 'BLOCK_END' ? [event.payload.text] : []));
  return { events, texts, results, error: results.at(-1)?.error };
}

const said = (text: string, more: object = {}) => ({
  type: 'assistant',
  message: { id: 'm1', content: [{ type: 'text', text }] },
  ...more,
});
const ownWords = (text: string) => ({
  type: 'assistant',
  message: { id: 'm1', model: '<synthetic>', content: [{ type: 'text', text }] },
});
const result = (text: string, more: object = {}) => ({ type: 'result', subtype: 'success', result: text, ...more });
const failed = (text: string, more: object = {}) => result(text, { is_error: true, ...more });

/** The raw stream of one message, as versions before `api_message_id` print it. */
const streamed = (id: string, text: string, parent: string | null = null) =>
  [
    { type: 'message_start', message: { id, content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_stop' },
  ].map((event) => ({ type: 'stream_event', event, parent_tool_use_id: parent }));

describe('[B04] pieces that do not name their message', async () => {
  const streamsOf = ({ events }: { events: AdapterEvent[] }) =>
    events.flatMap((event) =>
      event.type === 'STREAM_CHUNK' || event.type === 'BLOCK_END' ? [`${event.type} ${event.payload.streamId}`] : [],
    );

  test('are of the message that began last, so that its whole text is no second one', async () => {
    const decoded = await decode(...streamed('m1', 'Hello'), said('Hello'), result('Hello'));
    expect(new Set(streamsOf(decoded).map((line) => line.split(' ')[1]))).toEqual(new Set(['m1:0']));
    expect(decoded.texts).toEqual(['Hello']);
  });

  test('of a helper are of the helper’s message, in whatever order the two speak', async () => {
    const [own, helper] = [streamed('m1', 'Hello'), streamed('m2', 'Hello', 'tool-1')];
    const mixed = own.flatMap((line, index) => [line, helper[index] ?? {}]);
    const inner = {
      type: 'assistant',
      parent_tool_use_id: 'tool-1',
      message: { id: 'm2', content: [{ type: 'text', text: 'Hello' }] },
    };
    const decoded = await decode(...mixed, inner, said('Hello'), result('Hello'));
    expect(new Set(streamsOf(decoded).map((line) => line.split(' ')[1]))).toEqual(new Set(['m1:0', 'm2:0']));
    expect(decoded.texts).toEqual(['Hello', 'Hello']);
  });
});

// microsoft/vscode #334575, agentclientprotocol/claude-agent-acp #649 and #948: the turn was empty, or its answer came twice.
describe('the answer of a command of Claude Code itself', async () => {
  const output = '## Context\n\n12k of 200k';
  test.each([
    ['in the result only', [result(output)]],
    [
      'as output and in the result',
      [{ type: 'system', subtype: 'local_command_output', content: output }, result(output)],
    ],
    [
      'in tags, as a message of the user',
      [
        {
          type: 'user',
          message: { content: `<local-command-stdout>\u001b[1m${output}\u001b[22m</local-command-stdout>` },
        },
        result(''),
      ],
    ],
    ['as a message', [said(output), result(output)]],
  ])('is shown once where it comes %s', async (_how, lines) => {
    expect((await decode(...lines)).texts).toEqual([output]);
  });

  test('is none where the turn was only streamed: what was said is not said again', async () => {
    const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } };
    expect((await decode({ type: 'stream_event', api_message_id: 'm1', event: delta }, result('Hello'))).texts).toEqual(
      [],
    );
  });

  test('is shown in each turn anew, and no turn that failed shows its failure as an answer', async () => {
    expect((await decode(result('one'), said('two'), result('two'), result('one'))).texts).toEqual([
      'one',
      'two',
      'one',
    ]);
    expect((await decode(failed('Prompt is too long'))).texts).toEqual([]);
  });
});

describe('a failure that stands in no field', async () => {
  test.each([
    ['Claude AI usage limit reached|1775000000', 'RATE_LIMIT_EXCEEDED', 1_775_000_000_000],
    ["You've hit your limit · resets 3pm (Europe/Berlin)", 'RATE_LIMIT_EXCEEDED', undefined],
    ['5-hour limit reached ∙ resets 3pm', 'RATE_LIMIT_EXCEEDED', undefined],
    ['API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}', 'RATE_LIMIT_EXCEEDED', undefined],
    ['API Error (429 Too Many Requests)', 'RATE_LIMIT_EXCEEDED', undefined],
    ['API Error: 401 {"type":"error"} · Please run /login', 'AUTH_CREDENTIAL_INVALID', undefined],
    ['API Error: 500 Internal server error', 'PROVIDER_UNREACHABLE', undefined],
    ['API Error: Connection error.', 'PROVIDER_UNREACHABLE', undefined],
    ['Invalid API key · Please run /login', 'AUTH_CREDENTIAL_INVALID', undefined],
    ['OAuth token has expired', 'AUTH_CREDENTIAL_INVALID', undefined],
    ['Credit balance is too low', 'QUOTA_EXHAUSTED', undefined],
    ['Prompt is too long', 'CONTEXT_WINDOW_EXCEEDED', undefined],
    ["There's an issue with the selected model (x). It may not exist", 'MODEL_NOT_FOUND', undefined],
    ['Something else', 'PROTOCOL_VIOLATION', undefined],
  ])('is read from its sentence: %s', async (text, code, retryAtMs) => {
    // First as a message, as if it were an answer, then in the result.
    const { texts, error } = await decode(ownWords(text), failed(text));
    expect(error?.code).toBe(code);
    expect(error?.retryAtMs).toBe(retryAtMs);
    expect(error?.message).not.toMatch(/\|\d/);
    if (code !== 'PROTOCOL_VIOLATION') expect(texts).toEqual([]);
  });

  test('is not seen in what the model says: its words are an answer', async () => {
    const { texts, results } = await decode(said('Prompt is too long'), result('Prompt is too long'));
    expect(texts).toEqual(['Prompt is too long']);
    expect(results[0]?.outcome).toBe('completed');
  });

  test('a limit on turns or money is one, whatever else the result says', async () => {
    for (const subtype of ['error_max_turns', 'error_max_budget_usd'])
      expect((await decode({ type: 'result', subtype, is_error: false })).error?.code).toBe('TURN_LIMIT_REACHED');
  });

  // agent-of-empires/agent-of-empires #3152, #3174: the time shown was invented, or hours off.
  test('the end of a limit is the one that was named, in seconds or milliseconds, and none where none was', async () => {
    const limit = (info: object) => ({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', ...info } });
    const retryAtMs = async (info: object) =>
      (await decode(limit(info), failed('x', { api_error_status: 429 }))).error?.retryAtMs;
    expect(await retryAtMs({ resetsAt: 1_775_000_000 })).toBe(1_775_000_000_000);
    expect(await retryAtMs({ resetsAt: 1_775_000_000_000 })).toBe(1_775_000_000_000);
    expect(await retryAtMs({})).toBeUndefined();
  });
});

describe('lines that mean another thing than they look', async () => {
  test('[B04] a message that comes a second time under its own id is no second message; equal words are', async () => {
    const first = said('Hello', { uuid: 'u1' });
    expect((await decode(first, first, said('Hello', { uuid: 'u2' }))).texts).toEqual(['Hello', 'Hello']);
  });

  test('what a sub-agent has read is not what the conversation holds', async () => {
    const start = (tokens: number, parent: string | null) => ({
      type: 'stream_event',
      parent_tool_use_id: parent,
      event: { type: 'message_start', message: { id: `m${tokens}`, usage: { input_tokens: tokens } } },
    });
    const { events } = await decode(start(50_000, null), start(900, 'toolu_1'));
    const usage = events.flatMap((event) => (event.type === 'USAGE_UPDATED' ? [event.payload.usage] : []));
    expect(usage).toEqual([{ contextTokens: 50_000 }]);
  });

  test('what Claude Code writes where nobody asked is no answer', async () => {
    expect((await decode(ownWords('No response requested.'))).texts).toEqual([]);
  });

  test('what a helper is told is no output of a command', async () => {
    const text = '<local-command-stdout>Done.</local-command-stdout>';
    const toHelper = { type: 'user', parent_tool_use_id: 'toolu_1', message: { content: text } };
    expect((await decode(toHelper, said('It failed.'))).texts).toEqual(['It failed.']);
  });

  test('ids of any length cost a bounded memory', () => {
    const lines = new LastLines();
    const long = 'x'.repeat(1_000_000);
    expect([lines.isRepeated(long), lines.isRepeated(long)]).toEqual([false, false]);
    expect([lines.isRepeated('u1'), lines.isRepeated('u1')]).toEqual([false, true]);
  });
});

describe('a version that tells less of its turns', async () => {
  test('[B07] a call that was refused here is a refused one, not one that failed', () => {
    const block = { type: 'tool_result', tool_use_id: 't1', is_error: true, content: 'no' };
    expect(toolEndOf('Write', block, {}, true).status).toBe('denied');
    expect(toolEndOf('Write', block, {}, false).status).toBe('failed');
  });

  test('the cost of a turn is what it added to the total of the process', async () => {
    const costs = async (...totals: number[]) =>
      (await decode(...totals.map((total_cost_usd) => result('x', { total_cost_usd })))).results.map(
        ({ usage }) => usage.costUsd,
      );
    expect(await costs(0.25, 0.25, 0.75)).toEqual([0.25, 0, 0.5]);
    // Cleared: it counts from the beginning.
    expect(await costs(0.5, 0.1)).toEqual([0.5, 0.1]);
    expect((await decode(result('x'))).results[0]?.usage.costUsd).toBeUndefined();
  });
});
