/** The one fold from events to the room: pure, used by the bridge for its snapshot and by every page. */
import type { RoomEvent, UnknownEvent } from './events.ts';
import { agentReducers } from './reduce/agents.ts';
import { approvalReducers } from './reduce/approvals.ts';
import { Draft } from './reduce/draft.ts';
import { peopleReducers } from './reduce/people.ts';
import { promptReducers } from './reduce/prompts.ts';
import type { Reducers } from './reduce/reducers.ts';
import { terminalReducers } from './reduce/terminal.ts';
import { workspaceReducers } from './reduce/workspace.ts';
import type { RoomState, TimelineItem } from './state.ts';

const reducers: Reducers = {
  ...peopleReducers,
  ...promptReducers,
  ...agentReducers,
  ...approvalReducers,
  ...workspaceReducers,
  ...terminalReducers,
};

/** A room in which nothing has happened yet. */
export function emptyRoomState(roomId: string): RoomState {
  return {
    seq: 0,
    roomId,
    title: '',
    workspaceName: '',
    createdAtMs: 0,
    gen: 0,
    participants: {},
    agents: {},
    suggestions: [],
    pendingApprovals: [],
    rules: {},
    chat: [],
    review: [],
    items: [],
    firstSeq: 1,
  };
}

function apply(draft: Draft, seq: number, event: RoomEvent | UnknownEvent): void {
  draft.state.seq = seq;
  if (event.type === 'unknown') {
    const { atMs, nativeType } = event;
    draft.add({ kind: 'unknown', id: `unknown:${seq}`, seq, lastSeq: seq, atMs, nativeType });
    return;
  }
  const reducer = reducers[event.type] as (draft: Draft, event: RoomEvent, seq: number) => void;
  reducer(draft, event, seq);
}

/** The room after one more event, number `seq`. The given state is not changed. */
export function reduce(state: RoomState, seq: number, event: RoomEvent | UnknownEvent): RoomState {
  return reduceMany(state, seq, [event]);
}

/** The room after several events, the first of which has number `firstSeq`. */
export function reduceMany(state: RoomState, firstSeq: number, events: Iterable<RoomEvent | UnknownEvent>): RoomState {
  const draft = new Draft(state);
  let seq = firstSeq;
  for (const event of events) apply(draft, seq++, event);
  return draft.state;
}

/** The room for somebody who comes late: only the last `maxItems` of the transcript and what is still open or was changed since. */
export function snapshotOf(state: RoomState, maxItems: number): RoomState {
  const { items } = state;
  const first = items[items.length - maxItems];
  if (first === undefined) return state;
  const firstSeq = first.seq;
  return {
    ...state,
    firstSeq,
    items: items.filter((item) => item.seq >= firstSeq || item.lastSeq >= firstSeq || isOpen(item)),
  };
}

function isOpen(item: TimelineItem): boolean {
  if (item.kind === 'prompt') return item.state === 'queued' || item.state === 'held' || item.state === 'running';
  if (item.kind === 'text' || item.kind === 'reasoning') return item.state === 'streaming';
  if (item.kind === 'tool') return item.status === 'running' || item.status === 'waiting';
  return item.kind === 'approval' && item.resolution === undefined;
}

type NumberedEvent = { seq: number; event: RoomEvent | UnknownEvent };

/** A page of older history, folded. `orphans` change items that lie further back: give them to the next older page. */
export type HistoryPage = { items: TimelineItem[]; orphans: NumberedEvent[] };

/**
 * Folds a page of history on its own; `orphans` are those of the page after it. `participants`: today's, for names
 * whose owner came before this page.
 */
export function foldHistory(
  firstSeq: number,
  events: ReadonlyArray<RoomEvent | UnknownEvent>,
  participants: RoomState['participants'] = {},
  orphans: readonly NumberedEvent[] = [],
): HistoryPage {
  const namesOnly = Object.fromEntries(
    Object.entries(participants).map(([id, person]) => [id, { ...person, state: 'left' as const, devices: {} }]),
  );
  const draft = new Draft({ ...emptyRoomState(''), participants: namesOnly });
  const left: NumberedEvent[] = [];
  const numbered = events.map((event, at) => ({ seq: firstSeq + at, event }));
  for (const { seq, event } of [...numbered, ...orphans]) {
    draft.missing.clear();
    apply(draft, seq, event);
    if (draft.missing.size > 0) left.push({ seq, event });
  }
  return { items: draft.state.items, orphans: left };
}

/** The room with an older page before its transcript; an item that is there already is the newer one and stays. */
export function prependHistory(state: RoomState, firstSeq: number, page: HistoryPage): RoomState {
  const inPage = new Map(page.items.map((item) => [item.id, item]));
  const newer = state.items.map((item) => {
    const older = inPage.get(item.id);
    inPage.delete(item.id);
    return older === undefined || item.kind === 'prompt' ? item : { ...item, seq: older.seq, atMs: older.atMs };
  });
  return { ...state, firstSeq, items: [...inPage.values(), ...newer].sort((a, b) => a.seq - b.seq) };
}
