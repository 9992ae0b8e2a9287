import { readdir, readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { processMarkName } from './environment.ts';

export interface ProcessRow {
  pid: number;
  parentPid: number;
  groupId: number;
  sessionId: number;
  /** Opaque; with the pid it names one process, also after pids were used again. */
  startTime: string;
}

/** All living processes; one that has ended and only waits to be collected is not living. */
export async function readProcessTable(platform: NodeJS.Platform = process.platform): Promise<ProcessRow[]> {
  return platform === 'linux' ? readProc() : readPs();
}

/** The pids that carry this mark in their environment (Linux only; elsewhere the tree and the group must do). */
export async function findMarked(mark: string, platform: NodeJS.Platform = process.platform): Promise<Set<number>> {
  if (platform !== 'linux') return new Set();
  const wanted = `${processMarkName}=${mark}\0`;
  const found = new Set<number>();
  await Promise.all(
    (await readdir('/proc')).filter(isPid).map(async (entry) => {
      const environment = await readOrUndefined(`/proc/${entry}/environ`);
      if (environment?.includes(wanted)) found.add(Number(entry));
    }),
  );
  return found;
}

/** The start time of one process, or undefined if it does not live. */
export async function readStartTime(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return (await readPs(pid)).find((row) => row.pid === pid)?.startTime;
  const stat = await readOrUndefined(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : parseProcStat(stat)?.startTime;
}

/** One `/proc/<pid>/stat`; undefined for a zombie. The name in brackets may hold blanks and brackets. */
export function parseProcStat(stat: string): ProcessRow | undefined {
  const nameEnd = stat.lastIndexOf(')');
  const fields = stat.slice(nameEnd + 2).split(' ');
  const [state, parentPid, groupId, sessionId] = fields;
  // Field 22 of the file; the pid and the name stand before these.
  const startTime = fields[19];
  if (state === undefined || state === 'Z' || state === 'X' || startTime === undefined) return undefined;
  return {
    pid: Number.parseInt(stat, 10),
    parentPid: Number(parentPid),
    groupId: Number(groupId),
    sessionId: Number(sessionId),
    startTime,
  };
}

/** One line of `ps -o pid=,ppid=,pgid=,state=,lstart=`; undefined for a zombie. */
export function parsePsLine(line: string): ProcessRow | undefined {
  const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
  if (match === null || match[4]?.startsWith('Z')) return undefined;
  return {
    pid: Number(match[1]),
    parentPid: Number(match[2]),
    groupId: Number(match[3]),
    // ps has no portable column for it; the group stands in.
    sessionId: Number(match[3]),
    startTime: match[5] ?? '',
  };
}

async function readProc(): Promise<ProcessRow[]> {
  const stats = await Promise.all(
    (await readdir('/proc')).filter(isPid).map((entry) => readOrUndefined(`/proc/${entry}/stat`)),
  );
  return stats.flatMap((stat) => (stat === undefined ? [] : (parseProcStat(stat) ?? [])));
}

async function readPs(pid?: number): Promise<ProcessRow[]> {
  if (process.platform === 'win32') return [];
  const which = pid === undefined ? ['-A'] : ['-p', String(pid)];
  const { stdout } = await execa('ps', [...which, '-o', 'pid=,ppid=,pgid=,state=,lstart='], {
    reject: false,
    env: { LC_ALL: 'C' },
  });
  return String(stdout)
    .split('\n')
    .flatMap((line) => parsePsLine(line) ?? []);
}

const isPid = (entry: string) => /^\d+$/.test(entry);

/** A process may end between listing and reading, and other users' environments are closed to us. */
async function readOrUndefined(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
