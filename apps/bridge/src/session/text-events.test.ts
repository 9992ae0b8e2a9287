import { createHash } from 'node:crypto';
import type { AdapterEvent, AdapterEventPayloads, AdapterEventType } from '@collagility/adapters/port';
import { parseEvent } from '@collagility/protocol/events';
import { type AgentId, as, type PromptId } from '@collagility/protocol/ids';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../redaction/redactor.ts';
import { valueNeedles } from '../redaction/secret-values.ts';
import { TextEvents, usageOf } from './text-events.ts';

const promptId = as<PromptId>('p1');

/** A translator and the room's view of it. */
function world() {
  const redactor = new Redactor(valueNeedles(['hunter2-hunter2']));
  const refreshed: number[] = [];
  let nowMs = 0;
  const text = new TextEvents({
    agentId: as<AgentId>('claude'),
    idPrefix: 'x:',
    redactor,
    keepText: (value) => ({ text: value }),
    textHash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    monotonicMs: () => nowMs,
    secretsChanged: () => refreshed.push(nowMs),
  });
  let count = 0;
  const take = <T extends AdapterEventType>(type: T, payload: AdapterEventPayloads[T]) => {
    count += 1;
    return text.take({ id: `e${count}`, promptId, type, timestamp: 0, payload } as unknown as AdapterEvent);
  };
  const say = (streamId: string, delta: string, offset: number) =>
    take('STREAM_CHUNK', { streamId, chunkIndex: 0, offset, delta });
  return { text, take, say, redactor, refreshed, pass: (ms: number) => (nowMs += ms) };
}

describe('text of the agent', () => {
  it('[B04] is one block per id: streamed once, whole at its end, equal texts kept apart', () => {
    const { take, say } = world();
    const first = say('m1:0', 'Hel', 0);
    expect(first.events).toMatchObject([{ type: 'ai.stream.start', streamId: 'x:m1:0', reasoning: false }]);
    expect(first.deltas).toEqual([{ k: 'text', b: 'x:m1:0', o: 0, x: 'Hel' }]);
    expect(say('m1:0', 'l!', 3)).toEqual({ events: [], deltas: [{ k: 'text', b: 'x:m1:0', o: 3, x: 'l!' }] });
    const ends = ['m1:0', 'm2:0'].flatMap(
      (streamId) => take('BLOCK_END', { streamId, reasoning: false, text: 'Hell!' }).events,
    );
    expect(ends).toMatchObject([
      { type: 'ai.stream.end', streamId: 'x:m1:0', content: { text: 'Hell!' }, len: 5 },
      { type: 'ai.stream.end', streamId: 'x:m2:0', content: { text: 'Hell!' }, len: 5 },
    ]);
  });

  it('[B04] of a block that never ended is kept and marked, and whoever comes in the middle has it so far', () => {
    const { text, say } = world();
    say('m3:0', 'half a sent', 0);
    expect(text.live()).toEqual([{ k: 'text', b: 'x:m3:0', x: 'half a sent' }]);
    expect(text.endTurn(promptId).events).toMatchObject([
      { type: 'ai.stream.end', content: { text: 'half a sent' }, incomplete: true },
    ]);
    expect(text.live()).toEqual([]);
  });

  it('never lets out a secret that is split over two deltas; the count is told at the end of the turn', () => {
    const { text, take, say } = world();
    const deltas = [...say('m:0', 'pass hunter2-', 0).deltas, ...say('m:0', 'hunter2 ok', 13).deltas];
    const end = take('BLOCK_END', { streamId: 'm:0', reasoning: false, text: 'pass hunter2-hunter2 ok' });
    expect(deltas.map(({ x }) => x).join('')).toBe('pass ⟦hidden⟧ ok');
    expect(deltas.map(({ o }) => o)).toEqual([0, 5]);
    expect(end.events).toMatchObject([{ content: { text: 'pass ⟦hidden⟧ ok' } }]);
    expect(text.endTurn(promptId).events).toMatchObject([
      { code: 'values_hidden', text: '1 secret value was hidden.' },
    ]);
  });

  it('[B34] is never cut inside a character', () => {
    const { say } = world();
    const [high, low] = [...'👩'].join('').split('');
    expect(say('m:0', `a${high}`, 0).deltas.map(({ x }) => x)).toEqual(['a']);
    expect(say('m:0', `${low}b`, 2).deltas).toEqual([{ k: 'text', b: 'x:m:0', o: 1, x: '👩b' }]);
  });

  it('goes silent where a piece was left out, and is whole at its end', () => {
    const { take, say } = world();
    say('m:0', 'one ', 0);
    expect(say('m:0', 'three', 8).deltas).toEqual([]);
    expect(take('BLOCK_END', { streamId: 'm:0', reasoning: false, text: 'one two three' }).events).toMatchObject([
      { content: { text: 'one two three' } },
    ]);
  });

  it('that a retry made void is taken back', () => {
    const { text, take, say } = world();
    say('m:0', 'wrong', 0);
    expect(take('RETRACTED', { streamIds: ['m:0'] }).events).toMatchObject([{ streamIds: ['x:m:0'] }]);
    expect(text.live()).toEqual([]);
  });

  // aaif-goose/goose #11321, anomalyco/opencode #23947: every command stood there as "Terminal" or "bash", for good.
  describe('a call that says only later what it does', () => {
    const start = (take: ReturnType<typeof world>['take'], title: string) =>
      take('TOOL_STARTED', { toolCall: { toolId: 't1', toolName: 'bash', kind: 'execute', title, arguments: {} } });
    const end = (take: ReturnType<typeof world>['take']) =>
      take('TOOL_EXECUTED', { toolId: 't1', status: 'completed', output: '' }).events;

    it('is told again as it is then, redacted, and not again where nothing is new', () => {
      const { take } = world();
      start(take, 'bash');
      const input = { command: 'curl -H hunter2-hunter2' };
      const { events } = take('TOOL_UPDATED', { toolId: 't1', title: 'curl -H hunter2-hunter2', arguments: input });
      expect(events).toMatchObject([{ type: 'ai.tool.updated', promptId: 'p1', toolId: 'x:t1' }]);
      expect(JSON.stringify(events)).toContain('curl -H');
      expect(JSON.stringify(events)).not.toContain('hunter2');
      expect(take('TOOL_UPDATED', { toolId: 't1', arguments: input }).events).toEqual([]);
      expect(take('TOOL_UPDATED', { toolId: 't1', outputDelta: 'x' }).events).toEqual([]);
      expect(end(take)).toMatchObject([{ type: 'ai.tool.ended' }]);
    });

    it('is told a few times while its input is written, and as it was in the end', () => {
      const { take } = world();
      start(take, 'write');
      const told = Array.from({ length: 500 }, (_, at) =>
        take('TOOL_UPDATED', { toolId: 't1', arguments: { content: 'x'.repeat(at) } }),
      );
      expect(told.flatMap(({ events }) => events)).toHaveLength(4);
      expect(end(take)).toMatchObject([
        { type: 'ai.tool.updated', input: { text: JSON.stringify({ content: 'x'.repeat(499) }) } },
        { type: 'ai.tool.ended' },
      ]);
    });

    it('is told as it was in the end also where its turn ends first', () => {
      const { text, take } = world();
      start(take, 'write');
      for (let at = 0; at < 9; at++) take('TOOL_UPDATED', { toolId: 't1', title: `write ${at}` });
      const events = text.endTurn(promptId).events;
      expect(events).toMatchObject([{ type: 'ai.tool.updated', title: 'write 8' }, { type: 'ai.tool.ended' }]);
    });
  });

  it('of a tool is bounded while it runs', () => {
    const { take, text } = world();
    const toolCall = { toolId: 't', toolName: 'Bash', kind: 'execute', title: 'x', arguments: {} } as const;
    take('TOOL_STARTED', { toolCall });
    for (let piece = 0; piece < 100; piece += 1) take('TOOL_UPDATED', { toolId: 't', outputDelta: 'y'.repeat(10_000) });
    expect(text.live()[0]?.x.length).toBeLessThanOrEqual(256 * 1024);
    expect(text.live()[0]?.cut?.units).toBeGreaterThan(700_000);
  });

  it('[CLG-54] of tools that print too much waits for room, and the last of it follows', () => {
    const { take, text, pass } = world();
    const toolCall = { toolId: 't', toolName: 'Bash', kind: 'execute', title: 'x', arguments: {} } as const;
    take('TOOL_STARTED', { toolCall });
    for (let piece = 0; piece < 100; piece += 1) take('TOOL_UPDATED', { toolId: 't', outputDelta: 'y'.repeat(10_000) });
    expect(take('TOOL_UPDATED', { toolId: 't', outputDelta: 'the end\n' }).deltas).toEqual([]);
    expect(text.isBehind).toBe(true);
    pass(1_000);
    expect(text.due().at(-1)?.x).toMatch(/the end\n$/);
    expect(text.isBehind).toBe(false);
  });
});

describe('numbers of the agent', () => {
  it('that are none that fit an event are left out, and the event with them stays one that every page can read', () => {
    const { take } = world();
    const odd = { inputTokens: 1e300, outputTokens: 2.4, costUsd: Number.NaN };
    const toolCall = { toolId: 't', toolName: 'n', kind: 'execute', title: 't', arguments: {} } as const;
    take('TOOL_STARTED', { toolCall });
    const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'm', recoverable: true, retryAtMs: 1e300 } as const;
    const file = { path: 'a', change: 'modified', diff: '', added: 1e300, removed: -1 } as const;
    const artifact = {
      artifactId: 'a',
      kind: 'k',
      role: 'r',
      uri: 'u',
      displayName: 'd',
      mimeType: 'm',
      contentHash: 'c',
    };
    const events = [
      take('USAGE_UPDATED', { usage: odd }),
      take('TOOL_EXECUTED', {
        toolId: 't',
        status: 'completed',
        output: '',
        durationMs: 1e300,
        exitCode: Number.POSITIVE_INFINITY,
      }),
      take('ERROR', { error }),
      take('FILE_CHANGED', file),
      take('ARTIFACT', { ...artifact, sizeBytes: 1.5e300 }),
    ].flatMap((translated) => translated.events);
    const read = events.map((event) => parseEvent(JSON.parse(JSON.stringify({ ...event, atMs: 1 }))));
    expect(read.map(({ type }) => type)).toEqual([
      'ai.usage.updated',
      'ai.tool.ended',
      'ai.error',
      'ai.file.changed',
      'ai.artifact.created',
    ]);
    expect(read[0]).toMatchObject({ usage: { outputTokens: 2 } });
    expect(usageOf(odd)).toEqual({ outputTokens: 2 });
    const readable = parseEvent({
      ...{ type: 'ai.execution.ended', atMs: 1, agentId: 'a', promptId: 'p', outcome: 'completed' },
      usage: usageOf(odd),
    });
    expect(readable.type).toBe('ai.execution.ended');
  });
});

describe('everything else that leaves', () => {
  it('is redacted: titles, inputs, outputs, diffs, paths, plans, errors, notes', () => {
    const secret = 'hunter2-hunter2';
    const { take, text } = world();
    const toolCall = {
      toolId: 't',
      toolName: secret,
      kind: 'execute',
      title: secret,
      arguments: { [secret]: secret },
    } as const;
    const all = [
      take('TOOL_STARTED', { toolCall }),
      take('TOOL_UPDATED', { toolId: 't', outputDelta: `${secret} ` }),
      take('TOOL_EXECUTED', { toolId: 't', status: 'completed', output: secret }),
      take('FILE_CHANGED', {
        path: secret,
        previousPath: secret,
        change: 'renamed',
        diff: `+${secret}`,
        added: 1,
        removed: 0,
      }),
      take('PLAN_UPDATED', { entries: [{ text: secret, status: 'pending' }] }),
      take('STATUS', { code: 'x', text: secret }),
      take('ERROR', {
        error: { code: 'STALLED', message: secret, recoverable: true, kept: secret, fix: secret },
      }),
      take('ARTIFACT', {
        artifactId: 'a',
        kind: 'k',
        role: secret,
        uri: `file:///${secret}`,
        displayName: secret,
        mimeType: 'm',
        contentHash: 'c',
        sizeBytes: 1,
      }),
      take('RAW', { nativeType: 'n', text: secret }),
      take('REASONING_CHUNK', { streamId: 'r', chunkIndex: 0, offset: 0, reasoning: secret }),
      text.endTurn(promptId),
    ];
    expect(JSON.stringify(all)).not.toContain('hunter2');
    expect(all.every(({ events, deltas }) => events.length + deltas.length > 0)).toBe(true);
    expect(JSON.stringify(text.diagnostics.notes)).toBe(
      JSON.stringify([{ atMs: 0, nativeType: 'n', text: '⟦hidden⟧' }]),
    );
  });

  it('counts what was not understood at most once a second', () => {
    const { take, text, pass } = world();
    const counts = [];
    for (let note = 0; note < 30; note += 1) {
      counts.push(...take('RAW', { nativeType: 'odd', text: 'x' }).events);
      pass(100);
    }
    counts.push(...text.endTurn(promptId).events);
    expect(counts.map((event) => (event.type === 'ai.raw.counted' ? event.total : undefined))).toEqual([1, 11, 21, 30]);
  });

  it('reads what is secret again after a settings file was touched', () => {
    const { take, refreshed } = world();
    const call = (toolId: string, command: string) => {
      take('TOOL_STARTED', {
        toolCall: { toolId, toolName: 'Bash', kind: 'execute', title: '', arguments: { command } },
      });
      take('TOOL_EXECUTED', { toolId, status: 'completed', output: '' });
    };
    call('t1', 'ls');
    expect(refreshed).toHaveLength(0);
    call('t2', 'echo A=b > .env');
    expect(refreshed).toHaveLength(1);
    take('FILE_CHANGED', { path: 'app/.env.local', change: 'added', diff: '', added: 1, removed: 0 });
    expect(refreshed).toHaveLength(2);
    // Some say what a call is given only in its title, or only later.
    const announce = (toolId: string, title: string) =>
      take('TOOL_STARTED', { toolCall: { toolId, toolName: 'terminal', kind: 'execute', title, arguments: {} } });
    announce('t3', 'terminal: cat .env');
    take('TOOL_EXECUTED', { toolId: 't3', status: 'completed', output: '' });
    expect(refreshed).toHaveLength(3);
    announce('t4', 'terminal');
    take('TOOL_UPDATED', { toolId: 't4', arguments: { command: 'cat .env' } });
    take('TOOL_EXECUTED', { toolId: 't4', status: 'completed', output: '' });
    expect(refreshed).toHaveLength(4);
  });
});
