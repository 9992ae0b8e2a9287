import type { RoomEvent, RoomEventOf } from '@collagility/protocol/events';
import { type Reason, reasonText } from '@collagility/protocol/reasons';
import type { RoomState } from '@collagility/protocol/state';
import { nameOf } from '../names.ts';
import { requestLines } from './request-lines.ts';
import { safeText } from './safe-text.ts';

export type LogEntry = { sign: 'good' | 'bad' | 'warn' | 'quiet'; text: string; more?: string[] };

/** What the terminal's log keeps of an event; `undefined` for what the page shows better. */
export function logOfEvent(event: RoomEvent, state: RoomState, self: string): LogEntry | undefined {
  const who = (id: Parameters<typeof nameOf>[1]) => (id === self ? 'you' : safeText(nameOf(state, id)));
  switch (event.type) {
    case 'member.joined':
      if (event.participantId === self) return undefined;
      return { sign: 'good', text: `${safeText(event.name)} joined as ${event.role}` };
    case 'member.left':
      return { sign: 'quiet', text: `${who(event.participantId)} left` };
    case 'member.removed':
      return { sign: 'bad', text: `${who(event.by)} removed ${who(event.participantId)}` };
    case 'member.frozen':
      return {
        sign: 'warn',
        text: `${who(event.participantId)} may only watch until you have checked: ${event.reason}`,
      };
    case 'ai.request.prompt_suggested':
      return { sign: 'quiet', text: `${who(event.by)} suggests: ${firstLine(event.text)}` };
    case 'ai.prompt.queued':
      return { sign: 'quiet', text: `${who(event.by)} ${verbOf(event, state, self)}: ${firstLine(event.text)}` };
    case 'ai.execution.ended': {
      const seconds = event.durationMs === undefined ? '' : `, ${(event.durationMs / 1000).toFixed(1)} s`;
      const reason =
        event.reason === undefined || event.reason === event.outcome ? '' : `: ${safeText(reasonText(event.reason))}`;
      return {
        sign: event.outcome === 'completed' ? 'good' : isHostsEnd(event.reason) ? 'quiet' : 'warn',
        text: `turn ${event.outcome}${seconds}${reason}`,
      };
    }
    case 'approval.resolved':
      return resolved(event, state, who);
    case 'approval.signed':
      return { sign: 'warn', text: `${who(event.by)} signed 1 of 2: ${whatOf(event.approvalId, state)}` };
    case 'room.two_person_set':
      return event.on
        ? { sign: 'good', text: `${who(event.by)} turned the two-person rule on: destructive requests need two people` }
        : { sign: 'warn', text: `${who(event.by)} turned the two-person rule off` };
    case 'room.driver_changed':
      return event.participantId === undefined
        ? { sign: 'good', text: `${who(event.by)} took the driver’s seat back` }
        : { sign: 'warn', text: `${who(event.by)} handed the driver’s seat to ${who(event.participantId)}` };
    case 'ai.agent.started': {
      // Apart from the name, which may end in a number of its own.
      const version = event.version === undefined ? '' : `version ${safeText(event.version)}, `;
      const unasked = event.unasked.length === 0 ? '' : `; runs unasked: ${event.unasked.map(safeText).join(', ')}`;
      const sign = event.unasked.length === 0 ? 'good' : 'warn';
      return { sign, text: `${safeText(event.name)} is ready (${version}${event.session} session)${unasked}` };
    }
    case 'ai.agent.stopped':
      if (isHostsEnd(event.reason)) return { sign: 'quiet', text: 'the agent was stopped' };
      return {
        sign: 'warn',
        text: `${neverStarted(event) ?? 'the agent stopped'}: ${safeText(reasonText(event.reason))}`,
      };
    case 'ai.queue.stopped':
      return isHostsEnd(event.reason)
        ? { sign: 'quiet', text: 'the queue is kept and waits' }
        : {
            sign: 'warn',
            text: `the queue waits: ${safeText(reasonText(event.reason))}`,
            ...(event.reason === ('interrupted' satisfies Reason) && { more: ['Resume it on your page to go on.'] }),
          };
    case 'ai.error':
      return {
        sign: 'bad',
        text: safeText(event.message),
        more: [event.kept, event.fix].flatMap((line) => (line === undefined ? [] : [safeText(line)])),
      };
    case 'ai.agent.mode_changed':
      return event.mode === 'act' || event.unasked.length > 0
        ? {
            sign: 'warn',
            text: `the agent acts without asking: ${event.unasked.map(safeText).join(', ') || 'everything'}`,
          }
        : { sign: 'good', text: 'the agent asks again before it changes something' };
    case 'room.notice':
      return {
        sign: event.level === 'error' ? 'bad' : event.level === 'warning' ? 'warn' : 'quiet',
        text: safeText(event.text),
      };
    case 'room.paused':
      return { sign: 'warn', text: `${who(event.by)} paused sharing` };
    case 'room.resumed':
      return { sign: 'good', text: `${who(event.by)} went on sharing` };
    case 'room.panic':
      return { sign: 'bad', text: `${who(event.by)} stopped everything: agent stopped, links revoked` };
    default:
      return undefined;
  }
}

/** Nothing runs yet where something else does, or where the queue or the agent stands. */
function verbOf(event: RoomEventOf<'ai.prompt.queued'>, { agents }: RoomState, self: string): string {
  const agent = agents[event.agentId];
  const others = agent?.queue.some(({ promptId }) => promptId !== event.promptId) ?? false;
  const runsOther = agent?.runningPromptId !== undefined && agent.runningPromptId !== event.promptId;
  const stands = agent?.queueStopped !== undefined || agent?.stopped !== undefined;
  if (others || runsOther || stands) return 'queued';
  return event.by === self ? 'run' : 'runs';
}

/** Only one that failed to start comes with its name: the room did not know it. */
function neverStarted({ name, reason }: RoomEventOf<'ai.agent.stopped'>): string | undefined {
  if (name === undefined || reason === ('agent_stopped' satisfies Reason)) return undefined;
  return `${safeText(name)} did not start`;
}

/** The host ended it: that was asked for, so there is nothing to warn of. */
const isHostsEnd = (reason: string | undefined): boolean => reason === ('host_stopped' satisfies Reason);

type Resolved = Extract<RoomEvent, { type: 'approval.resolved' }>;

function resolved(event: Resolved, state: RoomState, who: (id: Resolved['by']) => string): LogEntry {
  const what = whatOf(event.approvalId, state);
  const first = event.alsoBy === undefined ? '' : `${who(event.alsoBy)} and `;
  const by = event.by === undefined ? 'a rule' : first + who(event.by);
  const scope = event.scope === undefined || event.scope === 'once' ? 'once' : `for this ${event.scope}`;
  switch (event.outcome) {
    case 'allowed':
      return event.nativeOption === undefined
        ? { sign: 'good', text: `${by} allowed ${scope}: ${what}` }
        : {
            sign: 'warn',
            text: `${by} allowed by the agent’s own “${safeText(event.nativeOption.label)}”, which lasts: ${what}`,
          };
    case 'allowed-edited':
      return { sign: 'good', text: `${by} allowed with an edit: ${what}` };
    case 'denied':
      return {
        sign: 'bad',
        text: `${by} denied: ${what}${event.feedback === undefined ? '' : ` (${firstLine(event.feedback)})`}`,
      };
    case 'expired':
    case 'cancelled':
    case 'void':
      return {
        sign: 'quiet',
        text: `${event.outcome}: ${what}${event.reason === undefined ? '' : ` (${safeText(reasonText(event.reason))})`}`,
      };
  }
}

function whatOf(approvalId: Resolved['approvalId'], state: RoomState): string {
  const item = state.items.findLast((entry) => entry.kind === 'approval' && entry.request.approvalId === approvalId);
  return item?.kind === 'approval' ? (requestLines(item.request).lines[0] ?? item.request.title) : 'a request';
}

function firstLine(text: string): string {
  const [line = '', ...more] = text.trim().split('\n');
  return safeText(line) + (more.length > 0 ? ` (and ${more.length} more lines)` : '');
}
