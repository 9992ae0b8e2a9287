import { expect, test } from 'vitest';
import { EventWriter } from '../../event-writer.ts';
import type { AdapterEvent } from '../../port.ts';
import { ExecDecoder } from './exec-decoder.ts';

test('a search that is announced before its words are known is told again with them', async () => {
  const out = new EventWriter('a', { wallMs: () => 0 });
  const nothing = () => undefined;
  const listener = { onThread: nothing, onTurnStarted: nothing, onCompleted: nothing, onFailed: nothing };
  const decoder = new ExecDecoder(out, '/work', 'r', listener);
  const item = (type: string, query: string) =>
    decoder.line({ type, item: { id: 'i', type: 'web_search', query } }, '');
  item('item.started', '');
  item('item.completed', 'how to test');
  out.queue.close();
  const events: AdapterEvent[] = [];
  for await (const event of out.queue) events.push(event);
  expect(events.map(({ type }) => type)).toEqual(['TOOL_STARTED', 'TOOL_UPDATED', 'TOOL_EXECUTED']);
  expect(events[1]?.payload).toMatchObject({
    title: 'Search the web: how to test',
    arguments: { query: 'how to test' },
  });
});
