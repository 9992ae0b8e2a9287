import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { acpScenarios, toolNames } from '@collagility/fixtures/agents/acp-scenarios.ts';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { describe, expect, test, vi } from 'vitest';
import { FakeCli } from '../../fake-cli.ts';
import { openFaultWorld } from '../../fault-world.ts';
import { textsAt } from '../../fields.ts';
import { findSurvivors } from '../../process/index.ts';
import { PiAdapter } from './adapter.ts';
import { detectPi } from './detect.ts';
import { codeOf } from './failures.ts';
import type { PiWaits } from './options.ts';

// How the driver bears a pi that misbehaves, and what it says to one that behaves. Each test starts a process.
vi.setConfig({ testTimeout: 20_000 });

const tools = toolNames['pi'];
if (tools === undefined) throw new Error('The scenarios know no tools of pi.');
const scenarios = acpScenarios(tools);
const { shell } = tools;
const done: ModelStep = { content: [{ type: 'text', text: 'Done.' }] };
const call = (name: string, input: Record<string, unknown>): ModelStep => ({
  content: [{ type: 'tool_use', name, input }],
});

function open(faults: string[] = [], waits: Partial<PiWaits> = {}) {
  const fake = new FakeCli('pi.mjs', faults);
  return openFaultWorld(
    fake,
    (started) => new PiAdapter('pi-f', { ...started, waits: { answerMs: 10_000, graceMs: 200, ...waits } }),
  );
}

describe('starting', () => {
  test('without the gate it is not used: every tool would run unasked', async () => {
    const { world, adapter } = open(['no-gate'], { answerMs: 1_500 });
    await expect(world.start()).rejects.toMatchObject({ code: 'PROTOCOL_VIOLATION' });
    expect(adapter.status).toBe('FAILED');
  });

  test('the gate lies where only this user can read it, and is gone with the agent', async () => {
    const { world, adapter, fake } = open();
    await world.start();
    const args = textsAt(fake.lines('args.jsonl')[0] ?? {}, 'args');
    const gate = args[args.indexOf('--extension') + 1] ?? '';
    expect(statSync(gate).mode & 0o077).toBe(0);
    expect(statSync(dirname(gate)).mode & 0o077).toBe(0);
    await adapter.terminate();
    expect(existsSync(gate)).toBe(false);
  });

  test('no model to use is a login that is missing', async () => {
    await expect(open(['logged-out']).world.start()).rejects.toMatchObject({ code: 'AUTH_CREDENTIAL_INVALID' });
  });

  test('silence at the start is told in time', async () => {
    const { world } = open(['silent-start'], { answerMs: 300 });
    await expect(world.start()).rejects.toMatchObject({ code: 'PROTOCOL_VIOLATION' });
  });

  test('another session than the one that was asked for is not used', async () => {
    const { world, fake, workspace } = open();
    await world.start();
    await world.turn();
    const nativeSessionId = world.of('SESSION_STARTED')[0]?.nativeSessionId ?? '';
    await world.adapter.terminate();
    const adapter = new PiAdapter('pi-o', { environment: { ...fake.environment, FAKE_FAULTS: 'other-session' } });
    const config = { workspacePath: workspace.folder, binaryPath: fake.binaryPath, resume: { nativeSessionId } };
    await expect(adapter.initialize(config)).rejects.toMatchObject({ detail: { resumeRefused: true } });
    await adapter.terminate();
  });

  test('a session id that is none is refused, and is never a flag', async () => {
    for (const nativeSessionId of ['--no-tools', '../other.jsonl', '0']) {
      await expect(open().world.start({ resume: { nativeSessionId } })).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    }
  });

  test('a model that pi does not know is refused by name', async () => {
    await expect(open().world.start({ model: 'fake/none' })).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
  });

  test('it says how hard it can think, and is told with the start and later', async () => {
    const { world, fake } = open();
    expect(await world.start({ effort: 'high' })).toMatchObject({ effort: 'high', efforts: ['off', 'low', 'high'] });
    await world.turn();
    await world.adapter.setEffort?.('low');
    await world.turn();
    expect(fake.prompts().map(({ line }) => line['effort'])).toEqual(['high', 'low']);
    await expect(world.adapter.setEffort?.('enormous')).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });

  test('an effort of before that its model does not take is told, and it starts', async () => {
    const { world } = open();
    expect(await world.start({ effort: 'enormous' })).not.toMatchObject({ effort: 'enormous' });
    await world.turn();
    expect(world.of('STATUS').map(({ code }) => code)).toContain('effort_lost');
  });

  test.each([
    ['digits', { installed: false }],
    ['old', { installed: true, version: '0.73.1', detail: expect.stringContaining('Older') }],
    ['logged-out', { installed: true, loggedIn: false }],
    ['', { installed: true, version: '1.6.0', loggedIn: true }],
  ])('is found out before it is started (%s)', async (fault, found) => {
    const { fake } = open([fault]);
    expect(await detectPi(fake.environment, fake.binaryPath)).toMatchObject(found);
  });
});

describe('the gate', () => {
  test('asks about every tool, also those that it does not know, and lets plain looks through', async () => {
    const { world, fake, workspace } = open();
    fake.addTurn([call('read', { path: 'a' }), call('hologram', {}), call('mcp__x__y', { path: 'a' }), done]);
    await world.start();
    await world.turn('go', () => ({ approved: false }));
    expect(world.of('TOOL_APPROVAL_REQUESTED').map(({ toolCall }) => toolCall.kind)).toEqual(['other', 'mcp']);
    expect(workspace.hasRun('shell')).toBe(false);
  });

  test('where the bridge decides about all, looks are asked for as well', async () => {
    const { world, fake } = open();
    fake.addTurn([call('read', { path: 'a' }), call('read', { path: '/etc/passwd' }), done]);
    const isHarmless = ({ arguments: input }: { arguments: Record<string, unknown> }) => input['path'] === 'a';
    await world.start({ askForEverything: true, isHarmless });
    await world.turn('go', () => ({ approved: false }));
    expect(world.of('TOOL_APPROVAL_REQUESTED').map(({ toolCall }) => toolCall.arguments)).toEqual([
      { path: '/etc/passwd' },
    ]);
  });

  test('a question of another extension gets no person and no yes', async () => {
    const { world } = open(['other-dialog']);
    await world.start();
    expect(await world.turn()).toMatchObject({ outcome: 'completed' });
    expect(world.of('TOOL_APPROVAL_REQUESTED')).toEqual([]);
    expect(world.of('RAW').map(({ nativeType }) => nativeType)).toContain('extension_ui_request/confirm');
  });

  test('a turn may act where the room asks, and the next one asks again', async () => {
    const { world, fake } = open();
    await world.start();
    fake.addTurn([{ content: [shell('touch a.txt')] }, done]);
    await world.send('go', { mode: 'act' });
    await world.until('STREAM_END');
    expect(world.of('TOOL_APPROVAL_REQUESTED')).toEqual([]);
    fake.addTurn([{ content: [shell('touch b.txt')] }, done]);
    await world.turn();
    expect(world.of('TOOL_APPROVAL_REQUESTED')).toHaveLength(1);
  });
});

describe('turns', () => {
  test('a prompt that comes while pi runs by itself follows that run, and its turn ends with the answer', async () => {
    const { world, fake } = open(['runs-by-itself']);
    await world.start();
    fake.addTurn([done]);
    await world.turn();
    expect(world.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
    expect(world.of('BLOCK_END').map(({ text }) => text)).toEqual(['By itself.', 'Done.']);
    expect(fake.prompts()).toHaveLength(1);
    expect(world.adapter.status).toBe('READY');
  });

  test.each([
    ['401 Incorrect API key: sk-abcdefgh', 'AUTH_CREDENTIAL_INVALID'],
    ['429 rate limited', 'RATE_LIMIT_EXCEEDED'],
    ["400 This model's maximum context length is 8192 tokens", 'CONTEXT_WINDOW_EXCEEDED'],
    ['404 model not found', 'MODEL_NOT_FOUND'],
    ['insufficient_quota', 'QUOTA_EXHAUSTED'],
    ['503 overloaded', 'PROVIDER_UNREACHABLE'],
    ['Connection error.', 'PROVIDER_UNREACHABLE'],
  ])('"%s" is %s', (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  test('a failed answer fails the turn by its class, without keys, and the next one works', async () => {
    const { world, fake } = open();
    await world.start();
    fake.addTurn([{ error: { status: 401, type: 'x', message: 'bad key sk-abcdefgh' } }]);
    expect(await world.turn()).toMatchObject({ outcome: 'failed', error: { code: 'AUTH_CREDENTIAL_INVALID' } });
    expect(JSON.stringify(world.events)).not.toContain('sk-abcdefgh');
    expect(await world.turn()).toMatchObject({ outcome: 'completed' });
  });

  test('a prompt that pi refuses fails the turn and not the session', async () => {
    const { world, adapter } = open(['refuses-prompt']);
    await world.start();
    expect(await world.turn()).toMatchObject({ outcome: 'failed', error: { code: 'AUTH_CREDENTIAL_INVALID' } });
    expect(adapter.status).toBe('READY');
  });

  test('a command that is handled at once ends its turn', async () => {
    const { world } = open(['handled']);
    await world.start();
    expect(await world.turn()).toMatchObject({ outcome: 'completed' });
  });

  test('what a retry makes void is taken back, and the text is there once', async () => {
    const { world, fake } = open();
    await world.start();
    fake.addTurn([
      { content: [{ type: 'text', text: 'Hello there' }], chunkSize: 4, cut: { afterEvents: 2, how: 'destroy' } },
    ]);
    expect(await world.turn()).toMatchObject({ outcome: 'completed' });
    const retracted = world.of('RETRACTED').flatMap(({ streamIds }) => streamIds);
    expect(retracted).toHaveLength(1);
    const left = world.of('BLOCK_END').filter(({ streamId }) => !retracted.includes(streamId));
    expect(left.map(({ text }) => text)).toEqual(['Hello there']);
    expect(world.of('STATUS').map(({ code }) => code)).toEqual(['retrying']);
  });

  test('[B05] a second end of a run and what comes after it change nothing', async () => {
    const { world, adapter } = open(['doubled', 'late-events']);
    await world.start();
    await world.turn();
    await world.turn();
    expect(world.of('STREAM_END')).toHaveLength(2);
    expect(adapter.status).toBe('READY');
  });

  test('lines that are no message are kept for the host and break nothing', async () => {
    const { world } = open(['garbage']);
    await world.start();
    expect(await world.turn()).toMatchObject({ outcome: 'completed' });
  });

  test('output comes as differences that add up to the whole, over the length that pi repeats', async () => {
    const { world, fake } = open();
    fake.addTurn([{ content: [shell('for i in $(seq 1 20000); do echo line $i; done')] }, done]);
    await world.start();
    await world.turn();
    const told = world.of('TOOL_UPDATED').map(({ outputDelta }) => outputDelta ?? '');
    const whole = world.of('TOOL_EXECUTED')[0]?.output ?? '';
    expect(whole.length).toBeGreaterThan(150_000);
    expect(told.join('').length).toBeLessThan(whole.length * 1.2);
    expect(whole.endsWith(told.at(-1)?.trimEnd() ?? '?') || whole.includes(told.at(-1) ?? '?')).toBe(true);
    expect(world.of('TOOL_EXECUTED')[0]).toMatchObject({ exitCode: 0, status: 'completed' });
  });

  test('[B22] a participant’s template is text, the host’s is a command', async () => {
    const { world, fake } = open();
    await world.start();
    await world.send('/review all');
    await world.until('STREAM_END');
    await world.send('/review all', { mayCommand: true });
    await world.until('STREAM_END');
    expect(fake.prompts().map(({ text }) => text)).toEqual([' /review all', '/review all']);
  });

  test('[B20] what people write is never on the command line', async () => {
    const { world, fake } = open();
    await world.start({ systemPromptOverlay: '--tools everything' });
    await world.turn('--tools everything');
    expect(JSON.stringify(fake.lines('args.jsonl'))).not.toContain('everything');
  });
});

describe('ends', () => {
  test('an abort that is not obeyed ends the process; the turn counts as interrupted', async () => {
    const { world, fake, adapter } = open(['ignores-abort', 'immortal'], { interruptStepMs: 300 });
    fake.addTurn(scenarios['slow']?.('') ?? []);
    await world.start();
    await world.send();
    await world.until('STREAM_CHUNK');
    expect(await adapter.interrupt()).toMatchObject({ dispatched: true, acknowledged: false });
    await world.until('STREAM_END');
    expect(world.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(world.of('STATUS').map(({ code }) => code)).toContain('interrupt_escalated');
    expect(adapter.status).toBe('FAILED');
  });

  test('[B25] what its commands started ends with it, also what left its group', async () => {
    const { world, fake, adapter, records } = open();
    fake.addTurn([{ content: [shell('setsid sleep 600 & setsid sleep 601 > /dev/null 2>&1 & echo on')] }, done]);
    await world.start();
    await world.send();
    await world.until('TOOL_UPDATED');
    await adapter.terminate();
    for (const record of records) expect(await findSurvivors(record)).toEqual([]);
  });
});
