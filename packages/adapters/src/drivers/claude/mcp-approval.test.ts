import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { type Fields, fieldsAt, isFields, textAt } from '../../fields.ts';
import { type AskApproval, type McpApproval, startMcpApproval } from './mcp-approval.ts';

const servers: McpApproval[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function open(ask: AskApproval = async () => ({ behavior: 'allow', updatedInput: {} })) {
  const server = await startMcpApproval(ask);
  servers.push(server);
  const { port } = new URL(server.url);
  const bearer = textAt(fieldsAt(server.serverEntry, 'headers'), 'Authorization') ?? '';
  return { server, port, bearer };
}

/** By hand: `fetch` does not let a caller choose its Host. */
function post(
  port: string,
  headers: Record<string, string>,
  body: Fields,
  method = 'POST',
  path = '/mcp',
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(method === 'GET' ? undefined : JSON.stringify(body));
  });
}

const call = (input: Fields): Fields => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'approve', arguments: { tool_name: 'Bash', input, tool_use_id: 'toolu_1' } },
});

const good = (port: string, bearer: string): Record<string, string> => ({
  host: `127.0.0.1:${port}`,
  authorization: bearer,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
});

describe('the approval server', () => {
  test('asks with the call as it came and gives the answer back word for word', async () => {
    const asked: Fields[] = [];
    const { port, bearer } = await open(async (one) => {
      asked.push(one);
      return { behavior: 'deny', message: 'Not this folder.' };
    });
    const { status, body } = await post(port, good(port, bearer), call({ command: 'rm -rf dist' }));
    expect(status).toBe(200);
    expect(asked).toEqual([{ tool_name: 'Bash', input: { command: 'rm -rf dist' }, tool_use_id: 'toolu_1' }]);
    const result = isFields(body) ? fieldsAt(body, 'result') : {};
    expect(result['content']).toEqual([{ type: 'text', text: '{"behavior":"deny","message":"Not this folder."}' }]);
  });

  test('answers one question while another is open', async () => {
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { port, bearer } = await open(async (one) => {
      if (JSON.stringify(one).includes('slow')) await waiting;
      return { behavior: 'allow' };
    });
    const slow = post(port, good(port, bearer), call({ command: 'slow' }));
    expect((await post(port, good(port, bearer), call({ command: 'fast' }))).status).toBe(200);
    release();
    expect((await slow).status).toBe(200);
  });

  test('[CLG-80] [P1] has a listener of its own, on loopback only, and waits for people for a day', async () => {
    const { server } = await open();
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    expect(server.serverEntry['timeout']).toBeGreaterThanOrEqual(86_400_000);
  });

  test.each([
    ['no bearer', { authorization: '' }, 401],
    ['another bearer', { authorization: 'Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, 401],
    ['[B64] a name that resolves to loopback', { host: 'evil.example:PORT', origin: 'http://evil.example:PORT' }, 403],
    ['[B64] localhost instead of the exact host', { host: 'localhost:PORT' }, 403],
    ['[B64] another origin', { origin: 'http://evil.example' }, 403],
    ['[B64] the origin "null"', { origin: 'null' }, 403],
    ['a request that came through a proxy', { 'x-forwarded-for': '10.0.0.1' }, 403],
    ['a forwarded header', { forwarded: 'for=10.0.0.1' }, 403],
  ])('refuses %s, and asks nobody', async (_title, change, status) => {
    const asked: Fields[] = [];
    const { port, bearer } = await open(async (one) => {
      asked.push(one);
      return { behavior: 'allow' };
    });
    const changed = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, value.replace('PORT', port)]),
    );
    expect((await post(port, { ...good(port, bearer), ...changed }, call({}))).status).toBe(status);
    expect(asked).toEqual([]);
  });

  test('[B64] has nothing to read: GET is refused', async () => {
    const { port, bearer } = await open();
    expect((await post(port, good(port, bearer), {}, 'GET')).status).toBe(405);
  });

  test('[CLG-82] [P3] its bearer can put the question and nothing else: no other tool, nothing to list, no other path', async () => {
    const asked: Fields[] = [];
    const { port, bearer } = await open(async (one) => {
      asked.push(one);
      return { behavior: 'allow' };
    });
    const ask = (body: Fields, path?: string) => post(port, good(port, bearer), body, 'POST', path);
    const listed = await ask({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const result = isFields(listed.body) ? fieldsAt(listed.body, 'result') : {};
    expect(Array.isArray(result['tools']) && result['tools'].map((tool: Fields) => tool['name'])).toEqual(['approve']);
    for (const method of ['resources/list', 'prompts/list', 'completion/complete']) {
      expect(JSON.stringify((await ask({ jsonrpc: '2.0', id: 1, method, params: {} })).body)).toContain('error');
    }
    const answer = { ...call({}), params: { name: 'answer', arguments: { decision: 'allow' } } };
    expect(JSON.stringify((await ask(answer)).body)).toMatch(/error/i);
    for (const path of ['/answer', '/approvals', '/', '/mcp/answer']) expect((await ask({}, path)).status).toBe(404);
    expect(asked).toEqual([]);
  });
});
