import { describe, expect, it } from 'vitest';
import { JsonRpc, type JsonRpcOptions } from './json-rpc.ts';

type Heard = { requests: unknown[]; notifications: unknown[]; strays: string[]; sent: string[] };

function open(more: Partial<JsonRpcOptions> = {}) {
  const heard: Heard = { requests: [], notifications: [], strays: [], sent: [] };
  const timers: Array<() => void> = [];
  const rpc = new JsonRpc({
    dialect: '2.0',
    send: async (line) => {
      heard.sent.push(line);
      return { ok: true };
    },
    startTimer: (_ms, work) => {
      timers.push(work);
      return () => undefined;
    },
    onRequest: ({ id, method, params }) => heard.requests.push({ id, method, params }),
    onNotification: (method, params) => heard.notifications.push({ method, params }),
    onStray: (kind) => heard.strays.push(kind),
    ...more,
  });
  const receive = (message: Record<string, unknown>) => rpc.receive(message, JSON.stringify(message));
  return { rpc, heard, timers, receive };
}

describe('JsonRpc', () => {
  it('settles each request by its own id, in any order', async () => {
    const { rpc, receive } = open();
    const [first, second] = [rpc.request('a', {}), rpc.request('b', {})];
    receive({ jsonrpc: '2.0', id: 2, result: 'two' });
    receive({ jsonrpc: '2.0', id: 1, error: { code: -32_602, message: 'bad', data: { why: 1 } } });
    expect(await second).toMatchObject({ ok: true, result: 'two' });
    expect(await first).toMatchObject({
      reason: 'refused',
      error: { code: -32_602, message: 'bad', data: { why: 1 } },
    });
  });

  it('a second answer, an answer to nobody and an answer to null settle nothing', async () => {
    const { rpc, receive, heard } = open();
    const reply = rpc.request('a', {});
    receive({ jsonrpc: '2.0', id: '1', result: 'another id: text is no number' });
    receive({ jsonrpc: '2.0', id: 1, result: 'first' });
    receive({ jsonrpc: '2.0', id: 1, result: 'second' });
    receive({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } });
    expect(await reply).toMatchObject({ result: 'first' });
    expect(heard.strays).toEqual(['unknown_answer', 'unknown_answer', 'not_a_message']);
  });

  it('a result of null, false or nothing is an answer; a message with neither is none', async () => {
    const { rpc, receive, heard } = open();
    const reply = rpc.request('a', {});
    receive({ jsonrpc: '2.0', id: 1 });
    receive({ jsonrpc: '2.0', id: 1, result: null });
    expect(await reply).toMatchObject({ ok: true, result: null });
    expect(heard.strays).toEqual(['not_a_message']);
  });

  it('in the dialect with the header, an object without it is noise; in the one without, it is none', () => {
    const strict = open();
    strict.receive({ method: 'log', params: {} });
    expect(strict.heard).toMatchObject({ notifications: [], strays: ['not_a_message'] });
    const codex = open({ dialect: 'headerless' });
    codex.receive({ method: 'log', params: { a: 1 } });
    expect(codex.heard.notifications).toEqual([{ method: 'log', params: { a: 1 } }]);
    void codex.rpc.notify('initialized', {});
    expect(JSON.parse(codex.heard.sent[0] ?? '')).toEqual({ method: 'initialized', params: {} });
  });

  it('hands requests on with their id, 0 and text included', () => {
    const { receive, heard } = open();
    receive({ jsonrpc: '2.0', id: 0, method: 'ask', params: { x: 1 } });
    receive({ jsonrpc: '2.0', id: 'uuid', method: 'ask', params: [] });
    expect(heard.requests).toEqual([
      { id: 0, method: 'ask', params: { x: 1 } },
      { id: 'uuid', method: 'ask', params: {} },
    ]);
  });

  it('silence ends the wait, and the late answer is a stray', async () => {
    const { rpc, timers, receive, heard } = open();
    const reply = rpc.request('a', {}, { timeoutMs: 5 });
    timers[0]?.();
    expect(await reply).toMatchObject({ reason: 'no_answer' });
    receive({ jsonrpc: '2.0', id: 1, result: 'late' });
    expect(heard.strays).toEqual(['unknown_answer']);
  });

  it('the end of the connection, or a write that fails, ends every wait', async () => {
    const { rpc } = open();
    const reply = rpc.request('a', {});
    rpc.close();
    expect(await reply).toMatchObject({ reason: 'closed' });
    expect(await rpc.request('b', {})).toMatchObject({ reason: 'closed' });
    const broken = open({ send: async () => ({ ok: false }) });
    const written: boolean[] = [];
    const refused = broken.rpc.request('a', {}, { onWritten: (isWritten) => written.push(isWritten) });
    expect(await refused).toMatchObject({ reason: 'closed' });
    expect(written).toEqual([false]);
  });

  it.each([
    ['{"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"x":"', 7],
    ['{"method":"item/fileChange/requestApproval","id":0,"params":{"x":"', 0],
    ['{ "jsonrpc": "2.0", "method": "fs/write_text_file", "id": "a-1", "params": {"x":"', 'a-1'],
  ])('refuses a request that was too long to be read: %s', (head, id) => {
    const { rpc, heard } = open();
    rpc.unread(head);
    expect(heard.sent.map((line): unknown => JSON.parse(line))).toMatchObject([{ id, error: { code: -32_602 } }]);
  });

  it('ends the wait for an answer that was too long to be read', async () => {
    const { rpc, heard } = open();
    const reply = rpc.request('a', {});
    rpc.unread('{"jsonrpc":"2.0","id":1,"result":{"x":"');
    expect(await reply).toMatchObject({ ok: false, reason: 'no_answer' });
    expect(heard.sent).toHaveLength(1);
  });

  it.each([
    '{"jsonrpc":"2.0","method":"session/update","params":{"id":7,"x":"',
    '{"params":{"id":7,"method":"a","x":"',
    '"id":7,"method":"a",',
    '',
  ])('answers nothing to what names no request of its own: %s', (head) => {
    const { rpc, heard } = open();
    rpc.unread(head);
    expect(heard.sent).toEqual([]);
  });
});
