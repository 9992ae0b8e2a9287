import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import { findMarked, type ProcessRow, readProcessTable } from './process-table.ts';

/** What must be kept to find an agent's processes again, also by another bridge after this one was killed. */
export interface ProcessRecord {
  pid: number;
  startTime: string;
  /** In the environment of the agent and of all that it started. */
  mark: string;
  command: string;
}

/** After TERM; a program that tidies up is done by then, and TERM + KILL stay well under five seconds. */
const defaultGraceMs = 2_000;
const killWaitMs = 2_000;
/** The end of a process that is not our child makes no event; so it is looked for. */
const pollMs = 25;

/**
 * Ends an agent and everything it started: TERM to all, KILL to those left after the grace.
 * The leader may be gone already: its group, its session and its marked descendants are still ended.
 * Resolves with the pids that could not be ended (none, normally).
 */
export async function endTree(record: ProcessRecord, { graceMs = defaultGraceMs } = {}): Promise<number[]> {
  if (process.platform === 'win32') return endTreeOnWindows(record);
  const known = new Map<number, string>();
  const first = await livingMembers(record, known);
  for (const pid of first) signal(pid, 'SIGTERM');
  if ((await waitUntilGone(record, known, graceMs)).length === 0) return [];
  return waitUntilGone(record, known, killWaitMs, 'SIGKILL');
}

/** The living processes of a record; empty after all have ended, or where the pid belongs to another program now. */
export async function findSurvivors(record: ProcessRecord): Promise<number[]> {
  return livingMembers(record, new Map());
}

/** Pure: who belongs to the tree. `known` holds members seen earlier, whose parents may be gone. */
function treeMembers(
  record: ProcessRecord,
  table: readonly ProcessRow[],
  marked: ReadonlySet<number>,
  known: ReadonlyMap<number, string>,
): ProcessRow[] {
  const leader = table.find((row) => row.pid === record.pid);
  // Somebody else's process has this pid now: then the group and the session of that number are theirs as well.
  const isReused = leader !== undefined && leader.startTime !== record.startTime;
  const members = new Map<number, ProcessRow>();
  for (const row of table) {
    const inGroup = !isReused && (row.pid === record.pid || row.groupId === record.pid || row.sessionId === record.pid);
    if (inGroup || marked.has(row.pid) || known.get(row.pid) === row.startTime) members.set(row.pid, row);
  }
  for (let grew = true; grew; ) {
    grew = false;
    for (const row of table) {
      if (members.has(row.pid) || !members.has(row.parentPid)) continue;
      members.set(row.pid, row);
      grew = true;
    }
  }
  members.delete(process.pid);
  return [...members.values()];
}

async function livingMembers(record: ProcessRecord, known: Map<number, string>): Promise<number[]> {
  const [table, marked] = await Promise.all([readProcessTable(), findMarked(record.mark)]);
  const members = treeMembers(record, table, marked, known);
  for (const row of members) known.set(row.pid, row.startTime);
  return members.map((row) => row.pid);
}

async function waitUntilGone(
  record: ProcessRecord,
  known: Map<number, string>,
  limitMs: number,
  again?: NodeJS.Signals,
): Promise<number[]> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const living = await livingMembers(record, known);
    if (living.length === 0 || waitedMs >= limitMs) return living;
    // A fork during the signal is met in the next round.
    if (again !== undefined) for (const pid of living) signal(pid, again);
    await wait(pollMs);
  }
}

/** False where the process was gone already. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

async function endTreeOnWindows(record: ProcessRecord): Promise<number[]> {
  // No groups and no TERM here: taskkill walks the tree, which must be done while the leader lives.
  const { exitCode } = await execa('taskkill', ['/pid', String(record.pid), '/T', '/F'], { reject: false });
  return exitCode === 0 || exitCode === 128 ? [] : [record.pid];
}
