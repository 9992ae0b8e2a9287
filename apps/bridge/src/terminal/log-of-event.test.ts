import type { RoomEvent } from '@collagility/protocol/events';
import { type AgentId, as, type ParticipantId, type PromptId } from '@collagility/protocol/ids';
import { emptyRoomState, reduceMany } from '@collagility/protocol/reduce';
import { expect, test } from 'vitest';
import { logOfEvent } from './log-of-event.ts';

const agentId = as<AgentId>('claude');
const of = (event: RoomEvent) => logOfEvent(event, emptyRoomState('r'), as<ParticipantId>('host'));
const endedBy = (reason: string) => [
  of({ type: 'ai.agent.stopped', atMs: 0, agentId, reason }),
  of({ type: 'ai.queue.stopped', atMs: 0, agentId, reason }),
  of({
    type: 'ai.execution.ended',
    atMs: 0,
    agentId,
    promptId: as<PromptId>('p1'),
    outcome: 'interrupted',
    reason,
  }),
];

test('what the host ended is said without a warning; what ended by itself is warned of', () => {
  expect(endedBy('host_stopped').map((entry) => entry?.sign)).toEqual(['quiet', 'quiet', 'quiet']);
  expect(endedBy('host_stopped')[0]?.text).toBe('the agent was stopped');
  expect(endedBy('agent_died').map((entry) => entry?.sign)).toEqual(['warn', 'warn', 'warn']);
});

test('to resume the queue is said where it waits, not at the turn that was interrupted', () => {
  const [, queue, turn] = endedBy('interrupted');
  expect(queue?.more).toEqual(['Resume it on your page to go on.']);
  expect(turn?.text).toBe('turn interrupted');
});

const started: RoomEvent = {
  type: 'ai.agent.started',
  atMs: 0,
  agentId,
  provider: 'mock',
  name: 'Mock agent 2',
  version: '1',
  mode: 'ask',
  session: 'new',
  unasked: [],
  capabilities: [],
};
const queued = (id: string): RoomEvent => ({
  type: 'ai.prompt.queued',
  atMs: 0,
  agentId,
  promptId: as<PromptId>(id),
  by: as<ParticipantId>('host'),
  text: 'edit',
});
const after = (events: RoomEvent[], event: RoomEvent) =>
  logOfEvent(event, reduceMany(emptyRoomState('r'), 1, [...events, event]), as<ParticipantId>('host'))?.text;

test('the version of an agent is not read as a part of its name', () => {
  expect(after([], started)).toBe('Mock agent 2 is ready (version 1, new session)');
});

test('an agent that never ran did not start; one that ran stopped; both say why in words', () => {
  const stopped: RoomEvent = { type: 'ai.agent.stopped', atMs: 0, agentId, reason: 'PROTOCOL_VIOLATION' };
  expect(of({ ...stopped, name: 'Mock agent' })?.text).toBe(
    'Mock agent did not start: The agent said something that does not fit its own protocol.',
  );
  expect(of(stopped)?.text).toMatch(/^the agent stopped: The agent said/);
});

test('what only waits is queued, what starts at once runs', () => {
  const stop: RoomEvent = { type: 'ai.queue.stopped', atMs: 0, agentId, reason: 'interrupted' };
  expect(after([started], queued('p1'))).toBe('you run: edit');
  expect(after([started, queued('p1')], queued('p2'))).toBe('you queued: edit');
  expect(after([started, stop], queued('p1'))).toBe('you queued: edit');
});
