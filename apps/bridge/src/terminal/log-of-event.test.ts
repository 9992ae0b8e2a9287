import type { RoomEvent } from '@collagility/protocol/events';
import { type AgentId, as, type ParticipantId, type PromptId } from '@collagility/protocol/ids';
import { emptyRoomState } from '@collagility/protocol/reduce';
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
