import { describe, expect, test } from 'vitest';
import { parseEvent, type RoomEvent, type UnknownEvent } from './events.ts';
import { as } from './ids.ts';
import { emptyRoomState, foldHistory, prependHistory, reduce, reduceMany, snapshotOf } from './reduce.ts';
import { rightsOfRole } from './rights.ts';

const agentId = as<RoomEventAgent>('a1');
type RoomEventAgent = Extract<RoomEvent, { type: 'ai.error' }>['agentId'];
const ada = as<Extract<RoomEvent, { type: 'chat.posted' }>['by']>('ada');

const event = (type: string, fields: Record<string, unknown> = {}) => {
  const parsed = parseEvent({ type, atMs: 1, ...fields });
  if (parsed.type === 'unknown') throw new Error(`a test event was not understood: ${type}`);
  return parsed;
};

const started = event('ai.agent.started', {
  agentId,
  provider: 'mock',
  name: 'Mock',
  mode: 'ask',
  session: 'new',
  unasked: [],
  capabilities: [],
});
const joined = event('member.joined', {
  memberId: 'm1',
  participantId: ada,
  devicePk: 'aa',
  name: 'Ada',
  role: 'host',
  rights: rightsOfRole.host,
  color: 0,
  how: 'host',
});
const queued = (promptId: string) => event('ai.prompt.queued', { agentId, promptId, by: ada, text: `do ${promptId}` });
const began = (promptId: string) => event('ai.execution.started', { agentId, promptId, correlationId: 'c' });
const ended = (promptId: string, outcome = 'completed') => event('ai.execution.ended', { agentId, promptId, outcome });
const blockStart = (streamId: string, promptId: string) =>
  event('ai.stream.start', { agentId, promptId, streamId, reasoning: false });
const blockEnd = (streamId: string, promptId: string, text: string) =>
  event('ai.stream.end', {
    agentId,
    promptId,
    streamId,
    reasoning: false,
    content: { text },
    textHash: 'ab',
    len: text.length,
  });
const asked = event('approval.requested', {
  agentId,
  approvalId: 'ap',
  toolId: 't1',
  kind: 'permission',
  title: 'Run',
  toolName: 'Bash',
  shown: '{}',
  shownHash: 'ab',
  risks: ['execute'],
  hidden: 0,
  elided: [],
  mayEdit: true,
  mayGiveFeedback: true,
});
const toolStart = event('ai.tool.started', {
  agentId,
  promptId: 'p1',
  toolId: 't1',
  toolName: 'Bash',
  kind: 'execute',
  title: 'ls',
  input: { text: '{}' },
});
const toolEnd = event('ai.tool.ended', {
  agentId,
  promptId: 'p1',
  toolId: 't1',
  status: 'completed',
  output: { text: 'ok' },
});

const toolUpdate = event('ai.tool.updated', {
  agentId,
  promptId: 'p1',
  toolId: 't1',
  title: 'ls -la src',
  input: { text: '{"command":"ls -la src"}' },
});

const fold = (events: Array<RoomEvent | UnknownEvent>) => reduceMany(emptyRoomState('r'), 1, events);

describe('the reducer', () => {
  test('a call that says later what it does stays one call, in its place and its state', () => {
    const { items } = fold([joined, started, queued('p1'), began('p1'), toolStart, toolUpdate, toolEnd, toolUpdate]);
    const tools = items.filter((item) => item.kind === 'tool');
    expect(tools).toMatchObject([
      { toolName: 'Bash', title: 'ls -la src', status: 'completed', output: { text: 'ok' } },
    ]);
    expect(fold([joined, started, toolUpdate]).items.filter((item) => item.kind === 'tool')).toEqual([]);
  });

  test('folding one by one and all at once give the same room, and the given room is never changed', () => {
    const events = [
      joined,
      started,
      queued('p1'),
      began('p1'),
      blockStart('s1', 'p1'),
      toolStart,
      asked,
      blockEnd('s1', 'p1', 'x'),
    ];
    const empty = emptyRoomState('r');
    const frozen = structuredClone(empty);
    let state = empty;
    let seq = 0;
    for (const one of events) {
      const before = structuredClone(state);
      const next = reduce(state, ++seq, one);
      expect(state).toEqual(before);
      state = next;
    }
    expect(state).toEqual(reduceMany(empty, 1, events));
    expect(empty).toEqual(frozen);
  });

  test('a queued prompt takes its place in the transcript when it starts, not when it was queued', () => {
    const state = fold([
      started,
      queued('p1'),
      queued('p2'),
      began('p1'),
      blockStart('s1', 'p1'),
      ended('p1'),
      began('p2'),
    ]);
    expect(state.items.map((item) => item.id)).toEqual(['prompt:p1', 'text:s1', 'prompt:p2']);
    expect(state.agents[agentId]).toMatchObject({ queue: [], runningPromptId: 'p2' });
  });

  test('reordering keeps prompts that the order does not name, behind those that it names', () => {
    const reordered = event('ai.prompt.reordered', { agentId, order: ['p3', 'p1', 'gone'], by: ada });
    const state = fold([started, queued('p1'), queued('p2'), queued('p3'), reordered]);
    expect(state.agents[agentId]?.queue.map((prompt) => prompt.promptId)).toEqual(['p3', 'p1', 'p2']);
  });

  test('a pending approval is in the room until its first resolution; a second one changes nothing', () => {
    const allowed = event('approval.resolved', {
      agentId,
      approvalId: 'ap',
      outcome: 'allowed',
      scope: 'once',
      by: ada,
    });
    const denied = event('approval.resolved', { agentId, approvalId: 'ap', outcome: 'denied', by: ada });
    const pending = fold([started, toolStart, asked]);
    expect(pending.pendingApprovals).toEqual(['ap']);
    expect(pending.items.find((item) => item.kind === 'tool')).toMatchObject({ status: 'waiting', approvalId: 'ap' });
    const done = reduceMany(pending, 4, [allowed, denied]);
    expect(done.pendingApprovals).toEqual([]);
    expect(done.items.find((item) => item.kind === 'approval')).toMatchObject({ resolution: { outcome: 'allowed' } });
    expect(done.items.find((item) => item.kind === 'tool')).toMatchObject({ status: 'running' });
  });

  test('a block that came whole, without a start, is one item; a retracted one is marked', () => {
    const state = fold([blockEnd('s1', 'p1', 'whole'), event('ai.stream.retracted', { agentId, streamIds: ['s1'] })]);
    expect(state.items).toMatchObject([{ id: 'text:s1', state: 'retracted' }]);
  });

  test('[B07] an event of a newer host is a neutral card, and everything around it stays', () => {
    const unknown = parseEvent({ type: 'quantum_update', atMs: 5, anything: null });
    const halfKnown = parseEvent({ type: 'ai.stream.end', atMs: 5, content: null });
    const state = fold([joined, unknown, halfKnown, parseEvent(null), parseEvent([1]), queued('p1')]);
    expect(state.items.map((item) => item.kind)).toEqual([
      'people',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'prompt',
    ]);
    expect(state.items[1]).toMatchObject({ nativeType: 'quantum_update' });
  });

  test('a person with two devices leaves when the last device leaves', () => {
    const second = { ...joined, memberId: 'm2' };
    const left = (memberId: string) => event('member.left', { memberId, participantId: ada });
    const state = fold([joined, second, left('m1')] as RoomEvent[]);
    expect(state.participants[ada]).toMatchObject({ state: 'present' });
    expect(reduce(state, 4, left('m2')).participants[ada]).toMatchObject({ state: 'left' });
  });
});

describe('a snapshot and the pages before it', () => {
  const log = [
    joined,
    started,
    queued('p1'),
    began('p1'),
    toolStart,
    ...Array.from({ length: 30 }, (_, n) => [blockStart(`s${n}`, 'p1'), blockEnd(`s${n}`, 'p1', `text ${n}`)]).flat(),
    toolUpdate,
    toolEnd,
    ended('p1'),
    queued('p2'),
    began('p2'),
    ...Array.from({ length: 30 }, (_, n) => [blockStart(`u${n}`, 'p2'), blockEnd(`u${n}`, 'p2', `more ${n}`)]).flat(),
  ];
  const whole = fold(log);

  test.each([1, 2, 7, 19])('a snapshot of the tail plus pages of %i events is the whole room', (pageLength) => {
    let state = snapshotOf(whole, 10);
    expect(state.items.length).toBeLessThan(whole.items.length);
    let page = foldHistory(0, []);
    let last = state.firstSeq - 1;
    while (last > 0) {
      const first = Math.max(1, last - pageLength + 1);
      page = foldHistory(first, log.slice(first - 1, last), state.participants, page.orphans);
      state = prependHistory(state, first, page);
      last = first - 1;
    }
    expect(state.items).toEqual(whole.items);
    expect(page.orphans).toEqual([]);
  });

  test('what is still open stays in the snapshot, however old', () => {
    const open = fold([started, toolStart, asked, ...log.slice(5, 65)]);
    const ids = snapshotOf(open, 5).items.map((item) => item.id);
    expect(ids).toContain('approval:ap');
    expect(ids).toContain('tool:t1');
  });

  test('20 000 events fold in one pass without copying the list for each', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => blockEnd(`s${n}`, 'p1', 'x'));
    expect(fold(many).items).toHaveLength(20_000);
  });
});
