import type { NewEvent } from './engine-state.ts';

/** What the whole session changed is not told where somebody may not read all of it: everybody gets the same event. */
export function withoutTotal(event: NewEvent): NewEvent {
  if (event.type !== 'workspace.turn_changed' && event.type !== 'workspace.restored') return event;
  const { session: _, ...told } = event;
  return told;
}
