import type { DatabaseSync } from 'node:sqlite';
import { CollagilityError } from '@collagility/protocol/errors';

/** SQLite's primary result codes that people can do something about. */
const sqliteFull = 13;
const sqliteIoError = 10;
const sqliteReadOnly = 8;

const open = new WeakSet<DatabaseSync>();

/**
 * Runs `work` in one transaction; inside another it joins that one. When it returns at the outermost level the
 * writes are synced; when it throws nothing of them is left.
 */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  if (open.has(database)) return work();
  open.add(database);
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
