/**
 * What can wait until the agent's first words are on screen: the first load must not compete with what nobody sees yet
 * (DESIGN's load budget counts every byte before the first token).
 */
const waiting = new Set<() => void>();
let isShown = false;

/** Text of the agent has been painted. */
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
