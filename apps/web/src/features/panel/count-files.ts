import type { AgentId } from '@collagility/protocol/ids';
import { changedKey, type RoomState, type TimelineItem } from '@collagility/protocol/state';

/** By the list itself: it is asked with each frame that something is written, and the list changes seldom. */
const counted = new WeakMap<readonly TimelineItem[], number>();

/**
 * How many files the session has changed where this agent works, for the badges: what the host's git saw after the last
 * turn. Only where git has said nothing, what the agents reported.
 */
export function countFiles(state: RoomState | undefined, agentId: AgentId | undefined): number {
  if (state === undefined) return 0;
  const seen = state.changed?.[changedKey(agentId === undefined ? undefined : state.agents[agentId])];
  return seen?.files ?? reportedCount(state.items);
}

function reportedCount(items: readonly TimelineItem[]): number {
  const known = counted.get(items);
  if (known !== undefined) return known;
  const paths = new Set<string>();
  for (const item of items) if (item.kind === 'file') paths.add(item.path);
  counted.set(items, paths.size);
  return paths.size;
}
