import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { codexFactory } from '@collagility/adapters/drivers/codex';
import type {
  AdapterConfig,
  AdapterEvent,
  AdapterEventOf,
  AdapterEventType,
  IAgentAdapter,
} from '@collagility/adapters/port';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { answerText } from '@collagility/fixtures/agents/codex/scenarios.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { surfaceOf } from './codex-surface.ts';
import { codexBinary, openRealCodex, type RealCodex } from './real-codex.ts';

// What only the real program can show. The promises of the port are in codex-contract.agent.ts.

const mcpServer = join(import.meta.dirname, '..', '..', 'fixtures', 'fake-clis', 'mcp-trace.mjs');

const open: RealCodex[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((world) => world.close()));
});

async function world(environment: Record<string, string> = {}): Promise<RealCodex> {
  const real = await openRealCodex(environment);
  open.push(real);
  return real;
}

type Approval = AdapterEventOf<'TOOL_APPROVAL_REQUESTED'>['payload'];

async function start(
  real: RealCodex,
  config: Partial<AdapterConfig> = {},
  answer: (request: Approval) => object = () => ({ approved: true }),
) {
  const adapter: IAgentAdapter = real.create();
  const init = await adapter.initialize({ ...real.config, ...config });
  const events: AdapterEvent[] = [];
  const iterator = adapter.streamEvents()[Symbol.asyncIterator]();
  let count = 0;
  async function until(type: AdapterEventType): Promise<void> {
    for (;;) {
      const { value } = await iterator.next();
      if (value === undefined) throw new Error('The events ended.');
      events.push(value);
      if (value.type === type) return;
      if (value.type !== 'TOOL_APPROVAL_REQUESTED') continue;
      await adapter.approveTool({ approved: true, ...answer(value.payload), toolId: value.payload.requestId });
    }
  }
  return {
    adapter,
    init,
    until,
    of: <T extends AdapterEventType>(type: T) =>
      events.flatMap((event) => (event.type === type ? [event.payload as AdapterEventOf<T>['payload']] : [])),
    said: () => events.flatMap((event) => (event.type === 'BLOCK_END' ? [event.payload.text] : [])),
    async turn(text: string, stopAt: AdapterEventType = 'STREAM_END') {
      count += 1;
      events.splice(0);
      await adapter.sendPrompt({ promptId: `p${count}`, correlationId: `c${count}`, text });
      await until(stopAt);
    },
  };
}

const inputSeen = (real: RealCodex): string => JSON.stringify(real.model.requests().at(-1)?.['input']);

describe('approvals', () => {
  test('a session rule is kept for this very command, and nothing is written for good', async () => {
    const real = await world();
    const config = join(real.codexHome, 'config.toml');
    const before = readFileSync(config, 'utf8');
    const one = await start(real, {}, () => ({ scope: 'session' }));
    expect(one.init.unasked).toEqual([]);
    await real.script('shell');
    await one.turn('once');
    expect(one.of('TOOL_APPROVAL_REQUESTED')).toMatchObject([{ nativeSessionRule: 'touch ran.txt' }]);
    await real.script('shell');
    await one.turn('twice');
    expect(one.of('TOOL_APPROVAL_REQUESTED')).toEqual([]);
    await real.script('requests');
    await one.turn('others');
    expect(one.of('TOOL_APPROVAL_REQUESTED')).toHaveLength(2);
    await one.adapter.setMode('act');
    await real.script('write');
    await one.turn('act');
    expect(real.hasRun('write')).toBe(true);
    expect(readFileSync(config, 'utf8')).toBe(before);
    expect(existsSync(join(real.codexHome, 'rules', 'default.rules'))).toBe(false);
  });

  test('a tool of an MCP server that says it only reads is asked for, of the room’s servers and of the user’s', async () => {
    const real = await world();
    const server = { command: process.execPath, args: [mcpServer, join(real.codexHome, 'trace.txt')] };
    appendFileSync(
      join(real.codexHome, 'config.toml'),
      `\n[mcp_servers.users]\ncommand = "${server.command}"\nargs = ${JSON.stringify(server.args)}\n`,
    );
    const one = await start(real, { mcpServers: { rooms: server } });
    const call = (namespace: string): ModelStep => ({
      content: [{ type: 'tool_use', name: 'echo', input: {}, namespace }],
    });
    real.model.addTurn([call('mcp__rooms'), call('mcp__users')]);
    await one.turn('go');
    expect(one.of('TOOL_APPROVAL_REQUESTED').map(({ toolCall }) => toolCall.title)).toEqual([
      'rooms · echo',
      'users · echo',
    ]);
    expect(one.of('TOOL_EXECUTED')).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
  });

  test('the words of a refusal reach the model with it', async () => {
    const real = await world();
    const one = await start(real, {}, () => ({ approved: false, userFeedback: 'Use the other folder.' }));
    await real.script('shell');
    await one.turn('go');
    expect(inputSeen(real)).toContain('Use the other folder.');
    expect(one.of('TOOL_EXECUTED')).toMatchObject([{ status: 'denied' }]);
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
  });

  test('a refusal that ends the turn ends it', async () => {
    const real = await world();
    const one = await start(real, {}, () => ({ approved: false, endTurn: true }));
    await real.script('write');
    await one.turn('go');
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(real.hasRun('write')).toBe(false);
  });
});

test('an interrupt ends the running command, too', async () => {
  const real = await world();
  const one = await start(real);
  const script = 'while :; do date > alive.txt; sleep 0.1; done';
  real.model.addTurn([{ content: [{ type: 'tool_use', name: 'exec_command', input: { cmd: script } }] }]);
  await one.turn('go', 'TOOL_APPROVAL_REQUESTED');
  const [request] = one.of('TOOL_APPROVAL_REQUESTED');
  await one.adapter.approveTool({ toolId: request?.requestId ?? '', approved: true });
  const file = join(real.folder, 'alive.txt');
  await expect.poll(() => existsSync(file)).toBe(true);
  await one.adapter.interrupt();
  await one.until('STREAM_END');
  rmSync(file);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(existsSync(file)).toBe(false);
  expect(one.of('TOOL_EXECUTED')).toHaveLength(1);
});

test('text that comes while a tool runs is read in the same turn', async () => {
  const real = await world();
  let adapter: IAgentAdapter | undefined;
  const one = await start(real, {}, () => {
    void adapter?.steer({ promptId: 'p1b', correlationId: 'c1', text: 'and say hello' });
    return {};
  });
  adapter = one.adapter;
  await real.script('shell');
  await one.turn('go');
  expect(inputSeen(real)).toContain('and say hello');
  expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
});

describe('failures', () => {
  const refused = (status: number, type: string, message: string): ModelStep => ({ error: { status, type, message } });

  test.each([
    [401, 'invalid_api_key', 'AUTH_CREDENTIAL_INVALID', 'Incorrect API key provided: sk-abc'],
    [429, 'rate_limit_exceeded', 'RATE_LIMIT_EXCEEDED', 'slow down'],
    [429, 'insufficient_quota', 'QUOTA_EXHAUSTED', 'You exceeded your current quota.'],
    [404, 'model_not_found', 'MODEL_NOT_FOUND', 'The model does not exist.'],
    [500, 'server_error', 'PROVIDER_UNREACHABLE', 'oops'],
    [200, 'context_length_exceeded', 'CONTEXT_WINDOW_EXCEEDED', 'too long'],
    [200, 'rate_limit_exceeded', 'RATE_LIMIT_EXCEEDED', 'slow down'],
  ])('%i %s ends the turn as %s, and the next one works', async (status, type, code, message) => {
    const real = await world();
    const one = await start(real);
    real.model.addTurn(Array.from({ length: 8 }, () => refused(status, type, message)));
    await one.turn('hi');
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'failed', error: { code } }]);
    expect(one.of('ERROR').map(({ error }) => error.code)).toContain(code);
    expect(JSON.stringify(one.of('ERROR'))).not.toContain('127.0.0.1');
    const text = (words: string): ModelStep => ({ content: [{ type: 'text', text: words }] });
    real.model.clear();
    // Where the conversation was too long, Codex shortens it first.
    real.model.addTurn([...(code === 'CONTEXT_WINDOW_EXCEEDED' ? [text('A summary.')] : []), text(answerText)]);
    await one.turn('again');
    expect(one.said()).toEqual([answerText]);
  });

  test('a stream that is cut is tried again, and what was shown of it is taken back', async () => {
    const real = await world();
    const one = await start(real);
    const whole = { content: [{ type: 'text' as const, text: answerText }] };
    real.model.addTurn([{ ...whole, chunkSize: 8, cut: { afterEvents: 5, how: 'destroy' } }, whole]);
    await one.turn('hi');
    expect(one.of('RETRACTED')).toHaveLength(1);
    expect(one.said()).toEqual([answerText]);
  });

  test('a server that is not there is told, and the turn can be interrupted', async () => {
    const real = await world();
    const one = await start(real);
    await real.model.close();
    await one.turn('hi', 'ERROR');
    expect(one.of('ERROR')).toMatchObject([{ error: { code: 'PROVIDER_UNREACHABLE' } }]);
    await one.adapter.interrupt();
    await one.until('STREAM_END');
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
  });

  test('a key that is not set is named', async () => {
    const real = await world({ OPENAI_TEST_KEY: '' });
    const one = await start(real);
    await one.turn('hi');
    expect(one.of('STREAM_END')).toMatchObject([
      {
        outcome: 'failed',
        error: { code: 'AUTH_CREDENTIAL_INVALID', fix: expect.stringContaining('OPENAI_TEST_KEY') },
      },
    ]);
  });
});

test('is found, with its version, and needs no login for a provider of the user’s own', async () => {
  const real = await world();
  expect(await codexFactory().detect(real.environment)).toMatchObject({
    installed: true,
    version: '0.171.0',
    loggedIn: true,
  });
});

test('without a login it does not start, and says how to log in', async () => {
  const real = await world();
  const bare = mkdtempSync(join(dirname(real.codexHome), 'bare-'));
  const config = { ...real.config, environment: { CODEX_HOME: bare } };
  await expect(real.create().initialize(config)).rejects.toMatchObject({
    code: 'AUTH_CREDENTIAL_INVALID',
    detail: { fix: expect.stringContaining('codex login') },
  });
});

test('its protocol is the one that the driver was written for; the difference names what drifted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clg-schema-'));
  const real = await world();
  const args = ['app-server', 'generate-json-schema', '--experimental', '--out', folder];
  execFileSync(codexBinary, args, { env: real.environment });
  const surface = `${JSON.stringify(surfaceOf(folder), undefined, 1)}\n`;
  rmSync(folder, { recursive: true });
  await expect(surface).toMatchFileSnapshot('../../fixtures/agents/codex/0.171.0/surface.json');
});
