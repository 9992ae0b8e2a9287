import type { AgentId, ParticipantId } from '../ids.ts';
import type { AgentState, Participant, RoomState, TimelineItem } from '../state.ts';

/** Items further back than this are found through an index, which is made when it is first needed. */
const nearTail = 64;

/**
 * A room state under change. The given state is never touched: what is changed is copied first, once per draft, so that
 * folding many events costs one copy of each list and not one per event.
 */
export class Draft {
  readonly state: RoomState;
  /** Ids of items that an event wanted to change and that are not here: their beginning lies in older history. */
  readonly missing = new Set<string>();
  #ownsItems = false;
  #index: Map<string, number> | undefined;

  constructor(state: RoomState) {
    this.state = { ...state };
  }

  /** Adds an item at the end; an item of the same id is left where it is and stays as it was. */
  add(item: TimelineItem): void {
    if (this.#find(item.id) !== -1) return;
    this.#own();
    this.#index?.set(item.id, this.state.items.length);
    this.state.items.push(item);
  }

  find(id: string): TimelineItem | undefined {
    return this.state.items[this.#find(id)];
  }

  /** Changes the item of that id and kind; `seq` is the event's. */
  change<Kind extends TimelineItem['kind']>(
    kind: Kind,
    id: string,
    seq: number,
    change: (item: Extract<TimelineItem, { kind: Kind }>) => Partial<Extract<TimelineItem, { kind: Kind }>>,
  ): void {
    const at = this.#find(id);
    const item = this.state.items[at];
    if (item === undefined) {
      this.missing.add(id);
      return;
    }
    if (item.kind !== kind) return;
    const known = item as Extract<TimelineItem, { kind: Kind }>;
    this.#own();
    this.state.items[at] = { ...known, ...change(known), lastSeq: seq };
  }

  /** Moves an item to the end: its place is where it happened, not where it was announced. */
  moveToEnd(id: string, seq: number): void {
    const at = this.#find(id);
    const item = this.state.items[at];
    if (item === undefined) return;
    this.#own();
    this.state.items.splice(at, 1);
    this.#index = undefined;
    this.state.items.push({ ...item, seq, lastSeq: seq });
  }

  participant(id: ParticipantId, change: (person: Participant) => Partial<Participant>): void {
    const person = this.state.participants[id];
    if (person === undefined) return;
    this.state.participants = { ...this.state.participants, [id]: { ...person, ...change(person) } };
  }

  agent(id: AgentId, change: (agent: AgentState) => Partial<AgentState>): void {
    const agent = this.state.agents[id];
    if (agent === undefined) return;
    this.state.agents = { ...this.state.agents, [id]: { ...agent, ...change(agent) } };
  }

  #own(): void {
    if (this.#ownsItems) return;
    this.state.items = this.state.items.slice();
    this.#ownsItems = true;
  }

  #find(id: string): number {
    const { items } = this.state;
    if (this.#index === undefined) {
      const end = Math.max(0, items.length - nearTail);
      for (let at = items.length - 1; at >= end; at--) if (items[at]?.id === id) return at;
      if (end === 0) return -1;
      this.#index = new Map(items.map((item, at) => [item.id, at]));
    }
    return this.#index.get(id) ?? -1;
  }
}
