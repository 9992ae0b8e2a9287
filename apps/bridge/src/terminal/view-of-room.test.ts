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
const viewOf = (...events: RoomEvent[]) =>
  viewOfRoom({
    state: reduceMany(emptyRoomState('r'), 1, events),
    self,
    online: new Set(),
    cards: [],
    hostMs: 0,
    wallMs: 0,
    link: { kind: 'open' },
    chosen: { id: 'claude', name: 'Claude Code' },
    input: { kind: 'keys' },
  });
const agentOf = (...events: RoomEvent[]) => viewOf(...events).agent;
const claude = as<AgentId>('claude');
const stopped = (reason: string): RoomEvent => ({
  type: 'ai.agent.stopped',
  atMs: 0,
  agentId: claude,
  reason,
  name: 'Claude Code',
});
const queued: RoomEvent = {
  type: 'ai.prompt.queued',
  atMs: 0,
  agentId: claude,
  promptId: as<PromptId>('p1'),
  by: self,
  text: 'x',
};
const held = (reason: string): RoomEvent => ({ type: 'ai.queue.stopped', atMs: 0, agentId: claude, reason });

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

test('an agent is starting from the first moment on, also after --resume, until it runs or has failed', () => {
  expect(agentOf()).toMatchObject({ name: 'Claude Code', activity: 'starting' });
  const before = [started('claude', 'Claude Code'), stopped('host_restarted')];
  expect(agentOf(...before)).toMatchObject({ activity: 'starting' });
  expect(agentOf(...before, stopped('PROTOCOL_VIOLATION'))).toMatchObject({
    activity: 'stopped (The agent said something that does not fit its own protocol)',
  });
});

test('a queue that is held says why, and whether a key or only a start of the agent lets it go on', () => {
  const agent = started('claude', 'Claude Code');
  expect(viewOf(agent, queued).queue).toBe(undefined);
  expect(viewOf(agent, queued, held('interrupted')).queue).toEqual({
    agentIds: [claude],
    why: 'It was interrupted',
    mayGoOn: true,
  });
  expect(viewOf(agent, queued, held('host_restarted'), stopped('host_restarted')).queue?.mayGoOn).toBe(true);
  expect(viewOf(agent, queued, held('x'), stopped('PROCESS_CRASHED')).queue?.mayGoOn).toBe(false);
  expect(viewOf(agent, held('x'), stopped('PROCESS_CRASHED')).queue).toBe(undefined);
});

test('the line about held queues counts those that the key lets go on, with their reasons, and no other', () => {
  const codex = as<AgentId>('codex');
  const both = [started('claude', 'Claude Code'), queued, held('interrupted'), started('codex', 'Codex')];
  const second: RoomEvent = { type: 'ai.queue.stopped', atMs: 0, agentId: codex, reason: 'host_restarted' };
  expect(viewOf(...both, second).queue).toMatchObject({ agentIds: [claude, codex], mayGoOn: true });
  expect(viewOf(...both, second).queue?.why).toMatch(/^It was interrupted, ./);
  // One that is stopped is not let go unseen.
  expect(viewOf(...both, second, stopped('PROCESS_CRASHED')).queue).toMatchObject({ agentIds: [codex], mayGoOn: true });
});
