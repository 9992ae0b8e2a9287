import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AdapterConfig,
  AdapterEvent,
  AdapterEventOf,
  AdapterEventType,
  IAgentAdapter,
} from '@collagility/adapters/port';
import { answerText } from '@collagility/fixtures/agents/claude/scenarios.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { openRealClaude, type RealClaude } from './real-claude.ts';

// What only the real program can show. The promises of the port are in claude-contract.agent.ts.

const open: RealClaude[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((world) => world.close()));
});

async function world(environment: Record<string, string> = {}): Promise<RealClaude> {
  const real = await openRealClaude(environment);
  open.push(real);
  return real;
}

type Approval = AdapterEventOf<'TOOL_APPROVAL_REQUESTED'>['payload'];
type Turn = ReturnType<typeof reader>;

/** Reads one adapter's events, turn by turn; answers each request with "yes" unless told otherwise. */
function reader(adapter: IAgentAdapter, answer: (request: Approval) => object = () => ({ approved: true })) {
  const events: AdapterEvent[] = [];
  const iterator = adapter.streamEvents()[Symbol.asyncIterator]();
  const of = <T extends AdapterEventType>(type: T) =>
    events.flatMap((event) => (event.type === type ? [event.payload as AdapterEventOf<T>['payload']] : []));
  return {
    of,
    async turn(promptId: string, text: string, until?: AdapterEventType) {
      events.splice(0);
      await adapter.sendPrompt({ promptId, correlationId: promptId, text });
      await this.go(until);
    },
    async go(until: AdapterEventType = 'STREAM_END') {
      for (;;) {
        const { value } = await iterator.next();
        if (value === undefined) throw new Error('The events ended.');
        events.push(value);
        if (value.type === until) return;
        if (value.type !== 'TOOL_APPROVAL_REQUESTED') continue;
        await adapter.approveTool({ approved: true, ...answer(value.payload), toolId: value.payload.requestId });
      }
    },
  };
}

async function start(real: RealClaude, config: Partial<AdapterConfig> = {}, answer?: (request: Approval) => object) {
  const adapter = real.create();
  const init = await adapter.initialize({ ...real.config, ...config });
  return { adapter, init, turns: reader(adapter, answer) };
}

const said = (turns: Turn) => turns.of('BLOCK_END').map((block) => block.text);

describe('approvals', () => {
  test('by the gate hook it asks for reads too, against the user’s own rules, and nothing is unasked', async () => {
    const real = await world();
    const { init, turns } = await start(real, { askForEverything: true }, () => ({ approved: false }));
    expect(init.unasked).toEqual([]);
    await real.script('edit');
    await turns.turn('p1', 'read it');
    expect(turns.of('TOOL_APPROVAL_REQUESTED')[0]).toMatchObject({
      toolCall: { toolName: 'Read' },
      reason: 'room policy',
    });
  });

  test('a session rule is kept for this very command, and writes no settings file', async () => {
    const real = await world();
    const { turns } = await start(real, {}, () => ({ scope: 'session' }));
    await real.script('shell');
    await turns.turn('p1', 'once');
    expect(turns.of('TOOL_APPROVAL_REQUESTED')[0]).toMatchObject({ nativeSessionRule: 'Bash(touch ran.txt)' });
    await real.script('shell');
    await turns.turn('p2', 'twice');
    expect(turns.of('TOOL_APPROVAL_REQUESTED')).toEqual([]);
    await real.script('requests');
    await turns.turn('p3', 'others');
    expect(turns.of('TOOL_APPROVAL_REQUESTED')).toHaveLength(2);
    expect(existsSync(join(real.folder, '.claude'))).toBe(false);
  });

  test('over MCP: allowed, refused with words, edited, a question; and the bearer is not on argv', async () => {
    const real = await world();
    const adapter = real.create({ approvalWay: 'mcp' });
    await adapter.initialize(real.config);
    const answers: object[] = [
      { updatedInput: { command: 'touch edited.txt' } },
      { approved: false, userFeedback: 'No.' },
    ];
    const turns = reader(adapter, (request) =>
      request.kind === 'question' ? { answers: { 'Which library should we use?': 'zod' } } : (answers.shift() ?? {}),
    );
    await real.script('shell');
    await turns.turn('p1', 'edited');
    expect([real.edited.hasRun(), real.hasRun('shell')]).toEqual([true, false]);
    await real.script('shell');
    await turns.turn('p2', 'refused');
    expect(turns.of('TOOL_EXECUTED')[0]).toMatchObject({ status: 'denied', output: 'No.' });
    await real.script('question');
    await turns.turn('p3', 'asked');
    expect(turns.of('TOOL_EXECUTED')[0]?.output).toContain('zod');
    const pid = real.lastPid();
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('Bearer');
  });

  test('over MCP an interrupt ends the process, and the next prompt goes on in the same session', async () => {
    const real = await world();
    const adapter = real.create({ approvalWay: 'mcp' });
    await adapter.initialize(real.config);
    const turns = reader(adapter);
    await real.script('slow');
    await turns.turn('p1', 'long', 'STREAM_CHUNK');
    expect(await adapter.interrupt()).toMatchObject({ accepted: true, dispatched: true });
    await turns.go();
    expect(turns.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
    await real.script('text');
    await turns.turn('p2', 'again');
    expect(said(turns)).toEqual([answerText]);
    expect(real.remembered()).toBe(true);
  });
});

describe('failures', () => {
  const refused = (status: number, type: string, message: string) => ({ error: { status, type, message } });

  test('401 is told with the first try, before the agent gives up, and can be interrupted', async () => {
    const real = await world();
    const { adapter, turns } = await start(real);
    real.model.addTurn(Array.from({ length: 20 }, () => refused(401, 'authentication_error', 'invalid x-api-key')));
    await turns.turn('p1', 'hi', 'ERROR');
    expect(turns.of('ERROR')[0]?.error).toMatchObject({
      code: 'AUTH_CREDENTIAL_INVALID',
      fix: expect.stringContaining('claude auth login'),
    });
    await adapter.interrupt();
    await turns.go();
    expect(turns.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
  });

  test('401 without retries ends the turn as failed, and the next one works', async () => {
    const real = await world({ CLAUDE_CODE_MAX_RETRIES: '0' });
    const { turns } = await start(real);
    real.model.addTurn([refused(401, 'authentication_error', 'invalid x-api-key')]);
    await turns.turn('p1', 'hi');
    expect(turns.of('STREAM_END')).toMatchObject([{ outcome: 'failed', error: { code: 'AUTH_CREDENTIAL_INVALID' } }]);
    expect(said(turns)).toEqual([]);
    await real.script('text');
    await turns.turn('p2', 'again');
    expect(said(turns)).toEqual([answerText]);
  });

  test('429 is told with the time of the next try, and the turn goes on', async () => {
    const real = await world();
    const { turns } = await start(real);
    real.model.addTurn([
      { error: { status: 429, type: 'rate_limit_error', message: 'slow down', headers: { 'retry-after': '1' } } },
      { content: [{ type: 'text', text: answerText }] },
    ]);
    await turns.turn('p1', 'hi');
    const [error] = turns.of('ERROR');
    expect(error?.error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', recoverable: true });
    expect(error?.error.retryAtMs).toBeGreaterThan(Date.now() - 60_000);
    expect(turns.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
  });

  test.each([
    [429, 'rate_limit_error', 'slow down', 'RATE_LIMIT_EXCEEDED'],
    [529, 'overloaded_error', 'Overloaded', 'RATE_LIMIT_EXCEEDED'],
    [400, 'invalid_request_error', 'prompt is too long: 250000 tokens > 200000 maximum', 'CONTEXT_WINDOW_EXCEEDED'],
    [404, 'not_found_error', 'model: no-such-model', 'MODEL_NOT_FOUND'],
    [400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.', 'QUOTA_EXHAUSTED'],
  ])('%i %s (%s) ends the turn as %s', async (status, type, message, code) => {
    const real = await world({ CLAUDE_CODE_MAX_RETRIES: '0' });
    const { turns } = await start(real);
    real.model.addTurn(Array.from({ length: 4 }, () => refused(status, type, message)));
    await turns.turn('p1', 'hi');
    expect(turns.of('STREAM_END')).toMatchObject([{ outcome: 'failed', error: { code } }]);
    expect(turns.of('ERROR').map(({ error }) => error.code)).toContain(code);
  });

  test('a stream that is cut is tried again, and what was shown of it is taken back', async () => {
    const real = await world();
    const { turns } = await start(real);
    const whole = { content: [{ type: 'text' as const, text: answerText }] };
    real.model.addTurn([{ ...whole, chunkSize: 8, cut: { afterEvents: 5, how: 'destroy' } }, whole]);
    await turns.turn('p1', 'hi');
    expect(turns.of('RETRACTED')).toHaveLength(1);
    expect(said(turns)).toEqual([answerText]);
  });

  test('a server that is not there is PROVIDER_UNREACHABLE', async () => {
    const real = await world({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', CLAUDE_CODE_MAX_RETRIES: '0' });
    const { turns } = await start(real);
    await turns.turn('p1', 'hi');
    expect(turns.of('STREAM_END')).toMatchObject([{ outcome: 'failed', error: { code: 'PROVIDER_UNREACHABLE' } }]);
  });

  test('without a credential it does not start, and says how to log in', async () => {
    const real = await world({ ANTHROPIC_API_KEY: '' });
    const failed = real.create().initialize(real.config);
    await expect(failed).rejects.toMatchObject({ code: 'AUTH_CREDENTIAL_INVALID' });
  });
});

describe('prompts and settings', () => {
  test('[B22] a participant’s @path is not read, also outside the workspace; the host’s is', async () => {
    const real = await world();
    const { adapter, turns } = await start(real);
    const text = `look at @${join(real.home, '.claude.json')} please`;
    await turns.turn('p1', text);
    expect(JSON.stringify(real.model.requests().at(-1)?.['messages'])).not.toContain('Result of calling the Read tool');
    await adapter.sendPrompt({ promptId: 'p2', correlationId: 'p2', text, mayCommand: true });
    await turns.go();
    expect(JSON.stringify(real.model.requests().at(-1)?.['messages'])).toContain('Result of calling the Read tool');
  });

  test('an addition to the system prompt reaches the model, at any size', async () => {
    const real = await world();
    const { turns } = await start(real, { systemPromptOverlay: `OVERLAY ${'x'.repeat(200_000)}` });
    await turns.turn('p1', 'hi');
    expect(JSON.stringify(real.model.requests()[0])).toContain('OVERLAY xxx');
  });

  test('`/clear` changes the session’s id, and the new one is told', async () => {
    const real = await world();
    const { adapter, turns } = await start(real);
    await turns.turn('p1', 'hi');
    const [first] = turns.of('SESSION_STARTED');
    await adapter.sendPrompt({ promptId: 'p2', correlationId: 'p2', text: '/clear', mayCommand: true });
    await turns.go();
    expect(turns.of('SESSION_STARTED').at(-1)?.nativeSessionId).not.toBe(first?.nativeSessionId);
  });

  test('text that comes while a tool runs is answered in the same turn', async () => {
    const real = await world();
    let adapter: IAgentAdapter | undefined;
    const started = await start(real, {}, () => {
      void adapter?.steer({ promptId: 'p1b', correlationId: 'p1', text: 'and say hello' });
      return {};
    });
    adapter = started.adapter;
    await real.script('shell');
    await started.turns.turn('p1', 'go');
    expect(started.turns.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
    expect(JSON.stringify(real.model.requests().at(-1)?.['messages'])).toContain('and say hello');
    expect(started.adapter.status).toBe('READY');
  });
});
