/** Compares versions by their first three numbers; what is missing counts as 0. */
export function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split(/[.-]/, 3).map(Number));
  for (const [index, part] of (right ?? []).entries()) {
    const own = left?.[index] ?? 0;
    if (own !== part) return own < part;
  }
  return false;
}
