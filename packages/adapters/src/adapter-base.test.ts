import { describe, expect, it } from 'vitest';
import { Puppet, prompt, settle } from './pipeline/puppet.ts';
import type { AdapterEvent } from './port.ts';

async function running(): Promise<{ puppet: Puppet; events: AdapterEvent[] }> {
  const puppet = new Puppet();
  const events: AdapterEvent[] = [];
  void (async () => {
    for await (const event of puppet.streamEvents()) events.push(event);
  })();
  await puppet.initialize({ workspacePath: '/' });
  await puppet.sendPrompt(prompt('p1'));
  return { puppet, events };
}

const typesOf = (events: AdapterEvent[]): string[] => events.map((event) => event.type);

describe('what the base keeps for every driver', () => {
  it('[B13] gives the agent one answer to each request, however many are open', async () => {
    const { puppet } = await running();
    await puppet.request('r1');
    await puppet.request('r2');
    await puppet.approveTool({ toolId: 'r1', approved: true });
    await expect(puppet.approveTool({ toolId: 'r1', approved: false })).rejects.toMatchObject({
      code: 'ILLEGAL_STATE',
    });
    expect(puppet.status).toBe('WAITING_FOR_TOOL_APPROVAL');
    expect(puppet.answered).toEqual([{ toolId: 'r1', approved: true }]);
  });

  it('refuses an edited input and a reason where the request does not take them, and keeps it open', async () => {
    const { puppet } = await running();
    await puppet.request('r1');
    for (const more of [
      { approved: true, updatedInput: {} },
      { approved: false, userFeedback: 'no' },
    ]) {
      await expect(puppet.approveTool({ toolId: 'r1', ...more })).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    }
    expect(puppet.answered).toEqual([]);
    await puppet.approveTool({ toolId: 'r1', approved: true });
  });

  it('asks people about so many at once; what is asked beyond is refused and said, and the open ones stay', async () => {
    const { puppet, events } = await running();
    for (let at = 0; at < 300; at += 1) await puppet.request(`r${at}`);
    await settle();
    expect(puppet.answered).toHaveLength(300 - 256);
    expect(puppet.answered[0]).toEqual({ toolId: 'r256', approved: false, refusal: 'cancelled' });
    expect(typesOf(events).filter((type) => type === 'ERROR')).toHaveLength(300 - 256);
    await puppet.approveTool({ toolId: 'r0', approved: true });
    await puppet.request('later');
    expect(puppet.answered).toHaveLength(300 - 256 + 1);
  });

  it('closes with the turn what it left open: blocks, tools and requests, before the one end', async () => {
    const { puppet, events } = await running();
    puppet.says.addChunk('b', 'Hel');
    puppet.says.startTool({ toolId: 't', toolName: 'Bash', kind: 'execute', title: 'x', arguments: {} });
    puppet.says.updateTool({ toolId: 't', outputDelta: 'half' });
    await puppet.request('r1');
    puppet.end({ outcome: 'failed' });
    puppet.end({ outcome: 'completed' });
    await settle();
    expect(typesOf(events.slice(-4))).toEqual(['APPROVAL_WITHDRAWN', 'BLOCK_END', 'TOOL_EXECUTED', 'STREAM_END']);
    expect(events.at(-3)).toMatchObject({ payload: { text: 'Hel', incomplete: true } });
    expect(events.at(-2)).toMatchObject({ payload: { status: 'cancelled', output: 'half' } });
    expect(typesOf(events).filter((type) => type === 'STREAM_END')).toHaveLength(1);
    expect(puppet.answered).toEqual([{ toolId: 'r1', approved: false, refusal: 'cancelled' }]);
  });

  it('a crash makes open requests void and answers nobody', async () => {
    const { puppet, events } = await running();
    await puppet.request('r1');
    puppet.die('gone');
    await settle();
    expect(events.slice(-3)).toMatchObject([
      { type: 'APPROVAL_WITHDRAWN', payload: { reason: 'agent_died' } },
      { type: 'ERROR', payload: { error: { code: 'PROCESS_CRASHED', message: 'gone' } } },
      { type: 'STREAM_END', payload: { outcome: 'failed' } },
    ]);
    expect(puppet.answered).toEqual([]);
    expect(await puppet.getHealth()).toMatchObject({ status: 'FAILED', lastError: 'gone' });
  });

  it('[B04] ends a block once by its id; the same text in another block is another text', async () => {
    const { puppet, events } = await running();
    puppet.says.addChunk('m1', 'Hel');
    puppet.says.addChunk('m1', 'lo');
    puppet.says.endBlock('m1', { text: 'Hello' });
    puppet.says.endBlock('m1', { text: 'Hello' });
    puppet.says.addChunk('m1', 'late');
    puppet.says.endBlock('m2', { text: 'Hello' });
    puppet.end();
    await settle();
    expect(typesOf(events)).toEqual(['STREAM_CHUNK', 'STREAM_CHUNK', 'BLOCK_END', 'RAW', 'BLOCK_END', 'STREAM_END']);
    expect(events[1]).toMatchObject({ payload: { chunkIndex: 1, offset: 3 } });
  });

  it('an answer that cannot be written is told, and is no fault of who answered', async () => {
    const { puppet, events } = await running();
    await puppet.request('r1');
    puppet.onAnswer = () => Promise.reject(new Error('EPIPE'));
    await puppet.approveTool({ toolId: 'r1', approved: true });
    await settle();
    expect(events.at(-1)).toMatchObject({ type: 'ERROR', payload: { error: { message: 'EPIPE' } } });
  });
});
