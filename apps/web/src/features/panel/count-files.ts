type Items = readonly { kind: string; path?: string }[];

/** By the list itself: it is asked with each frame that something is written, and the list changes seldom. */
const counted = new WeakMap<Items, number>();

/** How many files the session has changed, for the badges. */
export function countFiles(items: Items | undefined): number {
  if (items === undefined) return 0;
  const known = counted.get(items);
  if (known !== undefined) return known;
  const paths = new Set<string>();
  for (const item of items) if (item.kind === 'file' && item.path !== undefined) paths.add(item.path);
  counted.set(items, paths.size);
  return paths.size;
}
