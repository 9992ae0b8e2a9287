/** Stands where output was lost between two reports. */
const gap = '\n… output left out …\n';

/**
 * What is new in a report that repeats all output so far, or, where that is long, only its end. Agents that cut their
 * reports cut at the front, so the new report begins somewhere in the old one.
 */
export function outputDifference(before: string, now: string): string {
  if (now.startsWith(before)) return now.slice(before.length);
  const shared = overlap(before, now);
  return shared === 0 ? `${gap}${now}` : now.slice(shared);
}

/** The length of the longest end of `before` that `now` begins with; in linear time. */
function overlap(before: string, now: string): number {
  const length = Math.min(before.length, now.length);
  const fallback = new Int32Array(length);
  for (let at = 1, matched = 0; at < length; at += 1) {
    while (matched > 0 && now[at] !== now[matched]) matched = fallback[matched - 1] ?? 0;
    if (now[at] === now[matched]) matched += 1;
    fallback[at] = matched;
  }
  let matched = 0;
  for (let at = before.length - length; at < before.length; at += 1) {
    while (matched > 0 && (matched === length || before[at] !== now[matched])) matched = fallback[matched - 1] ?? 0;
    if (before[at] === now[matched]) matched += 1;
  }
  return matched;
}
