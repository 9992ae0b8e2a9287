import type { DatabaseSync } from 'node:sqlite';
import { CollagilityError } from '@collagility/protocol/errors';

/** SQLite's primary result codes that people can do something about. */
const sqliteFull = 13;
const sqliteIoError = 10;
const sqliteReadOnly = 8;

/**
 * What a file is in: one piece of `work`, or a `turn` of the event loop that is committed as a whole, where each piece
 * of work is a savepoint. A full disk may end a turn by itself; then nothing more is written in it (`lost`).
 */
type Open = { kind: 'work' } | { kind: 'turn'; isWorking: boolean; lost?: unknown };
const open = new WeakMap<DatabaseSync, Open>();

/**
 * Runs `work` in one transaction; inside another it joins that one. When it returns at the outermost level the
 * writes are synced; when it throws nothing of them is left. In an open turn the turn's commit syncs them.
 */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  const outer = open.get(database);
  if (outer === undefined) return alone(database, work);
  if (outer.kind === 'work' || outer.isWorking) return work();
  return inTurn(database, outer, work);
}

/** From here on all that is written waits for `commitTurn`. */
export function beginTurn(database: DatabaseSync): void {
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    throw diskError(error);
  }
  open.set(database, { kind: 'turn', isWorking: false });
}

/** Throws where the disk fails, or failed before; `rollbackTurn` then undoes what is left. */
export function commitTurn(database: DatabaseSync): void {
  const turn = open.get(database);
  if (turn?.kind === 'turn' && turn.lost !== undefined) throw turn.lost;
  try {
    database.exec('COMMIT');
  } catch (error) {
    throw diskError(error);
  }
  open.delete(database);
}

export function rollbackTurn(database: DatabaseSync): void {
  open.delete(database);
  if (database.isTransaction) database.exec('ROLLBACK');
}

function alone<T>(database: DatabaseSync, work: () => T): T {
  open.set(database, { kind: 'work' });
  try {
    database.exec('BEGIN IMMEDIATE');
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk may have rolled back by itself already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw diskError(error);
  } finally {
    open.delete(database);
  }
}

function inTurn<T>(database: DatabaseSync, turn: Extract<Open, { kind: 'turn' }>, work: () => T): T {
  // Outside of a transaction each write would count by itself.
  if (turn.lost !== undefined) throw turn.lost;
  turn.isWorking = true;
  try {
    database.exec('SAVEPOINT work');
    const result = work();
    database.exec('RELEASE work');
    return result;
  } catch (error) {
    const said = diskError(error);
    if (database.isTransaction) database.exec('ROLLBACK TO work; RELEASE work');
    else turn.lost = said;
    throw said;
  } finally {
    turn.isWorking = false;
  }
}

function diskError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  switch (error.errcode & 0xff) {
    case sqliteFull:
      return new CollagilityError(
        'disk_full',
        'The disk is full, so the room could not be written. Nothing was half written and what was there is whole. Free some space and start again with --resume.',
        { cause: error },
      );
    case sqliteIoError:
    case sqliteReadOnly:
      return new CollagilityError(
        'disk_error',
        'The room could not be written to disk. Nothing was half written. Check the disk and start again with --resume.',
        { cause: error },
      );
    default:
      return error;
  }
}
