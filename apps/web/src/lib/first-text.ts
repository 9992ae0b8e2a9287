/**
 * What can wait until the agent's first words are on screen: the first load must not compete with what nobody sees yet.
 * Where no words come for a while, nothing competes either.
 */
const waiting = new Set<() => void>();
let isShown = false;

/** A host that goes away takes the page's origin along: what was not loaded by then never comes. */
export const quietMs = 3_000;

/** Text of the agent has been painted, or the room has been quiet for `quietMs`. */
export function firstTextShown(): void {
  if (isShown) return;
  isShown = true;
  for (const work of waiting) work();
  waiting.clear();
}

/** Runs `work` once the first text is on screen, at once where it is. Returns what calls it off. */
export function afterFirstText(work: () => void): () => void {
  if (isShown) {
    work();
    return () => undefined;
  }
  waiting.add(work);
  return () => {
    waiting.delete(work);
  };
}
