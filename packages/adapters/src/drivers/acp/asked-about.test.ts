import { describe, expect, it } from 'vitest';
import { EventWriter } from '../../event-writer.ts';
import type { AdapterEvent } from '../../port.ts';
import { ApprovalDesk } from './approval-desk.ts';
import { fakeProfile } from './fake-acp.ts';
import { ToolCalls } from './tool-calls.ts';

/** Calls and what is asked about them, as the adapter puts both together. */
function session() {
  const out = new EventWriter('a', { wallMs: () => 0 });
  out.turn = { promptId: 'p', correlationId: 'c' };
  const refusals: string[] = [];
  const desk = new ApprovalDesk({
    idPrefix: 'a',
    profile: fakeProfile,
    workspacePath: () => '/w',
    open: async () => undefined,
    onAllowed: (toolId) => tools.allowed(toolId),
    onRefused: (toolId) => tools.refused(toolId),
    onUnanswerable: (message) => refusals.push(message),
  });
  const tools = new ToolCalls({
    out,
    profile: fakeProfile,
    workspacePath: () => '/w',
    askedAbout: () => desk.toolIds,
    isInterrupting: () => false,
    onUnaskedChange: () => undefined,
    exitOfTerminal: () => undefined,
  });
  const call = (toolCallId: string, status?: string) => ({
    toolCallId,
    title: 'rm -rf build',
    kind: 'execute',
    rawInput: { command: 'rm -rf build' },
    ...(status !== undefined && { status }),
  });
  const replies: object[] = [];
  const ask = async (toolCallId: string, status?: string) => {
    const toolCall = tools.see(call(toolCallId, status), 'request');
    const params = { toolCall: call(toolCallId, status), options: [{ optionId: 'yes', kind: 'allow_once' }] };
    const request = { id: 1, method: 'session/request_permission', params, line: '' };
    await desk.asked(request, toolCall, false, async (outcome) => void replies.push(outcome));
    return toolCall;
  };
  const events = async () => {
    out.queue.close();
    const all: AdapterEvent[] = [];
    for await (const event of out.queue) all.push(event);
    return all;
  };
  return { tools, call, ask, replies, refusals, events };
}

describe('what people are asked about', () => {
  it.each(['completed', 'failed'])(
    'is shown with its input, and not as over, though its request says %s',
    async (status) => {
      const { ask, events } = session();
      expect(await ask('x', status)).toMatchObject({ arguments: { command: 'rm -rf build' } });
      expect((await events()).map(({ type }) => type)).toEqual(['TOOL_STARTED']);
    },
  );

  it('is never told as given up while it is open, however many calls come, also where it was allowed once before', async () => {
    const { tools, call, ask, events } = session();
    tools.see(call('again'), 'announced');
    tools.allowed('again');
    await ask('again');
    for (let at = 0; at < 1_000; at += 1) tools.see(call(`call-${at}`, 'in_progress'), 'announced');
    const ended = (await events()).flatMap((event) => (event.type === 'TOOL_EXECUTED' ? [event.payload.toolId] : []));
    expect(ended).toHaveLength(1_001 - 512);
    expect(ended).not.toContain('again');
  });

  it('is bounded: what is asked beyond is refused and said, and none of the open ones is given up', async () => {
    const { ask, replies, refusals, events } = session();
    for (let at = 0; at < 600; at += 1) await ask(`call-${at}`);
    expect(replies).toHaveLength(600 - 256);
    expect(new Set(replies.map((reply) => JSON.stringify(reply)))).toEqual(new Set(['{"outcome":"cancelled"}']));
    expect(refusals).toHaveLength(600 - 256);
    const ended = (await events()).flatMap((event) => (event.type === 'TOOL_EXECUTED' ? [event.payload.toolId] : []));
    for (let at = 0; at < 256; at += 1) expect(ended).not.toContain(`call-${at}`);
  });
});

describe('a call that was forgotten', () => {
  it('is another one when it is told of again: no two calls have one id', async () => {
    const { tools, call, events } = session();
    for (let at = 0; at < 600; at += 1) tools.see(call(`call-${at}`, 'completed'), 'announced');
    tools.see(call('call-0', 'completed'), 'update');
    const ids = (await events()).flatMap((event) =>
      event.type === 'TOOL_STARTED' ? [event.payload.toolCall.toolId] : [],
    );
    expect(ids).toHaveLength(601);
    expect(new Set(ids).size).toBe(601);
  });
});
