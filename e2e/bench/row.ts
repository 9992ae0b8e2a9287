/** One number of a row, with what it must reach and what we would like. */
export type Figure = {
  what: string;
  value: number;
  unit: '×' | 'ms' | 'KB' | 'MB' | 'frames/s' | 'sockets' | 'events' | '%';
  better: 'higher' | 'lower';
  gate?: number;
  goal?: number;
  /** The numbers behind a ratio. */
  detail?: string;
};

export type Settings = { rounds: number; chromiumPath?: string };

/** One thing that is measured, beside its anchor and in the same run. */
export type Row = { name: string; title: string; run(settings: Settings): Promise<Figure[]> };

export const isMissed = ({ value, gate, better }: Figure): boolean =>
  gate !== undefined && !(better === 'higher' ? value >= gate : value <= gate);

export const reachesGoal = ({ value, goal, better }: Figure): boolean =>
  goal !== undefined && (better === 'higher' ? value >= goal : value <= goal);

export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5);

export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
}

/**
 * Runs each contestant once per round, in an order that turns around: what else happens on the machine hits all of
 * them alike.
 */
export async function interleaved<Kind extends string, Result>(
  kinds: readonly Kind[],
  rounds: number,
  run: (kind: Kind) => Promise<Result>,
): Promise<Record<Kind, Result[]>> {
  const results = Object.fromEntries(kinds.map((kind) => [kind, [] as Result[]])) as Record<Kind, Result[]>;
  for (let round = 0; round < rounds; round++) {
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) results[kind].push(await run(kind));
  }
  return results;
}

/** CPU time of this process, user and system. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
