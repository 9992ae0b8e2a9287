import type { AgentStatus } from '@collagility/protocol/events';
import type { ApprovalId, MemberId, ParticipantId } from '@collagility/protocol/ids';
import type { LobbyCard } from '@collagility/protocol/private';
import { type Reason, reasonText } from '@collagility/protocol/reasons';
import type { AgentState, ApprovalItem, Participant, RoomState } from '@collagility/protocol/state';
import { signersNeeded, signersOf } from '@collagility/protocol/two-person';
import { nameOf } from '../names.ts';
import type { LinkState } from '../relay-link/relay-link.ts';
import type { ApprovalView, DoorView, InputMode, LiveView } from './live-view.ts';
import { requestLines } from './request-lines.ts';
import { safeText } from './safe-text.ts';

export type RoomNow = {
  state: RoomState;
  self: ParticipantId;
  online: ReadonlySet<MemberId>;
  cards: readonly LobbyCard[];
  /** The host's monotonic clock (cards), and the wall clock (requests). */
  hostMs: number;
  wallMs: number;
  link: LinkState;
  /** The agent that this run of the bridge starts. */
  chosen: { id: string; name: string };
  input: InputMode;
  /** The request that the keys answer; the oldest where it is gone. */
  selected?: ApprovalId;
};

/** Everything that the moving part shows, from the room as it is now. */
export function viewOfRoom(now: RoomNow): LiveView {
  const { state, self, online } = now;
  const people = Object.values(state.participants).filter((person) => person.state === 'present');
  const isOnline = (person: Participant) =>
    Object.keys(person.devices).some((id) => [...online].some((member) => member === id));
  const guests = people.filter((person) => person.participantId !== self);
  const approval = approvalOf(now);
  const queue = heldQueue(now);
  return {
    people: people
      .filter((person) => person.participantId === self || isOnline(person) || person.role !== 'host')
      .map((person) => ({
        name: person.name,
        detail: person.participantId === self ? 'you' : detailOf(person),
        isHost: person.role === 'host',
        isOnline: person.participantId === self || isOnline(person),
        handRaised: person.handRaised,
      })),
    door: now.cards.map((card) => doorOf(card, now.hostMs)),
    ...(approval === undefined ? {} : { approval }),
    agent: { ...agentsOf(now), suggestions: state.suggestions.length },
    ...(queue === undefined ? {} : { queue }),
    ...(linkText(now.link) === undefined ? {} : { link: linkText(now.link) ?? '' }),
    ...(state.paused === undefined ? {} : { paused: state.paused.panic ? 'panic' : 'paused' }),
    guestsOnline: guests.filter(isOnline).length,
    input: now.input,
  };
}

/** One line for all of them. */
function agentsOf(now: RoomNow): { name: string; activity: string; queued: number } {
  const agents = Object.values(now.state.agents);
  const [first, ...others] = agents;
  const queued = agents.reduce((sum, { queue }) => sum + queue.length, 0);
  if (first === undefined) return { name: now.chosen.name, activity: activities.INITIALIZING, queued };
  if (others.length === 0) return { name: first.name, activity: activityOf(first, now), queued };
  const each = agents.map((agent) => `${agent.name} ${activityOf(agent, now)}`);
  return { name: `${agents.length} agents`, activity: each.join(', '), queued };
}

/** Reasons that say no more than "stopped" does. */
const justStopped: readonly string[] = ['agent_stopped', 'host_stopped', 'host_restarted'] satisfies Reason[];

function activityOf(agent: AgentState, now: RoomNow): string {
  const { stopped, status } = agent;
  if (stopped === undefined) return activities[status];
  if (isStarting(agent, now)) return activities.INITIALIZING;
  return justStopped.includes(stopped) ? 'stopped' : `stopped (${reasonText(stopped).replace(/\.$/, '')})`;
}

/** With the bridge's own end it was stopped; this run starts it again, and says so where that fails. */
const isStarting = ({ agentId, stopped }: AgentState, { chosen, input }: RoomNow): boolean =>
  agentId === chosen.id && (stopped === 'host_restarted' || stopped === 'host_stopped') && input.kind !== 'ending';

/** Queues that do not go on by themselves: those that a key lets go on, or where there is none, those that it cannot. */
function heldQueue(now: RoomNow): LiveView['queue'] {
  const held = Object.values(now.state.agents).filter(
    ({ queue, queueStopped, stopped }) => queueStopped !== undefined && (queue.length > 0 || stopped === undefined),
  );
  if (held.length === 0) return undefined;
  const ready = held.filter((agent) => agent.stopped === undefined || isStarting(agent, now));
  const told = ready.length > 0 ? ready : held;
  const reasons = told.flatMap(({ queueStopped }) => (queueStopped === undefined ? [] : [queueStopped.reason]));
  return {
    agentIds: told.map(({ agentId }) => agentId),
    why: [...new Set(reasons.map((reason) => reasonText(reason).replace(/\.$/, '')))].join(', '),
    mayGoOn: ready.length > 0,
  };
}

const activities: Record<AgentStatus, string> = {
  UNINITIALIZED: 'not started',
  INITIALIZING: 'starting',
  READY: 'waits for a prompt',
  EXECUTING: 'working',
  WAITING_FOR_TOOL_APPROVAL: 'waits for a decision',
  INTERRUPTING: 'is being interrupted',
  FAILED: 'failed',
  TERMINATING: 'stopping',
  TERMINATED: 'stopped',
};

/** The pending request that the keys would answer. */
export function selectedApproval(state: RoomState, selected: ApprovalId | undefined): ApprovalItem | undefined {
  const wanted =
    selected !== undefined && state.pendingApprovals.includes(selected) ? selected : state.pendingApprovals[0];
  const item = state.items.findLast((entry) => entry.kind === 'approval' && entry.request.approvalId === wanted);
  return item?.kind === 'approval' && wanted !== undefined ? item : undefined;
}

function approvalOf({ state, self, wallMs, selected }: RoomNow): ApprovalView | undefined {
  const item = selectedApproval(state, selected);
  if (item === undefined) return undefined;
  const { request, atMs } = item;
  const { lines, cwd } = requestLines(request);
  const facts = [...(cwd === undefined || cwd === '.' ? [] : [`in ${cwd}`]), request.risks.join(' · ')];
  if (request.hidden > 0) facts.push(`${request.hidden} secret values hidden`);
  return {
    title: request.title,
    kind: request.kind,
    position: state.pendingApprovals.indexOf(request.approvalId) + 1,
    count: state.pendingApprovals.length,
    agentName: state.agents[request.agentId]?.name ?? 'The agent',
    waitingMs: wallMs - atMs,
    shown: lines,
    elidedParts: request.elided.length,
    facts: facts.filter((fact) => fact !== ''),
    signers: signerWords(state, item, self),
    fingerprint: `input ${request.shownHash.slice(0, 4)} ${request.shownHash.slice(4, 8)}`,
    mayFeedback: request.mayGiveFeedback,
    ...(request.sessionRule === undefined || signersNeeded(state, item) > 1
      ? {}
      : { sessionRule: request.sessionRule }),
  };
}

/** Two people, where the room says so: who signed already stands there, and that it is one of two. */
function signerWords(state: RoomState, item: ApprovalItem, self: ParticipantId): string {
  if (signersNeeded(state, item) === 1) return possibleSigners(state, self);
  const signed = signersOf(state, item).map((id) => (id === self ? 'you' : safeText(nameOf(state, id))));
  return signed.length === 0
    ? `Two people of: ${possibleSigners(state, self)}`
    : `1 of 2: ${signed.join()} signed. A second person must`;
}

function possibleSigners(state: RoomState, self: ParticipantId): string {
  const others = Object.values(state.participants)
    .filter((person) => person.state === 'present' && person.participantId !== self && person.rights.approve)
    .map((person) => safeText(person.name));
  return ['You', ...others].join(' or ');
}

function detailOf(person: Participant): string {
  const { rights, role } = person;
  const extra: string[] = [];
  if (rights.approve && role !== 'host') extra.push('answers approvals');
  if (rights.prompt === 'run' && role !== 'host') extra.push('runs prompts');
  if (Object.values(person.devices).some((device) => device.frozen)) extra.push('watch only: to be checked');
  return [role, ...extra].join(', ');
}

const warnings: Record<LobbyCard['kind'], string | undefined> = {
  new: undefined,
  'known-device': 'This browser is in the room already. Let it in only if that person says so.',
  'out-of-step': 'A restored or copied browser of somebody in the room. Decide on your page (o).',
};

function doorOf(card: LobbyCard, hostMs: number): DoorView {
  const warning = warnings[card.kind];
  return {
    name: card.name,
    waitingMs: hostMs - card.sinceHostMs,
    words: card.words,
    invite: card.inviteLabel,
    ...(warning === undefined ? {} : { warning }),
  };
}

function linkText(link: LinkState): string | undefined {
  switch (link.kind) {
    case 'open':
      return undefined;
    case 'dialling':
      return link.failures === 0 ? undefined : 'Looking for the relay again…';
    case 'waiting':
      return `No connection to the relay (${safeText(link.problem)}). Trying again; nothing is lost meanwhile.`;
    case 'stopped':
      return link.reason === undefined
        ? undefined
        : `${link.problem ?? 'The relay ended this.'} End this bridge with Ctrl+C.`;
  }
}
