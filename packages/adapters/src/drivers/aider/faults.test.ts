import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelBlock, ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { describe, expect, test, vi } from 'vitest';
import { openFaultWorld } from '../../fault-world.ts';
import { findSurvivors } from '../../process/index.ts';
import { AiderAdapter } from './adapter.ts';
import { detectAider } from './detect.ts';
import { codeOf } from './failures.ts';
import { fakeAider, fakeScenarios, fakeTools } from './fake-aider.ts';
import { aiderFlags } from './flags.ts';
import type { AiderWaits } from './options.ts';

// How the driver bears an aider that misbehaves, and what it says to one that behaves. Each test starts a process.
vi.setConfig({ testTimeout: 20_000 });

const { shell, write, edit } = fakeTools;
const done: ModelStep = { content: [{ type: 'text', text: 'Done.' }] };
const question = (input: Record<string, unknown>): ModelBlock => ({ type: 'tool_use', name: 'question', input });

function open(faults: string[] = [], waits: Partial<AiderWaits> = {}) {
  const fake = fakeAider(faults);
  return openFaultWorld(
    fake,
    (started) => new AiderAdapter('aider-f', { ...started, waits: { startMs: 10_000, graceMs: 200, ...waits } }),
    fake.entryPath,
  );
}

describe('starting', () => {
  test.each([
    ['no-aider', 'PROVIDER_NOT_FOUND'],
    ['old', 'PROVIDER_NOT_FOUND'],
    ['config', 'PROCESS_CRASHED'],
    ['silent-start', 'PROTOCOL_VIOLATION'],
  ])('that cannot work is refused by its class (%s)', async (fault, code) => {
    await expect(open([fault], { startMs: 1_500 }).world.start()).rejects.toMatchObject({ code });
  });

  test('a newer one than was tried is used, and that is said', async () => {
    const { world } = open(['new']);
    await world.start();
    await world.turn();
    expect(world.of('STATUS')).toContainEqual(
      expect.objectContaining({ code: 'untried_version', text: expect.stringContaining('Newer') }),
    );
  });

  test('[B32] what it asks before there is a room is answered "no", and never blocks', async () => {
    const { world, fake } = open(['asks-early']);
    await world.start();
    expect(fake.lines('early.jsonl')).toEqual([{ value: 'no' }]);
  });

  test('[B32] banners and colours before its messages break nothing', async () => {
    const { world } = open(['garbage']);
    await world.start();
    expect(await world.turn()).toMatchObject({ outcome: 'completed' });
  });

  test('[B32] its flags win over the user’s settings, and go to it as a message', async () => {
    const { world, fake } = open();
    await world.start({ model: '--yes-always', systemPromptOverlay: '--yes-always' });
    expect(JSON.stringify(fake.lines('args.jsonl'))).not.toContain('yes-always');
    const [start] = fake.lines('received.jsonl');
    expect(start?.['flags']).toEqual(expect.arrayContaining(['--no-pretty', '--no-git', '--no-analytics']));
    expect(start?.['flags']).toContain('--model=--yes-always');
    expect(start?.['flags']).not.toContain('--yes-always');
  });

  test('[B32] in a sub-folder of a repository it keeps out of the rest', () => {
    const { workspace } = open();
    const inner = join(workspace.folder, 'inner');
    mkdirSync(join(workspace.folder, '.git'));
    mkdirSync(inner);
    expect(aiderFlags({ workspacePath: workspace.folder })).not.toContain('--no-git');
    expect(aiderFlags({ workspacePath: inner })).toContain('--no-git');
  });

  test('what its settings do unasked is said', async () => {
    expect((await open(['commits']).world.start()).unasked).toEqual(['git commits of the edits that were allowed']);
  });

  test.each([
    ['', { installed: true, version: '0.86.2' }],
    ['old', { installed: true, detail: expect.stringContaining('Older') }],
    ['no-aider', { installed: false }],
  ])('is found out before it is started (%s)', async (fault, found) => {
    const { fake } = open([fault]);
    expect(await detectAider(fake.environment, fake.entryPath)).toMatchObject(found);
  });
});

describe('questions', () => {
  test('its own become questions with its own answers, and "do not ask again" is one of them', async () => {
    const { world, fake } = open();
    fake.addTurn([{ content: [question({ question: 'Add file to the chat?', options: ['yes', 'no', 'never'] })] }]);
    await world.start();
    await world.turn('go', () => ({
      approved: true,
      answers: { 'Add file to the chat?': 'No, and do not ask again' },
    }));
    const [asked] = world.of('TOOL_APPROVAL_REQUESTED');
    expect(asked?.questions?.[0]?.options.map(({ label }) => label)).toEqual(['Yes', 'No', 'No, and do not ask again']);
    expect(fake.lines('received.jsonl').at(-1)).toMatchObject({ type: 'answer', value: 'never' });
  });

  test('an edit is asked about with what it changes, and the change is compared', async () => {
    const { world, fake, workspace } = open();
    await world.start();
    fake.addTurn([{ content: [write(join(workspace.folder, 'a.js'), 'one\n')] }, done]);
    await world.turn();
    fake.addTurn([{ content: [edit(join(workspace.folder, 'a.js'), 'one', 'two')] }, done]);
    await world.turn();
    expect(world.of('TOOL_APPROVAL_REQUESTED').map(({ toolCall }) => toolCall.arguments)).toEqual([
      { path: 'a.js', content: 'one\n' },
      { path: 'a.js', edits: [{ oldText: 'one', newText: 'two' }] },
    ]);
    expect(world.of('FILE_CHANGED').map(({ change, added, removed }) => ({ change, added, removed }))).toEqual([
      { change: 'added', added: 1, removed: 0 },
      { change: 'modified', added: 1, removed: 1 },
    ]);
    expect(world.of('STATUS')).toContainEqual({ code: 'commit', text: 'abc1234 feat: change' });
  });

  test('in `act` nothing is asked, and a turn may ask again', async () => {
    const { world, fake } = open();
    await world.start({ mode: 'act' });
    fake.addTurn([{ content: [shell('touch a.txt')] }]);
    await world.turn();
    expect(world.of('TOOL_APPROVAL_REQUESTED')).toEqual([]);
    fake.addTurn([{ content: [shell('touch b.txt')] }]);
    await world.send('go', { mode: 'ask' });
    await world.until('STREAM_END');
    expect(world.of('TOOL_APPROVAL_REQUESTED')).toHaveLength(1);
  });
});

describe('turns', () => {
  test.each([
    ['AuthenticationError', '', 'AUTH_CREDENTIAL_INVALID'],
    ['RateLimitError', '', 'RATE_LIMIT_EXCEEDED'],
    ['RateLimitError', 'insufficient_quota', 'QUOTA_EXHAUSTED'],
    ['ContextWindowExceededError', '', 'CONTEXT_WINDOW_EXCEEDED'],
    ['BadRequestError', 'maximum context length is 8192', 'CONTEXT_WINDOW_EXCEEDED'],
    ['NotFoundError', '', 'MODEL_NOT_FOUND'],
    ['InternalServerError', '', 'PROVIDER_UNREACHABLE'],
    ['APIConnectionError', '', 'PROVIDER_UNREACHABLE'],
    ['SomethingNewError', '', 'PROTOCOL_VIOLATION'],
  ])('%s %s is %s', (name, text, code) => {
    expect(codeOf(name, text)).toBe(code);
  });

  test('[B32] an error that ends its turn with success fails it by its class, without keys', async () => {
    const { world, fake } = open();
    await world.start();
    fake.addTurn([
      { error: { status: 401, type: 'AuthenticationError', message: 'Incorrect API key provided: sk-abcdefgh' } },
    ]);
    expect(await world.turn()).toMatchObject({ outcome: 'failed', error: { code: 'AUTH_CREDENTIAL_INVALID' } });
    const told = world.events.filter(({ type }) => type !== 'RAW');
    expect(JSON.stringify(told)).not.toContain('sk-abcdefgh');
    expect(await world.turn()).toMatchObject({ outcome: 'completed' });
  });

  test('what a retry makes void is taken back, and the text is there once', async () => {
    const { world, fake } = open();
    await world.start();
    const content: ModelBlock[] = [{ type: 'text', text: 'Hello there' }];
    fake.addTurn([{ content, chunkSize: 4, cut: { afterEvents: 2, how: 'destroy' } }]);
    expect(await world.turn()).toMatchObject({ outcome: 'completed' });
    const retracted = world.of('RETRACTED').flatMap(({ streamIds }) => streamIds);
    const left = world.of('BLOCK_END').filter(({ streamId }) => !retracted.includes(streamId));
    expect(left.map(({ text }) => text)).toEqual(['Hello there']);
  });

  test('a second end of a turn changes nothing', async () => {
    const { world, adapter } = open(['doubled']);
    await world.start();
    await world.turn();
    await world.turn();
    expect(world.of('STREAM_END')).toHaveLength(2);
    expect(adapter.status).toBe('READY');
  });

  test('[B22] a participant’s `/run` and `!` are text; the host’s are commands, and their output is shown', async () => {
    const { world, fake } = open();
    await world.start();
    for (const text of ['/run rm -rf .', '!rm -rf .']) await world.turn(text);
    expect(fake.prompts().map(({ text }) => text)).toEqual([' /run rm -rf .', ' !rm -rf .']);
    expect(fake.hasRunCommand('/run rm -rf .')).toBe(false);
    await world.send('/tokens', { mayCommand: true });
    await world.until('STREAM_END');
    expect(fake.hasRunCommand('/tokens')).toBe(true);
    expect(world.of('BLOCK_END').at(-1)?.text).toBe('Ran /tokens\n');
  });
});

describe('ends', () => {
  test('an interrupt that is not heard comes again as a signal', async () => {
    const { world, fake, adapter } = open(['ignores-interrupt'], { interruptStepMs: 300 });
    fake.addTurn(fakeScenarios['slow']?.('') ?? []);
    await world.start();
    await world.send();
    await world.until('STREAM_CHUNK');
    expect(await adapter.interrupt()).toMatchObject({ dispatched: true });
    await world.until('STREAM_END');
    expect(world.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(adapter.status).toBe('READY');
  });

  test('one that is heard by nothing ends the process; the turn counts as interrupted', async () => {
    const { world, fake, adapter } = open(['deaf', 'immortal'], { interruptStepMs: 300 });
    fake.addTurn(fakeScenarios['slow']?.('') ?? []);
    await world.start();
    await world.send();
    await world.until('STREAM_CHUNK');
    expect(await adapter.interrupt()).toMatchObject({ dispatched: true, acknowledged: false });
    await world.until('STREAM_END');
    expect(world.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(adapter.status).toBe('FAILED');
  });

  test('[B25] what its commands started ends with it, also what left its group', async () => {
    const { world, fake, adapter, records, workspace } = open();
    const command = 'setsid sleep 600 > /dev/null 2>&1 & echo on > on.txt; echo on';
    fake.addTurn([{ content: [shell(command)] }, { content: [shell('sleep 600')] }]);
    await world.start();
    await world.send();
    await world.until('TOOL_UPDATED');
    await adapter.terminate();
    expect(readFileSync(join(workspace.folder, 'on.txt'), 'utf8')).toBe('on\n');
    for (const record of records) expect(await findSurvivors(record)).toEqual([]);
  });
});
