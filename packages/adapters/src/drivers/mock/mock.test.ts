import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTurn } from '../../pipeline/index.ts';
import type { AdapterEvent } from '../../port.ts';
import { helpText, mockFactory, promptWords } from './index.ts';

let workspacePath = '';
beforeEach(() => {
  workspacePath = mkdtempSync(join(tmpdir(), 'mock-'));
});
afterEach(() => rmSync(workspacePath, { recursive: true }));

const fast = { speed: Number.POSITIVE_INFINITY, clock: { wallMs: () => 1_000 } };

/** Runs one prompt to its end; every request is allowed, every question gets its first answer. */
async function play(text: string, updatedInput?: Record<string, unknown>): Promise<AdapterEvent[]> {
  const adapter = mockFactory(fast).create('mock-1');
  await adapter.initialize({ workspacePath });
  const turn = openTurn(adapter, { promptId: 'prompt-1', correlationId: 'c', text });
  const events: AdapterEvent[] = [];
  for await (const event of turn.events) {
    events.push(event);
    if (event.type === 'TOOL_APPROVAL_REQUESTED') {
      const { requestId, questions } = event.payload;
      const answers = Object.fromEntries((questions ?? []).map((q) => [q.question, q.options[0]?.label ?? '']));
      const edit = updatedInput === undefined ? {} : { updatedInput };
      await turn.approve({ toolId: requestId, approved: true, answers, ...edit });
    }
  }
  await adapter.terminate();
  return events;
}

describe('the mock agent', () => {
  it('writes its formulas as the page reads them: a single dollar is money there', async () => {
    const events = await play('long');
    const whole = events.flatMap((event) => (event.type === 'STREAM_CHUNK' ? [event.payload.delta] : [])).join('');
    expect(whole).toContain('Inline \\(e^{i\\pi} + 1 = 0\\)');
    expect(whole.replace(/```[\s\S]*?```|\$\$/g, '')).not.toContain('$');
  });

  it('shows in its tour every kind of event and tool that the page can render', async () => {
    const events = await play('hello there');
    const kinds = new Set(
      events.flatMap((event) => (event.type === 'TOOL_STARTED' ? [event.payload.toolCall.kind] : [])),
    );
    const types = new Set(events.map((event) => event.type));
    expect([...kinds].sort()).toEqual(['agent', 'edit', 'execute', 'fetch', 'mcp', 'other', 'read', 'search', 'think']);
    for (const type of [
      'REASONING_CHUNK',
      'BLOCK_END',
      'PLAN_UPDATED',
      'FILE_CHANGED',
      'ARTIFACT',
      'USAGE_UPDATED',
      'ERROR',
    ]) {
      expect(types).toContain(type);
    }
    const asked = events.flatMap((event) => (event.type === 'TOOL_APPROVAL_REQUESTED' ? [event.payload.kind] : []));
    expect(asked).toEqual(['permission', 'permission', 'permission', 'question', 'plan_review']);
    expect(events.at(-1)).toMatchObject({ type: 'STREAM_END', payload: { outcome: 'completed' } });
  });

  it('plays the same prompt the same way', async () => {
    const first = await play('tools');
    rmSync(join(workspacePath, 'collagility-demo'), { recursive: true });
    expect(await play('tools')).toEqual(first);
  });

  it('shows the real difference that it made', async () => {
    const first = await play('edit');
    const again = await play('edit');
    const diffOf = (events: AdapterEvent[]) => events.find((event) => event.type === 'FILE_CHANGED')?.payload;
    expect(diffOf(first)).toMatchObject({ change: 'added', path: 'collagility-demo/greeting.ts', removed: 0 });
    expect(diffOf(again)).toMatchObject({ change: 'modified', added: 4, removed: 3 });
  });

  it('changes nothing outside its folder, whatever the edited input says and wherever a link leads', async () => {
    symlinkSync('..', join(workspacePath, 'link'));
    mkdirSync(join(workspacePath, 'collagility-demo'));
    symlinkSync('..', join(workspacePath, 'collagility-demo', 'up'));
    const paths = [
      '../out.ts',
      'out.ts',
      '/tmp/out.ts',
      'link/out.ts',
      'collagility-demo/up/out.ts',
      'collagility-demo',
    ];
    for (const path of paths) {
      const events = await play('edit', { file_path: path, content: 'x' });
      expect(events.find((event) => event.type === 'TOOL_EXECUTED')).toMatchObject({ payload: { status: 'failed' } });
      expect(events.some((event) => event.type === 'FILE_CHANGED')).toBe(false);
    }
    expect(readdirSync(workspacePath).sort()).toEqual(['collagility-demo', 'link']);
  });

  it('knows every word that its first message names', async () => {
    const tourStart = `${helpText}\n\nHere is the tour.`;
    for (const [word] of promptWords) {
      const text = word.replace(' …', ' x');
      if (text === 'tour' || text === 'slow') continue;
      const [first] = (await play(text)).filter((event) => event.type === 'BLOCK_END');
      expect(first?.payload.text, text).not.toBe(tourStart);
    }
    expect((await play('anything else')).find((event) => event.type === 'BLOCK_END')?.payload.text).toBe(tourStart);
  });

  it('fails with the code that was asked for, and says when to try again', async () => {
    const errorOf = async (text: string) => (await play(text)).find((event) => event.type === 'ERROR')?.payload.error;
    expect(await errorOf('error auth')).toMatchObject({ code: 'AUTH_CREDENTIAL_INVALID', fix: expect.any(String) });
    expect(await errorOf('error rate')).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAtMs: 61_000 });
    expect(await errorOf('error context')).toMatchObject({ code: 'CONTEXT_WINDOW_EXCEEDED' });
    expect(await errorOf('error crash')).toMatchObject({ code: 'PROCESS_CRASHED' });
  });

  it('answers what is said into its slow turn, and stops when it is told to', async () => {
    const adapter = mockFactory(fast).create('mock-1');
    await adapter.initialize({ workspacePath });
    const turn = openTurn(adapter, { promptId: 'p', correlationId: 'c', text: 'slow' });
    const texts: string[] = [];
    let isSteered = false;
    for await (const event of turn.events) {
      if (event.type === 'BLOCK_END') texts.push(event.payload.text);
      if (event.type === 'STREAM_CHUNK' && !isSteered) {
        isSteered = true;
        await turn.steer({ promptId: 's', correlationId: 'c', text: 'hello' });
      }
      if (texts.length === 2) await turn.cancel();
    }
    expect(texts[0]).toMatch(/^1 /);
    expect(texts[1]).toBe('You said: hello');
    expect(await turn.result()).toMatchObject({ outcome: 'interrupted' });
    await adapter.terminate();
  });

  it('says exactly what it was told to say', async () => {
    const said = 'a  b\n\n```ts\nconst x = 1;\n```\n👩‍💻 ┌─é';
    const events = await play(`echo ${said}`);
    expect(events.find((event) => event.type === 'BLOCK_END')?.payload.text).toBe(said);
  });
});
