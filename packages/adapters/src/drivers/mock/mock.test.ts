import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTurn } from '../../pipeline/index.ts';
import type { AdapterEvent } from '../../port.ts';
import { mockFactory } from './index.ts';

let workspacePath = '';
beforeEach(() => {
  workspacePath = mkdtempSync(join(tmpdir(), 'mock-'));
});
afterEach(() => rmSync(workspacePath, { recursive: true }));

/** Runs one prompt to its end; every request is allowed, every question gets its first answer. */
async function play(text: string): Promise<AdapterEvent[]> {
  const adapter = mockFactory({ speed: Number.POSITIVE_INFINITY, clock: { wallMs: () => 1_000 } }).create('mock-1');
  await adapter.initialize({ workspacePath });
  const turn = openTurn(adapter, { promptId: 'prompt-1', correlationId: 'c', text });
  const events: AdapterEvent[] = [];
  for await (const event of turn.events) {
    events.push(event);
    if (event.type === 'TOOL_APPROVAL_REQUESTED') {
      const { requestId, questions } = event.payload;
      const answers = Object.fromEntries((questions ?? []).map((q) => [q.question, q.options[0]?.label ?? '']));
      await turn.approve({ toolId: requestId, approved: true, answers });
    }
  }
  await adapter.terminate();
  return events;
}

describe('the mock agent', () => {
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
});
