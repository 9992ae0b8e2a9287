import { afterEach, expect, test } from 'vitest';
import { startChatServer } from './openai-chat.ts';
import type { ModelServer } from './scripted-http.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const tools = ['a', 'b'].map((name) => ({ type: 'function', function: { name } }));
const prompt = { role: 'user', content: '<user_query>\nplay\n</user_query>' };
const note = { role: 'user', content: '<system-reminder>Sum up the last turn.</system-reminder>' };
const answer = { role: 'assistant', content: 'First.' };
const call = { role: 'assistant', content: '', tool_calls: [{ id: 'c', type: 'function' }] };

/** What the model says to these messages. */
async function asked(server: ModelServer, body: object): Promise<string> {
  const response = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  return [...text.matchAll(/"content":"([^"]*)"/g)].map(([, piece]) => piece).join('');
}

test('only the main loop takes steps of the script: titles and sums of a turn that is over are answered apart', async () => {
  const server = await startChatServer();
  servers.push(server);
  server.addTurn(['First.', 'Second.', 'Third.'].map((text) => ({ content: [{ type: 'text', text }] })));
  expect(await asked(server, { tools, messages: [note, prompt] })).toBe('First.');
  expect(await asked(server, { messages: [prompt] })).toBe('ok');
  expect(await asked(server, { tools: tools.slice(1), messages: [prompt] })).toBe('ok');
  expect(await asked(server, { tools, messages: [prompt, answer, note] })).toBe('ok');
  expect(await asked(server, { tools, messages: [prompt, answer, note, prompt] })).toBe('Second.');
  // A note behind a tool's result belongs to the turn.
  expect(await asked(server, { tools, messages: [prompt, call, { role: 'tool', content: 'x' }, note] })).toBe('Third.');
  expect(server.requests()).toHaveLength(3);
});
