import type { AgentId } from '@collagility/protocol/ids';
import { changedKey, type RoomState, type TimelineItem } from '@collagility/protocol/state';

/** How many files the session has changed where this agent works, as the host told all after the last turn. */
export const toldFiles = (state: RoomState | undefined, agentId: AgentId | undefined): number | undefined =>
  state?.changed?.[changedKey(agentId === undefined ? undefined : state.agents[agentId])]?.files;

/** By the list itself: these are asked with each frame that something is written, and the list changes seldom. */
function byList<T>(read: (items: readonly TimelineItem[]) => T): (items: readonly TimelineItem[]) => T {
  const known = new WeakMap<readonly TimelineItem[], { value: T }>();
  return (items) => {
    const kept = known.get(items) ?? { value: read(items) };
    known.set(items, kept);
    return kept.value;
  };
}

/** How many files the agents said that they changed, of what this page may read. */
export const reportedFileCount = byList(
  (items) => new Set(items.flatMap((item) => (item.kind === 'file' ? [item.path] : []))).size,
);

/** The last event with which git saw that a turn or a restore changed files; `undefined` before the first. */
export const lastChange = byList(
  (items) =>
    items.findLast((item) => item.kind === 'restore' || (item.kind === 'prompt' && item.changes !== undefined))
      ?.lastSeq,
);
