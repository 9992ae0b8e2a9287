import { scenarios } from '@collagility/fixtures/agents/codex/scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/codex/workspace.ts';
import { expect, test } from 'vitest';
import { type ContractScenario, runAdapterContract } from '../../contract-tests/index.ts';
import { fakeContract } from '../../fake-contract.ts';
import type { AdapterEvent } from '../../port.ts';
import { FakeCodex } from '../codex/fake-codex.ts';
import { CodexExecAdapter } from './adapter.ts';
import { codexExecRow } from './row.ts';

function openWorld() {
  const fake = new FakeCodex();
  const create = (count: number, environment: Record<string, string>) =>
    new CodexExecAdapter(`codex-exec-${count}`, { environment });
  return { world: fakeContract({ fake, workspace: openWorkspace(), scenarios, create }), fake };
}

const asksNobody = 'it asks nobody; that it refuses is proven below';
const comesWhole = 'its messages come whole; interrupt and crash are proven below';

runAdapterContract('Codex, unattended (fake)', {
  row: codexExecRow,
  without: {
    write: asksNobody,
    shell: asksNobody,
    requests: asksNobody,
    question: asksNobody,
    plan: asksNobody,
    edit: asksNobody,
    slow: comesWhole,
    slowTool: asksNobody,
    crash: comesWhole,
  },
  open: async () => openWorld().world,
});

/** Plays one scenario to its end. */
async function played(name: ContractScenario, more: { mode?: 'act'; interrupt?: boolean } = {}) {
  const { world, fake } = openWorld();
  const adapter = world.create();
  await adapter.initialize(world.config);
  const mode = more.mode === undefined ? {} : { mode: more.mode };
  await adapter.sendPrompt({ promptId: 'p1', correlationId: 'c1', text: await world.script(name), ...mode });
  const events: AdapterEvent[] = [];
  for await (const event of adapter.streamEvents()) {
    events.push(event);
    if (more.interrupt === true && event.type === 'STREAM_START') await adapter.interrupt();
    if (event.type === 'STREAM_END') break;
  }
  const outcome = { write: world.hasRun('write'), shell: world.hasRun('shell'), status: adapter.status };
  const args = fake.received().at(-1)?.['args'];
  await world.close();
  return { outcome, args, of: (type: AdapterEvent['type']) => events.filter((event) => event.type === type) };
}

test.each(['write', 'shell'] as const)(
  'a %s that would need an answer does not run, and what was refused is shown',
  async (name) => {
    const { outcome, of } = await played(name);
    expect(outcome).toMatchObject({ write: false, shell: false, status: 'READY' });
    expect(of('STATUS')).toMatchObject([
      { payload: { code: 'refused_unattended', text: expect.stringContaining('rejected') } },
    ]);
    expect(of('TOOL_APPROVAL_REQUESTED')).toEqual([]);
  },
);

test('in `act` it writes, inside the sandbox and never without one', async () => {
  const { outcome, args } = await played('write', { mode: 'act' });
  expect(outcome.write).toBe(true);
  expect(args).toContain('workspace-write');
});

test('the prompt is never on the command line', async () => {
  const { args } = await played('text');
  expect(JSON.stringify(args)).not.toContain('play');
});

test('an interrupt ends the run as interrupted, and the next prompt can come', async () => {
  const { outcome, of } = await played('slow', { interrupt: true });
  expect(of('STREAM_END')).toMatchObject([{ payload: { outcome: 'interrupted' } }]);
  expect(outcome.status).toBe('READY');
});

test('an end without the end of the turn is a crash', async () => {
  const { outcome, of } = await played('crash');
  expect(of('STREAM_END')).toMatchObject([{ payload: { outcome: 'failed', error: { code: 'PROCESS_CRASHED' } } }]);
  expect(outcome.status).toBe('FAILED');
});
