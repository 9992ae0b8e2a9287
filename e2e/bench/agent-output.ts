/** Synthetic output of one agent: answers of 92 deltas each, a tool call with its output behind each. */
export type Dialect = 'claude' | 'codex' | 'acp';

const words = 'the quick brown fox edits a file and runs tests in the repo while “unicode” naïve text → flows'.split(
  ' ',
);
const deltasPerAnswer = 92;

/** Where it stands in an id, a program that says the same again can make the id another one. */
export const roundMark = '@round@';

export function agentOutput(dialect: Dialect, bytes: number, mark = ''): Buffer {
  const lines: string[] = [];
  let length = 0;
  for (let answer = 1; length < bytes; answer++) {
    for (const message of answers[dialect](`${mark}${answer}`, deltas(answer))) {
      const line = `${JSON.stringify(message)}\n`;
      length += line.length;
      lines.push(line);
    }
  }
  return Buffer.from(lines.join(''));
}

const deltas = (answer: number): string[] =>
  Array.from(
    { length: deltasPerAnswer },
    (_, n) => ` ${words[n % words.length]} ${words[(n * 7 + answer) % words.length]}`,
  );
const toolOutput = (answer: string): string => `output line ${answer}\n`.repeat(120);
const command = 'npm test -- --run src/a.test.ts';

const answers: Record<Dialect, (answer: string, texts: string[]) => object[]> = {
  claude(answer, texts) {
    const id = `msg_${answer}`;
    const toolId = `toolu_${answer}`;
    const session = { session_id: '3f6b1c1e-0000-4000-8000-000000000001', parent_tool_use_id: null };
    const uuid = '3f6b1c1e-0000-4000-8000-000000000002';
    const stream = (event: object) => ({ type: 'stream_event', event, ...session, uuid, api_message_id: id });
    const whole = (content: object) => ({
      type: 'assistant',
      message: { id, type: 'message', role: 'assistant', model: 'fake', content: [content], usage: {} },
      ...session,
      uuid,
    });
    return [
      stream({ type: 'message_start', message: { id, usage: { input_tokens: 3, output_tokens: 1 } } }),
      stream({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      ...texts.map((text) => stream({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
      whole({ type: 'text', text: texts.join('') }),
      stream({ type: 'content_block_stop', index: 0 }),
      whole({ type: 'tool_use', id: toolId, name: 'Bash', input: { command } }),
      {
        type: 'user',
        message: { role: 'user', content: [{ tool_use_id: toolId, type: 'tool_result', content: toolOutput(answer) }] },
        ...session,
        uuid,
      },
    ];
  },
  codex(answer, texts) {
    const place = { threadId: 'thread-1', turnId: 'turn-1' };
    const itemId = `msg_${answer}`;
    const call = { type: 'commandExecution', id: `call_${answer}`, command, cwd: '/', commandActions: [] };
    const aggregatedOutput = toolOutput(answer);
    const item = (method: string, what: object) => ({ method, params: { item: what, ...place } });
    return [
      item('item/started', { type: 'agentMessage', id: itemId, text: '' }),
      ...texts.map((delta) => ({ method: 'item/agentMessage/delta', params: { ...place, itemId, delta } })),
      item('item/completed', { type: 'agentMessage', id: itemId, text: texts.join('') }),
      item('item/started', { ...call, status: 'inProgress' }),
      item('item/completed', { ...call, status: 'completed', exitCode: 0, durationMs: 5, aggregatedOutput }),
    ];
  },
  acp(answer, texts) {
    const toolCallId = `call_${answer}`;
    const update = (one: object) => ({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 's-1', update: one },
    });
    const content = [{ type: 'content', content: { type: 'text', text: toolOutput(answer) } }];
    return [
      ...texts.map((text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })),
      update({ sessionUpdate: 'tool_call', toolCallId, title: command, kind: 'execute', rawInput: { command } }),
      update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', content }),
    ];
  },
};
