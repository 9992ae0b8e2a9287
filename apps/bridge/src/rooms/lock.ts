import { chmodSync, existsSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { BridgeError } from '../bridge-error.ts';

/** A lock of the operating system: it ends with the process, whatever the process died of. */
export type Lock = { release(): void };

const busy = 5;
const notADatabase = 26;

// Held here too: a connection that is collected as garbage would let the lock go.
const held = new Set<DatabaseSync>();

/**
 * Takes the lock, waiting at most `waitMs`; `undefined` while somebody else holds it.
 * An exclusive transaction of SQLite is the portable name for an OS file lock; nothing is ever written through it.
 */
export function tryLock(file: string, waitMs = 0): Lock | undefined {
  try {
    return take(file, waitMs);
  } catch (error) {
    if (sqliteCode(error) !== notADatabase) throw unusable(file, error);
  }
  try {
    // Somebody wrote over the file. What is not a database cannot be locked by anyone: put it aside.
    renameSync(file, `${file}.damaged`);
    return take(file, waitMs);
  } catch (error) {
    throw unusable(file, error);
  }
}

/**
 * Whether somebody holds the lock. Nothing is made, mended or kept; whoever takes it in this instant has to wait for a
 * moment (see `tryLock`).
 */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      database.prepare('PRAGMA schema_version').get();
    } finally {
      database.close();
    }
    return false;
  } catch (error) {
    if (sqliteCode(error) === busy) return true;
    // Nobody can hold what is not a database.
    if (sqliteCode(error) === notADatabase) return false;
    // Deleted in this instant, with its room.
    if (!existsSync(file)) return false;
    throw unusable(file, error);
  }
}

const unusable = (file: string, cause: unknown) =>
  new BridgeError(
    'cannotCreate',
    'lock_unusable',
    `The lock ${file} cannot be taken (${cause instanceof Error ? cause.message : cause}), so nothing was done.`,
    ['Make room on the disk or give that file to your user. It may be deleted while no bridge runs.'],
    { cause },
  );

function take(file: string, waitMs: number): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    // No journal file: it would be one more file that a crash leaves behind.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    chmodSync(file, 0o600);
  } catch (error) {
    database.close();
    if (sqliteCode(error) === busy) return undefined;
    throw error;
  }
  held.add(database);
  return {
    release() {
      if (held.delete(database)) database.close();
    },
  };
}

function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}
