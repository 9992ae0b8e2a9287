import type { RoomEvent } from '@collagility/protocol/events';
import { type AgentId, as, type ParticipantId, type PromptId } from '@collagility/protocol/ids';
import { emptyRoomState, reduceMany } from '@collagility/protocol/reduce';
import { expect, test } from 'vitest';
import { viewOfRoom } from './view-of-room.ts';

const started = (id: string, name: string): RoomEvent => ({
  type: 'ai.agent.started',
  atMs: 0,
  agentId: as<AgentId>(id),
  provider: id,
  name,
  mode: 'ask',
  session: 'new',
  unasked: [],
  capabilities: [],
});
const self = as<ParticipantId>('host');
const agentOf = (...events: RoomEvent[]) =>
  viewOfRoom({
    state: reduceMany(emptyRoomState('r'), 1, events),
    self,
    online: new Set(),
    cards: [],
    hostMs: 0,
    wallMs: 0,
    link: { kind: 'open' },
    input: { kind: 'keys' },
  }).agent;

test('one agent stands with what it does; several stand in one line, with all that waits', () => {
  expect(agentOf(started('claude', 'Claude Code'))).toMatchObject({
    name: 'Claude Code',
    activity: 'waits for a prompt',
  });
  const codex = as<AgentId>('codex');
  const both = agentOf(
    started('claude', 'Claude Code'),
    started('codex', 'Codex'),
    { type: 'ai.prompt.queued', atMs: 0, agentId: codex, promptId: as<PromptId>('p1'), by: self, text: 'x' },
    { type: 'ai.agent.stopped', atMs: 0, agentId: codex, reason: 'agent_stopped' },
  );
  expect(both).toMatchObject({
    name: '2 agents',
    activity: 'Claude Code waits for a prompt, Codex stopped',
    queued: 1,
  });
});
