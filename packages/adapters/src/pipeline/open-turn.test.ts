import { describe, expect, it } from 'vitest';
import type { AdapterEvent } from '../port.ts';
import { openTurn, readerOf } from './index.ts';
import { HandTimer, Puppet, prompt, settle } from './puppet.ts';

async function ready(): Promise<Puppet> {
  const puppet = new Puppet();
  await puppet.initialize({ workspacePath: '/' });
  return puppet;
}

async function drain(events: AsyncIterable<AdapterEvent>): Promise<AdapterEvent[]> {
  const all: AdapterEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const outputOf = (puppet: Puppet, text: string): void => {
  const toolCall = { toolId: text, toolName: 'Read', kind: 'read' as const, title: text, arguments: {} };
  puppet.says.startTool(toolCall);
  puppet.says.endTool(text, { status: 'completed', output: text });
};

describe('openTurn', () => {
  it('gives every caller the same result, once the turn is over, read or not', async () => {
    const puppet = await ready();
    const turn = openTurn(puppet, prompt('p1'));
    const early = turn.result();
    puppet.says.endBlock('b1', { text: 'before the tool' });
    outputOf(puppet, 'tool');
    puppet.says.endBlock('b2', { text: 'Hello' });
    puppet.says.endBlock('b3', { text: 'thought', reasoning: true });
    puppet.says.endBlock('b4', { text: 'sub-agent', parentToolId: 'tool' });
    puppet.end({ outcome: 'completed', usage: { outputTokens: 3 } });
    const result = await early;
    expect(result).toMatchObject({
      text: 'Hello',
      outcome: 'completed',
      usage: { outputTokens: 3 },
      delivery: 'written',
    });
    expect(await turn.result()).toBe(result);
    expect((await drain(turn.events)).at(-1)?.type).toBe('STREAM_END');
  });

  it('leaves out only droppable events for a slow reader, counts them, and never the end', async () => {
    const puppet = await ready();
    const turn = openTurn(puppet, prompt('p1'), { limits: { maxEvents: 10, maxUnits: 10_000 } });
    for (let n = 0; n < 100; n += 1) {
      puppet.says.addChunk('b', `${n} `);
      await settle();
    }
    const reading = drain(turn.events);
    puppet.says.endBlock('b');
    puppet.end();
    const events = await reading;
    const chunks = events.filter((event) => event.type === 'STREAM_CHUNK').length;
    const dropped = events.flatMap((event) => (event.type === 'DROPPED' ? [event.payload.count] : []));
    expect(chunks + dropped.reduce((sum, count) => sum + count, 0)).toBe(100);
    expect((await turn.result()).dropped).toBe(100 - chunks);
    expect(events.slice(-2).map((event) => event.type)).toEqual(['BLOCK_END', 'STREAM_END']);
    expect(events.at(-2)).toMatchObject({ payload: { text: expect.stringContaining('99') } });
  });

  it('holds the source back rather than lose what matters, and lets go when the reader reads', async () => {
    const puppet = await ready();
    const turn = openTurn(puppet, prompt('p1'), { limits: { maxEvents: 4, maxUnits: 10_000 } });
    const iterator = turn.events[Symbol.asyncIterator]();
    for (let n = 0; n < 20; n += 1) outputOf(puppet, `t${n}`);
    puppet.end();
    await settle();
    const got: AdapterEvent[] = [];
    for (let step = await iterator.next(); step.done !== true; step = await iterator.next()) got.push(step.value);
    expect(got).toHaveLength(41);
    expect((await turn.result()).dropped).toBe(0);
  });

  it('a cancel, a reader that leaves, and a result without a reader each free a full queue', async () => {
    const limits = { maxEvents: 2, maxUnits: 10_000 };
    const fill = (puppet: Puppet): void => {
      for (let n = 0; n < 20; n += 1) outputOf(puppet, `t${n}`);
    };
    const cancelled = await ready();
    const first = openTurn(cancelled, prompt('p1'), { limits });
    first.events[Symbol.asyncIterator]();
    fill(cancelled);
    await settle();
    cancelled.onCancel = async () => {
      cancelled.end({ outcome: 'interrupted' });
      return { acknowledged: true };
    };
    await first.cancel();
    expect((await first.result()).outcome).toBe('interrupted');

    const left = await ready();
    const second = openTurn(left, prompt('p1'), { limits });
    fill(left);
    for await (const _ of second.events) break;
    left.end();
    expect((await second.result()).outcome).toBe('completed');

    const unread = await ready();
    const third = openTurn(unread, prompt('p1'), { limits });
    fill(unread);
    await settle();
    unread.end();
    expect((await third.result()).outcome).toBe('completed');
  });

  it('[B11] keeps late events out of the next turn, with the id of their own', async () => {
    const puppet = await ready();
    const lane: AdapterEvent[] = [];
    readerOf(puppet).listen({ event: (event, where) => where === 'session' && lane.push(event) });
    const first = openTurn(puppet, prompt('p1'));
    const turn = puppet.says.turn;
    puppet.end({ outcome: 'interrupted' });
    const second = openTurn(puppet, prompt('p2'));
    puppet.says.emit('STATUS', { code: 'late', text: '' }, { turn });
    puppet.says.emit('STATUS', { code: 'outside', text: '' }, { turn: undefined });
    puppet.says.endBlock('b', { text: 'mine' });
    puppet.end();
    await first.result();
    expect((await drain(second.events)).map((event) => event.promptId)).toEqual(['p2', 'p2']);
    expect(lane.map((event) => event.promptId)).toEqual(['p1', undefined]);
  });

  it('holds what the session said before anybody listened', async () => {
    const puppet = await ready();
    readerOf(puppet);
    puppet.says.emit('SESSION_STARTED', { nativeSessionId: 'n' });
    await settle();
    const lane: AdapterEvent[] = [];
    readerOf(puppet).listen({ event: (event) => lane.push(event) });
    expect(lane).toMatchObject([{ type: 'SESSION_STARTED' }]);
  });

  it('counts what the adapter itself had to leave out', async () => {
    const puppet = await ready();
    const turn = openTurn(puppet, prompt('p1'));
    puppet.says.emit('DROPPED', { count: 7 });
    puppet.end();
    expect(await turn.result()).toMatchObject({ dropped: 7 });
  });

  it('has one end although the agent tells two', async () => {
    const puppet = await ready();
    const turn = openTurn(puppet, prompt('p1'));
    const running = puppet.says.turn;
    puppet.end();
    puppet.says.emit('STREAM_END', { outcome: 'failed' }, { turn: running });
    expect(await turn.result()).toMatchObject({ outcome: 'completed' });
    expect((await drain(turn.events)).filter((event) => event.type === 'STREAM_END')).toHaveLength(1);
  });

  it('[B05] ends as failed when the agent’s events end without a result', async () => {
    const puppet = await ready();
    const turn = openTurn(puppet, prompt('p1'));
    await settle();
    puppet.says.queue.close();
    expect(await turn.result()).toMatchObject({ outcome: 'failed', error: { code: 'PROCESS_CRASHED' } });
  });

  it('a prompt that could not be handed over is unsent only where no byte was written', async () => {
    const { AgentAdapterError } = await import('../errors.ts');
    const puppet = await ready();
    puppet.onDeliver = () => Promise.reject(new Error('EPIPE'));
    const written = openTurn(puppet, prompt('p1'));
    expect(await written.delivered).toBe('written');
    puppet.onDeliver = () =>
      Promise.reject(new AgentAdapterError('PROCESS_CRASHED', 'gone', { detail: { beforeFirstByte: true } }));
    const unsent = openTurn(puppet, prompt('p2'));
    expect(await unsent.delivered).toBe('unsent');
    expect(await unsent.result()).toMatchObject({ outcome: 'failed', delivery: 'unsent' });
  });

  it('refuses a second turn of the same id', async () => {
    const puppet = await ready();
    openTurn(puppet, prompt('p1'));
    expect(() => openTurn(puppet, prompt('p1'))).toThrow(expect.objectContaining({ code: 'ILLEGAL_STATE' }));
  });
});

describe('cancelling a turn', () => {
  it('[B11] answers every open request as cancelled, once, whatever is clicked afterwards', async () => {
    const puppet = await ready();
    const turn = openTurn(puppet, prompt('p1'));
    await puppet.request('r1');
    await puppet.request('r2');
    await settle();
    await turn.cancel();
    expect(await turn.approve({ toolId: 'r1', approved: true })).toEqual({ ok: false, code: 'already_resolved' });
    puppet.takeBack('r1');
    await puppet.request('r3');
    puppet.end({ outcome: 'interrupted' });
    await turn.result();
    expect(puppet.answered).toEqual(
      ['r1', 'r2', 'r3'].map((toolId) => ({ toolId, approved: false, refusal: 'cancelled' })),
    );
    const withdrawn = (await drain(turn.events)).filter((event) => event.type === 'APPROVAL_WITHDRAWN');
    expect(withdrawn).toHaveLength(2);
  });

  it('asks once, and tells what is known', async () => {
    const puppet = await ready();
    const turn = openTurn(puppet, prompt('p1'));
    const receipts = await Promise.all([turn.cancel(), turn.cancel()]);
    expect(receipts).toEqual([receipts[0], receipts[0]]);
    expect(receipts[0]).toEqual({ accepted: true, dispatched: true, acknowledged: true });
    expect(puppet.cancelCount).toBe(1);
    puppet.end({ outcome: 'interrupted' });
    await turn.result();
    expect(await turn.cancel()).toEqual(receipts[0]);
  });

  it('[B28] ends an agent that does not stop, after the grace time, and says so', async () => {
    const time = new HandTimer();
    const puppet = await ready();
    puppet.onCancel = () => new Promise(() => undefined);
    const turn = openTurn(puppet, prompt('p1'), { timer: time.timer, interruptGraceMs: 3_000 });
    const cancelling = turn.cancel();
    await settle();
    expect(time.waitingMs).toEqual([3_000]);
    time.fire();
    expect(await cancelling).toEqual({ accepted: true, dispatched: true, acknowledged: false });
    expect(await turn.result()).toMatchObject({ outcome: 'interrupted' });
    expect(puppet.stopCount).toBe(1);
    const said = (await drain(turn.events)).flatMap((event) => (event.type === 'STATUS' ? [event.payload.text] : []));
    expect(said).toEqual(['The agent did not stop within 3 s. It is being ended.']);
    expect(time.waitingMs).toEqual([]);
  });

  it('ends even where the agent cannot be ended', async () => {
    const time = new HandTimer();
    const puppet = await ready();
    puppet.onCancel = () => new Promise(() => undefined);
    puppet.onStop = () => new Promise(() => undefined);
    const turn = openTurn(puppet, prompt('p1'), { timer: time.timer, interruptGraceMs: 3_000 });
    void turn.cancel();
    await settle();
    time.fire();
    await settle();
    time.fire();
    expect(await turn.result()).toMatchObject({ outcome: 'interrupted', reason: 'terminated' });
  });

  it('does not escalate once the turn has ended', async () => {
    const time = new HandTimer();
    const puppet = await ready();
    const turn = openTurn(puppet, prompt('p1'), { timer: time.timer });
    await turn.cancel();
    puppet.end({ outcome: 'interrupted' });
    await turn.result();
    expect(time.waitingMs).toEqual([]);
    expect(puppet.status).toBe('READY');
  });
});
