import { expect, test } from 'vitest';
import { EventWriter } from '../../event-writer.ts';
import type { AdapterEvent } from '../../port.ts';
import { AgyDecoder } from './decoder.ts';

test('a call whose parameters come later is told again with them, once', async () => {
  const out = new EventWriter('a', { wallMs: () => 0 });
  const nothing = () => undefined;
  const decoder = new AgyDecoder(out, 'r', { onConversation: nothing, onStarted: nothing, onResult: nothing });
  const step = (state: string, more: object) =>
    decoder.line(
      {
        event: 'step_update',
        step_update: { step_index: 1, step_type: 'tool', state, tool_info: { name: 'run', ...more } },
      },
      '',
    );
  step('ACTIVE', {});
  step('ACTIVE', { parameters: { CommandLine: 'ls -la' } });
  step('ACTIVE', { parameters: { CommandLine: 'ls -la' } });
  step('DONE', {});
  out.queue.close();
  const events: AdapterEvent[] = [];
  for await (const event of out.queue) events.push(event);
  expect(events.map(({ type }) => type)).toEqual(['TOOL_STARTED', 'TOOL_UPDATED', 'TOOL_EXECUTED']);
  expect(events[1]?.payload).toMatchObject({ title: 'ls -la', arguments: { CommandLine: 'ls -la' } });
});
