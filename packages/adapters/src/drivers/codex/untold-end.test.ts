import { openWorkspace } from '@collagility/fixtures/agents/codex/workspace.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { openTurn } from '../../pipeline/index.ts';
import { CodexAdapter } from './adapter.ts';
import { FakeCodex } from './fake-codex.ts';

const opened: Array<() => Promise<void>> = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
});

async function turnWith(fault: string, error?: Record<string, unknown>) {
  const workspace = openWorkspace();
  const fake = new FakeCodex([fault]);
  const waits = { untoldEndMs: 50, stallMs: 400, graceMs: 200 };
  const adapter = new CodexAdapter('codex-u', { environment: fake.environment, waits });
  opened.push(async () => {
    await adapter.terminate();
    fake.remove();
    workspace.remove();
  });
  await adapter.initialize({ workspacePath: workspace.folder, binaryPath: fake.binaryPath });
  const text = { content: [{ type: 'text' as const, text: 'All is done.' }] };
  fake.addTurn([error === undefined ? text : { ...text, ...error }]);
  const stream = openTurn(adapter, { promptId: 'p', correlationId: 'c', text: 'go' });
  return { adapter, fake, stream };
}

const statuses = async (stream: Awaited<ReturnType<typeof turnWith>>['stream'], until: string) => {
  for await (const event of stream.events)
    if (event.type === 'ERROR' && event.payload.error.code === until) return 'told';
  return 'ended';
};

describe('a thread that is idle while its turn has no end', () => {
  it('is asked how the turn ended, and that is its end', async () => {
    const { adapter, fake, stream } = await turnWith('untold-end');
    expect(await statuses(stream, 'STALLED')).toBe('ended');
    expect(await stream.result()).toMatchObject({ outcome: 'completed', text: 'All is done.' });
    expect(adapter.status).toBe('READY');
    const asked = fake.received().filter((line) => line['method'] === 'thread/turns/list');
    expect(asked).toMatchObject([{ params: { itemsView: 'notLoaded' } }]);
  });

  it('has none where Codex says that the turn still runs: the silence is told', async () => {
    const { stream } = await turnWith('idle-and-running');
    expect(await statuses(stream, 'STALLED')).toBe('told');
  });
});
