import { expect, test } from 'vitest';
import { driftOf, shapeOf } from './stream-shape.ts';

const chunk = (more: object) =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: {
      sessionId: 's',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x' }, ...more },
    },
  });

test('drift is named by the kind of the message and the field', () => {
  const before = shapeOf([chunk({ messageId: 'm' }), '{"method":"old/thing","params":{}}']);
  const after = shapeOf([chunk({ messageId: 7, tone: null }), 'Welcome!']);
  expect(driftOf(before, after)).toEqual([
    'new: (no JSON object)',
    'gone: old/thing',
    'new in session/update/agent_message_chunk: params.update.messageId: number',
    'new in session/update/agent_message_chunk: params.update.tone: null',
    'gone from session/update/agent_message_chunk: params.update.messageId: string',
  ]);
});

test('the values of a tool’s input are data: another command is no drift', () => {
  const call = (rawInput: object) =>
    shapeOf([
      JSON.stringify({ method: 'session/update', params: { update: { sessionUpdate: 'tool_call', rawInput } } }),
    ]);
  expect(driftOf(call({ command: 'ls' }), call({ path: 'a', deep: { er: 1 } }))).toEqual([]);
});
