/** How many files the session has changed, for the badges. */
export function countFiles(items: readonly { kind: string; path?: string }[] | undefined): number {
  const paths = new Set<string>();
  for (const item of items ?? []) if (item.kind === 'file' && item.path !== undefined) paths.add(item.path);
  return paths.size;
}
