import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { Hono } from 'hono';
import type { Fields } from '../../fields.ts';
import { mcpServerName } from './mcp-names.ts';

/** Claude gives up a silent HTTP tool call after 300 s unless the server's entry says otherwise; people take longer. */
const answerTimeoutMs = 24 * 60 * 60 * 1_000;

export interface McpApproval {
  /** For `mcpServers` of the agent's configuration. Holds the bearer: keep it off argv and out of logs. */
  readonly serverEntry: Fields;
  readonly url: string;
  close(): Promise<void>;
}

/** Asked about one call: resolves with the reply in Claude's words. `signal` says that the agent went away. */
export type AskApproval = (call: Fields, signal: AbortSignal) => Promise<Fields>;

/**
 * Approval over loopback for a Claude Code without the control protocol. The bearer can ask and nothing else.
 * Exact Host and Origin, and nothing that came through a proxy: a page of the browser cannot reach it.
 */
export async function startMcpApproval(ask: AskApproval): Promise<McpApproval> {
  const token = randomBytes(32).toString('base64url');
  const app = new Hono();
  let host = '';
  app.use(async (context, next) => {
    const header = (name: string) => context.req.header(name);
    const origin = header('origin');
    const isForwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].some(
      (name) => header(name) !== undefined,
    );
    if (header('host') !== host || (origin !== undefined && origin !== `http://${host}`) || isForwarded) {
      return context.body(null, 403);
    }
    if (!isSame(header('authorization') ?? '', `Bearer ${token}`)) return context.body(null, 401);
    await next();
    return;
  });
  app.post('/mcp', async (context) => {
    // Stateless: a server per request, so that one open question does not hold up another.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = approvalServer(ask, context.req.raw.signal);
    await server.connect(transport);
    return transport.handleRequest(context.req.raw);
  });
  app.all('/mcp', (context) => context.body(null, 405));

  const http = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(0, '127.0.0.1', resolve);
  });
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The approval server has no port.');
  host = `127.0.0.1:${address.port}`;
  const url = `http://${host}/mcp`;
  return {
    url,
    serverEntry: { type: 'http', url, headers: { Authorization: `Bearer ${token}` }, timeout: answerTimeoutMs },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

const toolName = 'approve';

function approvalServer(ask: AskApproval, signal: AbortSignal): Server {
  const server = new Server({ name: mcpServerName, version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      {
        name: toolName,
        description: 'Asks the people of the session whether a tool call may run.',
        inputSchema: {
          type: 'object',
          properties: { tool_name: { type: 'string' }, input: { type: 'object' }, tool_use_id: { type: 'string' } },
          required: ['tool_name', 'input'],
        },
      },
    ],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (params.name !== toolName) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
    const reply = await ask(params.arguments ?? {}, signal);
    return { content: [{ type: 'text', text: JSON.stringify(reply) }] };
  });
  return server;
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
