import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AcpAdapter } from './adapter.ts';
import { FakeAcp, fakeProfile } from './fake-acp.ts';
import { cursor } from './profiles/unproven.ts';
import { allow, endAfterTest, world } from './test-world.ts';

const said = (turn: { of: ReturnType<typeof world>['of'] }) =>
  turn
    .of('BLOCK_END')
    .filter(({ reasoning }) => !reasoning)
    .map(({ text }) => text);
const answer = 'The answer comes in several pieces, one after the other, until it is whole.';

describe('a start', () => {
  it('[B02] noise before and after the handshake is no answer and no failure', async () => {
    const one = world(['noisy']);
    expect(await one.start()).toMatchObject({ session: 'new', binaryVersion: '1.2.3' });
    expect(await one.adapter.getHealth()).toMatchObject({ binaryVersion: '1.2.3' });
    await one.turn('text');
    expect(said(one)).toEqual([answer]);
    expect(one.of('RAW').map(({ text }) => text)).toContain('Loaded cached credentials.');
  });

  it('[B02] silence ends with the budget of a program that is here; one that is fetched first has its own', async () => {
    const waits = { initializeMs: 150, fetchMs: 400 };
    await expect(world(['silent'], {}, { waits }).start()).rejects.toMatchObject({ code: 'PROTOCOL_VIOLATION' });
    const fetched = world(['silent'], { start: { ...fakeProfile.start, fetchesPackage: true } }, { waits });
    const begun = performance.now();
    await expect(fetched.start()).rejects.toMatchObject({ code: 'PROTOCOL_VIOLATION' });
    expect(performance.now() - begun).toBeGreaterThan(390);
    await fetched.until('STATUS');
    expect(fetched.of('STATUS')).toMatchObject([{ code: 'fetching' }]);
  });

  it('an exit is told with its last words, a missing program with the command that helps', async () => {
    await expect(world(['exits-on-start']).start()).rejects.toMatchObject({
      code: 'PROCESS_CRASHED',
      message: expect.stringContaining('no config found'),
    });
    const missing = world([]);
    await expect(missing.start({ binaryPath: '/nowhere/agent' })).rejects.toMatchObject({
      code: 'PROVIDER_NOT_FOUND',
      detail: { fix: 'Nothing to install.' },
    });
  });

  it('a login that is missing and a protocol that is too old are told as that', async () => {
    await expect(world(['logged-out']).start()).rejects.toMatchObject({
      code: 'AUTH_CREDENTIAL_INVALID',
      detail: { fix: 'Log in.' },
    });
    await expect(world(['old-protocol']).start()).rejects.toMatchObject({ code: 'PROTOCOL_VIOLATION' });
  });

  it('a model that the vendor hosts is refused where the host did not name it', async () => {
    const session = { hostedDefault: /^fake-/ };
    await expect(world([], { session }).start()).rejects.toMatchObject({
      code: 'AUTH_CREDENTIAL_INVALID',
      message: expect.stringContaining('hosts'),
    });
    expect(await world([], { session }).start({ model: 'fake-model' })).toMatchObject({ model: 'fake-model' });
  });

  it('updates before the session is known are held, those of another session are not shown', async () => {
    const one = world(['early-updates']);
    await one.start();
    await one.turn('text');
    expect(one.of('USAGE_UPDATED')[0]).toEqual({ usage: { contextTokens: 0, contextWindowTokens: 1_000 } });
    expect(said(one)).toEqual([answer]);
  });
});

describe('asking', () => {
  it('[B10] an agent that starts in a mode that lets all through is put into the one that asks, and asks', async () => {
    const one = world(['starts-in-auto']);
    expect(await one.start()).toMatchObject({ unasked: [] });
    await one.turn('write');
    expect(one.of('TOOL_APPROVAL_REQUESTED')).toHaveLength(1);
  });

  it('[B10] after a load it is put there again', async () => {
    const first = world(['load-only']);
    const { nativeSessionId } = await first.start();
    await first.turn('text');
    await first.adapter.terminate();
    const environment = { ...first.fake.environment, FAKE_FAULTS: 'load-only,starts-in-auto' };
    const adapter = new AcpAdapter('again', fakeProfile, { environment });
    endAfterTest({ adapter, fake: first.fake });
    const init = await adapter.initialize({
      workspacePath: first.fake.folder,
      binaryPath: first.fake.binaryPath,
      resume: { nativeSessionId: nativeSessionId ?? '' },
    });
    expect(init).toMatchObject({ session: 'resumed', unasked: [] });
    const modes = first.fake.received().filter((line) => line['method'] === 'session/set_mode');
    expect(modes).toMatchObject([{ params: { modeId: 'default' } }]);
  });

  it('one that leaves that mode in a turn is put back, and the room is told', async () => {
    const one = world(['drifts']);
    await one.start();
    await one.turn('write');
    // The agent's answer may come with the end of the turn.
    while (one.of('STATUS').length < 2) await one.until('STATUS');
    expect(one.of('STATUS')).toMatchObject([
      { code: 'permission_mode', text: 'yolo' },
      { code: 'permission_mode_restored', text: 'default' },
    ]);
  });

  it('one that leaves it by the host’s own lasting answer stays, is told, and is brought back by the host’s word', async () => {
    const one = world(['always-leaves']);
    await one.start();
    await one.turn('write', () => ({ approved: true, optionId: 'always' }));
    expect(one.of('STATUS')).toMatchObject([{ code: 'permission_mode', text: 'auto' }]);
    await one.turn('shell');
    expect(one.of('TOOL_APPROVAL_REQUESTED')).toHaveLength(1);
    expect((await one.adapter.setMode('ask')).unasked).toEqual([]);
    await one.turn('shell');
    expect(one.of('TOOL_APPROVAL_REQUESTED')).toHaveLength(2);
  });

  it('a mode that it does not know is told as unknown, never as asked for', async () => {
    const one = world([], { asking: { mode: 'careful' } });
    expect((await one.start()).unasked).toEqual([expect.stringContaining('could not be set')]);
  });

  it('what was not asked for is asked by the bridge: a file and a command that the agent hands over', async () => {
    for (const name of ['write', 'shell'] as const) {
      const one = world(['uses-client-unasked']);
      await one.start();
      await one.turn(name, () => ({ approved: false }));
      expect(one.of('TOOL_APPROVAL_REQUESTED')).toMatchObject([{ reason: expect.stringContaining('bridge') }]);
      expect(one.of('TOOL_EXECUTED')).toMatchObject([{ status: 'failed' }]);
      expect(() => readFileSync(join(one.fake.folder, name === 'write' ? 'written.txt' : 'ran.txt'))).toThrow();
    }
  });

  it('what was allowed is not asked a second time, and a command’s output is live', async () => {
    const one = world(['uses-client']);
    await one.start();
    await one.turn('write');
    await one.turn('bigOutput');
    expect(one.of('TOOL_APPROVAL_REQUESTED')).toHaveLength(2);
    expect(readFileSync(join(one.fake.folder, 'written.txt'), 'utf8')).toBe('x\n');
    expect(one.of('TOOL_UPDATED').filter(({ outputDelta }) => outputDelta !== undefined).length).toBeGreaterThan(1);
    expect(one.of('TOOL_EXECUTED').at(-1)).toMatchObject({ status: 'completed', exitCode: 0 });
  });

  it('a link out of the workspace is no way to write out of it', async () => {
    const one = world(['uses-client']);
    const outside = new FakeAcp();
    endAfterTest({ adapter: one.adapter, fake: outside });
    writeFileSync(join(outside.folder, 'victim.txt'), 'untouched');
    await one.start();
    symlinkSync(join(outside.folder, 'victim.txt'), join(one.fake.folder, 'written.txt'));
    await one.turn('write');
    expect(readFileSync(join(outside.folder, 'victim.txt'), 'utf8')).toBe('untouched');
    expect(one.of('TOOL_EXECUTED')).toMatchObject([
      { status: 'failed', output: expect.stringContaining('out of the workspace') },
    ]);
  });
});

describe('what the client does for the agent', () => {
  it('a command that the system does not even try is answered: the agent does not wait for ever', async () => {
    const one = world(['uses-client', 'writes-nul']);
    await one.start();
    await one.turn('shell');
    expect(one.of('TOOL_EXECUTED')).toMatchObject([{ status: 'failed' }]);
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
  });
});

describe('options', () => {
  it('all are carried with their true reach; the answer is the exact id, whatever it is called', async () => {
    const one = world([]);
    await one.start();
    await one.turn('write', () => ({ approved: false }));
    expect(one.of('TOOL_APPROVAL_REQUESTED')[0]?.options).toEqual(
      [
        { optionId: 'always', label: 'Always', kind: 'allow_always', reach: 'permanent', words: 'For ever.' },
        { optionId: 'allow-it', label: 'Yes', kind: 'allow_once', reach: 'once' },
        { optionId: 'allow_once', label: 'Allow once', kind: 'reject_once', reach: 'once' },
      ].map((option) => (option.optionId === 'allow_once' ? { ...option, label: 'No' } : option)),
    );
    expect(one.fake.answers()).toEqual(['reject']);
  });

  it('an allowing never becomes a wider one: without a narrow option it is refused, and that is said', async () => {
    const one = world(['only-wide']);
    await one.start();
    await one.turn('write');
    expect(one.fake.answers()).toEqual(['cancelled']);
    expect(one.of('ERROR')).toMatchObject([{ error: { code: 'UNSUPPORTED' } }]);
    expect(one.of('TOOL_EXECUTED')).toMatchObject([{ status: 'denied' }]);
  });

  it('a wide one is given only by its name, and never against the decision', async () => {
    const one = world([]);
    await one.start();
    await one.turn('write', () => ({ approved: true, optionId: 'always' }));
    await one.turn('shell', () => ({ approved: true, optionId: 'allow_once' }));
    expect(one.fake.answers()).toEqual(['always', 'reject']);
  });
});

describe('a cancelled turn', () => {
  it('is interrupted by our own doing, whatever the agent calls it', async () => {
    const one = world(['cancel-is-end']);
    await one.start();
    await one.turn('slow', allow, 'STREAM_CHUNK');
    await one.adapter.interrupt();
    await one.until('STREAM_END');
    expect(one.of('STREAM_END')).toEqual([{ outcome: 'interrupted', usage: expect.anything() }]);
  });

  it('that does not stop ends with the process, its descendants too', async () => {
    const one = world(['never-cancels', 'immortal'], {}, { waits: { cancelMs: 100, graceMs: 100 } });
    await one.start();
    await one.turn('slow', allow, 'STREAM_CHUNK');
    expect(await one.adapter.interrupt()).toMatchObject({ accepted: true, acknowledged: false });
    await one.until('STREAM_END');
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(one.of('STATUS')).toMatchObject([{ code: 'interrupt_escalated' }]);
    expect(one.adapter.status).toBe('FAILED');
  });

  it('a refusal that ends the turn of the agent is no interrupt of ours', async () => {
    const one = world(['refusal-ends']);
    await one.start();
    await one.turn('write', () => ({ approved: false }));
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'completed', reason: 'request_refused' }]);
  });
});

describe('bad input', () => {
  it('no line, half line, unknown kind, wrong type, split character or 17 MiB stops a turn; none of it is shown', async () => {
    const one = world(['bad-input']);
    await one.start();
    await one.turn('text');
    expect(said(one)).toEqual([answer]);
    expect(one.of('BLOCK_END').find(({ reasoning }) => reasoning)?.text).toBe('😀 \u2028 é');
    expect(one.of('ERROR')).toMatchObject([
      { error: { code: 'PROTOCOL_VIOLATION', message: expect.stringContaining('line_too_long') } },
    ]);
    expect(one.of('RAW').map(({ nativeType }) => nativeType)).toEqual(
      expect.arrayContaining(['stdout', 'stray', 'session/update/brand_new_kind', 'content/hologram']),
    );
    expect(JSON.stringify(one.events)).not.toMatch(/secret/);
    expect(one.fake.received().find((line) => line['id'] === 77)).toMatchObject({ error: { code: -32_601 } });
  });

  it('a request of the vendor that would stall it is answered with what chooses nothing, and nobody is asked', async () => {
    const nothing = { outcome: { outcome: 'cancelled' } };
    const one = world(['bad-input'], { harmlessAnswers: { 'vendor/ask': nothing } });
    await one.start();
    await one.turn('text');
    expect(one.fake.received().find((line) => line['id'] === 77)).toMatchObject({ result: nothing });
    expect(one.of('TOOL_APPROVAL_REQUESTED')).toEqual([]);
    expect(Object.keys(cursor.harmlessAnswers ?? {})).toEqual(
      expect.arrayContaining(['cursor/ask_question', 'cursor/create_plan']),
    );
  });

  it('vendor facts and raw output never leave the driver', async () => {
    const one = world([]);
    await one.start();
    await one.turn('write');
    expect(
      JSON.stringify(
        one.events.map((event) =>
          event.type === 'TOOL_APPROVAL_REQUESTED'
            ? { ...event, payload: { ...event.payload, nativeRequest: '' } }
            : event,
        ),
      ),
    ).not.toMatch(/secret-host|raw-output|_meta|rawOutput/);
  });

  it('two answers to one prompt end one turn; late news of a call change nothing', async () => {
    const one = world(['answers-twice', 'late-updates']);
    await one.start();
    await one.turn('shell');
    await one.turn('text');
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }, { outcome: 'completed' }]);
    expect(one.of('TOOL_EXECUTED')).toHaveLength(1);
  });

  it('calls that are counted anew in each turn are told apart', async () => {
    const one = world(['same-ids']);
    await one.start();
    await one.turn('shell');
    await one.turn('write');
    const started = one.of('TOOL_STARTED').map(({ toolCall }) => toolCall.toolId);
    expect(new Set(started).size).toBe(2);
    expect(one.of('TOOL_EXECUTED').map(({ toolId, status }) => [toolId, status])).toEqual(
      started.map((id) => [id, 'completed']),
    );
  });

  it('an exit without a result is a crash, told with how it ended', async () => {
    const one = world(['silent-exit']);
    await one.start();
    await one.turn('text');
    expect(one.of('STREAM_END')).toMatchObject([
      { outcome: 'failed', error: { code: 'PROCESS_CRASHED', message: expect.stringContaining('exit code 0') } },
    ]);
  });

  it('[B26] one that ends before it has read a large prompt fails that turn with its last words, and starts again', async () => {
    const one = world(['dies-on-input']);
    await one.start();
    const text = 'x'.repeat(8 * 1024 * 1024);
    // Whether the bytes were taken is a matter of luck; how it ended is not.
    await one.adapter.sendPrompt({ promptId: 'p-large', correlationId: 'c', text }).catch(() => undefined);
    await one.until('STREAM_END');
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'failed', error: { code: 'PROCESS_CRASHED' } }]);
    // The turn may end with the failed write, just before the exit is known.
    while (one.adapter.status !== 'FAILED') await one.until('ERROR');
    expect(JSON.stringify(one.of('ERROR'))).toMatch(/exit code 7/);
    expect(await one.start()).toMatchObject({ session: 'new' });
  });

  it('silence in a turn is told once', async () => {
    const one = world([], {}, { waits: { stallMs: 60 } });
    await one.start();
    one.fake.addTurn([{ content: [{ type: 'text', text: 'aa' }], chunkSize: 1, chunkDelayMs: 400 }]);
    await one.adapter.sendPrompt({ promptId: 'p', correlationId: 'c', text: 'wait' });
    await one.until('ERROR');
    expect(one.of('ERROR')).toMatchObject([{ error: { code: 'STALLED' } }]);
    await one.adapter.interrupt();
  });

  it.each([
    [{ code: -32_000, message: 'Authentication required' }, 'AUTH_CREDENTIAL_INVALID'],
    [{ code: 429, message: 'Rate limit exceeded. Try again later.' }, 'RATE_LIMIT_EXCEEDED'],
    [{ code: -32_603, message: 'Internal error', data: { errorKind: 'rate_limit' } }, 'RATE_LIMIT_EXCEEDED'],
    [
      { code: -32_603, message: 'Internal error', data: { details: '401 Incorrect API key provided' } },
      'AUTH_CREDENTIAL_INVALID',
    ],
    [
      { code: -32_603, message: 'Internal error', data: { details: "400 This model's maximum context length is 10" } },
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [{ code: -32_603, message: 'fetch failed: ECONNREFUSED' }, 'PROVIDER_UNREACHABLE'],
    [{ code: -32_603, message: 'Something else' }, 'PROTOCOL_VIOLATION'],
  ] as const)('the error %j ends the turn as %s', async (error, code) => {
    const one = world([]);
    await one.start();
    one.fake.addTurn([{ error }]);
    await one.adapter.sendPrompt({ promptId: 'p', correlationId: 'c', text: 'hi' });
    await one.until('STREAM_END');
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'failed', error: { code } }]);
    expect(one.adapter.status).toBe('READY');
  });
});

it('a list of commands that comes after the start is told, by names', async () => {
  const told = world(['tells-commands']);
  await told.start();
  await told.until('COMMANDS_CHANGED');
  expect(told.of('COMMANDS_CHANGED')).toEqual([{ commands: ['compact', 'plan'] }]);
});

it('an effort of before that it does not take now is told, and it starts', async () => {
  const one = world([]);
  expect(await one.start({ effort: 'high' })).not.toHaveProperty('effort');
  await one.until('STATUS');
  expect(one.of('STATUS')).toMatchObject([{ code: 'effort_lost', text: expect.stringContaining('"high"') }]);
  expect(one.adapter.status).toBe('READY');
});

it('a request with the id of a call that has ended shows what is asked now, not what was asked then', async () => {
  const one = world(['same-ids']);
  await one.start();
  await one.turn('requests');
  const asked = one.of('TOOL_APPROVAL_REQUESTED').map(({ toolCall }) => toolCall);
  expect(asked.map((call) => call.arguments)).toMatchObject([
    { command: 'touch one.txt' },
    { command: 'touch two.txt' },
  ]);
  expect(asked[0]?.toolId).not.toBe(asked[1]?.toolId);
  expect(one.of('TOOL_EXECUTED').map(({ toolId, status }) => [toolId, status])).toEqual(
    asked.map(({ toolId }) => [toolId, 'completed']),
  );
});
