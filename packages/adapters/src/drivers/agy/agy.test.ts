import { acpScenarios, type ToolNames } from '@collagility/fixtures/agents/acp-scenarios.ts';
import type { ModelBlock } from '@collagility/fixtures/agents/claude/model-step.ts';
import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import { describe, expect, test, vi } from 'vitest';
import { type ContractWorld, runAdapterContract } from '../../contract-tests/index.ts';
import { FakeCli } from '../../fake-cli.ts';
import { fakeContract } from '../../fake-contract.ts';
import { openFaultWorld } from '../../fault-world.ts';
import { AgyAdapter } from './adapter.ts';
import { detectAgy } from './detect.ts';
import { failureOf } from './failures.ts';
import type { AgyWaits } from './options.ts';
import { agyRow } from './row.ts';

vi.setConfig({ testTimeout: 20_000 });

const call = (name: string, input: Record<string, unknown>): ModelBlock => ({ type: 'tool_use', name, input });
const tools: ToolNames = {
  shell: (CommandLine) => call('run_command', { CommandLine }),
  write: (TargetFile, CodeContent) => call('write_to_file', { TargetFile, CodeContent }),
  edit: (TargetFile, before, after) => call('replace_file_content', { TargetFile, before, after }),
};
const scenarios = acpScenarios(tools);

async function openContract(): Promise<ContractWorld> {
  const fake = new FakeCli('agy.mjs');
  const create = (count: number, environment: Record<string, string>) =>
    new AgyAdapter(`agy-${count}`, { environment });
  return {
    ...fakeContract({ fake, workspace: openWorkspace(), scenarios, create }),
    unknownSessionId: 'not a conversation',
    contextFilesSeen: () => fake.contextFiles(),
  };
}

const asksNobody = 'it asks nobody; that it refuses is proven below';

runAdapterContract('Antigravity CLI (fake)', {
  row: agyRow,
  without: {
    write: asksNobody,
    shell: asksNobody,
    requests: asksNobody,
    question: asksNobody,
    plan: asksNobody,
    edit: asksNobody,
    slowTool: asksNobody,
    bigOutput: asksNobody,
  },
  open: openContract,
});

function open(faults: string[] = [], waits: Partial<AgyWaits> = {}) {
  const fake = new FakeCli('agy.mjs', faults);
  return openFaultWorld(fake, (started) => new AgyAdapter('agy-f', { ...started, waits: { graceMs: 200, ...waits } }));
}

describe('agy', () => {
  test.each(['write', 'shell'] as const)('a %s that would need a yes is refused by it, and shown', async (name) => {
    const { world, fake, workspace } = open();
    fake.addTurn(scenarios[name]?.(workspace.folder) ?? []);
    await world.start();
    expect(await world.turn()).toMatchObject({ outcome: 'completed' });
    expect(workspace.hasRun(name)).toBe(false);
    expect(world.of('TOOL_EXECUTED')).toMatchObject([{ status: 'denied' }]);
    expect(world.of('STATUS').map(({ code }) => code)).toEqual(['refused_unattended']);
    expect(world.of('TOOL_APPROVAL_REQUESTED')).toEqual([]);
  });

  test('in `act` it runs unasked and says so; the next turn does not', async () => {
    const { world, fake, workspace } = open();
    await world.start();
    expect((await world.adapter.setMode('act')).unasked.join()).toContain('everything');
    fake.addTurn(scenarios['write']?.(workspace.folder) ?? []);
    await world.turn();
    expect(workspace.hasRun('write')).toBe(true);
    fake.addTurn(scenarios['shell']?.(workspace.folder) ?? []);
    await world.send('go', { mode: 'ask' });
    await world.until('STREAM_END');
    expect(workspace.hasRun('shell')).toBe(false);
  });

  test('[B19] what people write is never on its command line, and no flag waits for a word', async () => {
    const { world, fake } = open();
    await world.start({ model: '--dangerously-skip-permissions' });
    await world.turn('--dangerously-skip-permissions');
    const args = fake.lines('args.jsonl').at(-1)?.['args'];
    expect(args).toEqual(
      expect.arrayContaining(['--print-timeout=0', '-p=', '--model=--dangerously-skip-permissions']),
    );
    expect(args).not.toContain('--dangerously-skip-permissions');
    expect(args).not.toContain('-p');
  });

  test('a quota on its diagnostics fails the turn by its class, and the next one can come', async () => {
    const { world, adapter } = open(['quota']);
    await world.start();
    expect(await world.turn()).toMatchObject({ outcome: 'failed', error: { code: 'RATE_LIMIT_EXCEEDED' } });
    expect(adapter.status).toBe('READY');
  });

  test('an end without a result is a crash; one after an interrupt is its end', async () => {
    const crashing = open(['silent-exit']);
    await crashing.world.start();
    expect(await crashing.world.turn()).toMatchObject({ outcome: 'failed', error: { code: 'PROCESS_CRASHED' } });
    const stopped = open(['deaf', 'immortal'], { interruptStepMs: 200 });
    stopped.fake.addTurn(scenarios['slow']?.('') ?? []);
    await stopped.world.start();
    await stopped.world.send();
    await stopped.world.until('STREAM_CHUNK');
    await stopped.adapter.interrupt();
    await stopped.world.until('STREAM_END');
    expect(stopped.world.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(stopped.adapter.status).toBe('READY');
  });

  test.each([
    ['completed', 'text', scenarios['text']?.('') ?? []],
    ['failed', 'error', [{ error: { status: 500, type: 'INTERNAL', message: 'broken' } }]],
  ])('an interrupt between the result and the exit finds the turn %s', async (outcome, _name, steps) => {
    const { world, fake, adapter } = open(['lingers'], { leaveMs: 60_000 });
    fake.addTurn(steps);
    await world.start();
    await world.send();
    await world.until('RAW');
    await adapter.interrupt();
    await world.until('STREAM_END');
    expect(world.of('STREAM_END')).toMatchObject([{ outcome }]);
    expect(adapter.status).toBe('READY');
  });

  test('a second result and lines that are no message change nothing', async () => {
    const { world } = open(['doubled', 'garbage']);
    await world.start();
    expect(await world.turn()).toMatchObject({ outcome: 'completed' });
    expect(world.of('STREAM_END')).toHaveLength(1);
  });

  test.each([
    ['UNAUTHENTICATED: log in', 'AUTH_CREDENTIAL_INVALID'],
    ['RESOURCE_EXHAUSTED: slow down', 'RATE_LIMIT_EXCEEDED'],
    ['RESOURCE_EXHAUSTED: Quota exceeded', 'QUOTA_EXHAUSTED'],
    ['The input token count exceeds the maximum', 'CONTEXT_WINDOW_EXCEEDED'],
    ['UNAVAILABLE', 'PROVIDER_UNREACHABLE'],
    ['something else', 'PROTOCOL_VIOLATION'],
  ])('"%s" is %s', (text, code) => {
    expect(failureOf(text).code).toBe(code);
  });

  test('one that takes no JSON lines is not used, and what helps is said', async () => {
    const { world, fake } = open(['old']);
    await expect(world.start()).rejects.toMatchObject({
      code: 'PROVIDER_NOT_FOUND',
      detail: { fix: expect.stringContaining('terminal:agy') },
    });
    expect(await detectAgy(fake.environment, fake.binaryPath)).toMatchObject({ installed: false });
    const fresh = open();
    expect(await detectAgy(fresh.fake.environment, fresh.fake.binaryPath)).toMatchObject({
      installed: true,
      version: '1.2.17',
    });
  });
});

test('[B22] a guest’s text that begins like a command reaches it as text', async () => {
  const fake = new FakeCli('agy.mjs');
  const workspace = openWorkspace();
  const adapter = new AgyAdapter('agy-guest', { environment: fake.environment });
  const ended = (async () => {
    for await (const event of adapter.streamEvents()) if (event.type === 'STREAM_END') return;
  })();
  await adapter.initialize({ workspacePath: workspace.folder, binaryPath: fake.binaryPath });
  fake.addTurn([{ content: [{ type: 'text', text: 'ok' }] }]);
  await adapter.sendPrompt({ promptId: 'p', correlationId: 'p', text: '/settings off' });
  await ended;
  expect(fake.prompts().at(-1)?.text).toBe(' /settings off');
  await adapter.terminate();
  fake.remove();
  workspace.remove();
});
