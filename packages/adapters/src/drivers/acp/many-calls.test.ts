import { describe, expect, it } from 'vitest';
import { EventWriter } from '../../event-writer.ts';
import type { AdapterEvent } from '../../port.ts';
import { fakeProfile } from './fake-acp.ts';
import { ToolCalls } from './tool-calls.ts';

function calls() {
  const out = new EventWriter('a', { wallMs: () => 0 });
  out.turn = { promptId: 'p', correlationId: 'c' };
  const none = () => undefined;
  const tools = new ToolCalls({
    out,
    profile: fakeProfile,
    workspacePath: () => '/w',
    isInterrupting: () => false,
    onUnaskedChange: () => undefined,
    exitOfTerminal: none,
    askedAbout: () => new Set(),
  });
  const see = (toolCallId: string, status: string) =>
    tools.see({ toolCallId, title: 'true', kind: 'execute', status, rawInput: { command: 'true' } }, 'announced');
  return { tools, see, out };
}

async function ended(out: EventWriter): Promise<Array<AdapterEvent & { type: 'TOOL_EXECUTED' }>> {
  out.queue.close();
  const events: AdapterEvent[] = [];
  for await (const event of out.queue) events.push(event);
  return events.filter((event) => event.type === 'TOOL_EXECUTED');
}

describe('an agent that calls tools without end in one turn', () => {
  it('has its oldest ended calls forgotten while the turn runs, and none that still runs', () => {
    const { tools, see } = calls();
    see('runs', 'in_progress');
    for (let at = 0; at < 2_000; at += 1) see(`call-${at}`, 'completed');
    const kept = Array.from({ length: 2_000 }, (_, at) => `call-${at}`).filter(
      (id) => !tools.isNew({ toolCallId: id }),
    );
    expect(kept).toHaveLength(511);
    expect(kept.at(-1)).toBe('call-1999');
    expect(tools.isNew({ toolCallId: 'runs' })).toBe(false);
    expect(tools.hasRunning).toBe(true);
  });

  it('and never ends one is followed so far as can be; what is given up ends as cancelled', async () => {
    const { see, out } = calls();
    for (let at = 0; at < 600; at += 1) see(`call-${at}`, 'in_progress');
    const events = await ended(out);
    expect(events).toHaveLength(600 - 512);
    expect(events[0]?.payload).toMatchObject({ toolId: 'call-0', status: 'cancelled' });
  });
});
