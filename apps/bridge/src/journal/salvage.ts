import {
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { prepareSchema } from './schema.ts';

/** How far behind the last readable event others are looked for: a damaged page hides at most so many. */
const maxHiddenRows = 2_000;
/** What a damaged header may claim at most; above it the number itself is damage. */
const maxFileBytes = 16 * 1024 ** 3;

/**
 * Replaces the damaged file by a new one with every row that can still be read; returns where the damaged one is kept.
 * A crash at any point leaves either the damaged file or the finished copy, which the next start puts in place.
 */
export function salvage(path: string): string {
  const damagedFile = keepCopy(path);
  const [source, target] = [`${path}.salvage-source`, `${path}.salvage`];
  copyWithLog(path, source);
  padToWholePages(source);
  const damaged = new DatabaseSync(source);
  try {
    copyRows(damaged, target);
  } finally {
    damaged.close();
  }
  renameSync(target, `${path}.salvaged`);
  finishSalvage(path);
  return damagedFile;
}

/** Puts a finished copy in place and removes what an unfinished salvage left. */
export function finishSalvage(path: string): void {
  for (const left of ['.salvage', '.salvage-wal', '.salvage-source', '.salvage-source-wal', '.salvage-source-shm'])
    rmSync(path + left, { force: true });
  if (!existsSync(`${path}.salvaged`)) return;
  // The old log goes first: SQLite would play it into the new file.
  rmSync(`${path}-wal`, { force: true });
  renameSync(`${path}.salvaged`, path);
}

function keepCopy(path: string): string {
  let number = 1;
  while (existsSync(`${path}.damaged-${number}`)) number += 1;
  copyWithLog(path, `${path}.damaged-${number}`);
  return `${path}.damaged-${number}`;
}

function copyWithLog(from: string, to: string): void {
  copyFileSync(from, to);
  if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${to}-wal`);
}

/** SQLite opens no file that is shorter than its header says; the missing pages are read as empty then. */
function padToWholePages(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const header = Buffer.alloc(100);
    readSync(file, header, 0, header.length, 0);
    // Page size: 2 bytes at 16, where 1 stands for 65 536. Number of pages: 4 bytes at 28.
    const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    const wholeBytes = Math.min(pageBytes * header.readUInt32BE(28), maxFileBytes);
    if (statSync(path).size < wholeBytes) ftruncateSync(file, wholeBytes);
  } finally {
    closeSync(file);
  }
}

/** Row by row: a damaged page costs its own rows only. Whether the events still chain is checked afterwards. */
function copyRows(damaged: DatabaseSync, target: string): void {
  closeSync(openSync(target, 'w', 0o600));
  const fresh = new DatabaseSync(target);
  try {
    fresh.exec('PRAGMA synchronous=FULL');
    prepareSchema(fresh);
    fresh.exec('BEGIN');
    copyBySeq(damaged, fresh, 'events', 'seq', ['seq', 'bytes', 'hash']);
    copyBySeq(damaged, fresh, 'runs', 'first', ['first', 'last', 'gen', 'signature']);
    for (const [table, columns] of Object.entries(otherTables)) copyWhileReadable(damaged, fresh, table, columns);
    fresh.exec('COMMIT');
  } finally {
    fresh.close();
  }
}

const otherTables = {
  meta: ['key', 'value'],
  invites: ['invite_id', 'secret', 'record'],
  devices: ['member_id', 'device_pk', 'resume_secret', 'pass_pk', 'bound_boot', 'record'],
  commands: ['member_id', 'command_id', 'body_hash', 'outcome'],
  blobs: ['id', 'bytes', 'hash', 'from_seq'],
  approval_secrets: ['approval_id', 'salt', 'native_request'],
  quarantine: ['id', 'seq', 'bytes', 'reason', 'at_ms'],
};

/** One look-up per row, so that the rows behind a damaged page are found too. */
function copyBySeq(from: DatabaseSync, to: DatabaseSync, table: string, key: string, columns: string[]): void {
  const insert = insertInto(to, table, columns);
  let misses = 0;
  for (let seq = 1; misses < maxHiddenRows; seq += 1) {
    const row = readOrUndefined(() =>
      from.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${key} = ?`).get(seq),
    );
    if (row === undefined) {
      misses += 1;
      continue;
    }
    misses = 0;
    insert(row);
  }
}

/** In order until the first damaged page, then from the other end. */
function copyWhileReadable(from: DatabaseSync, to: DatabaseSync, table: string, columns: string[]): void {
  const insert = insertInto(to, table, columns);
  for (const order of ['ASC', 'DESC'])
    readOrUndefined(() => {
      const rows = from.prepare(`SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${columns[0]} ${order}`);
      for (const row of rows.iterate()) insert(row);
    });
}

function insertInto(to: DatabaseSync, table: string, columns: string[]) {
  const places = columns.map(() => '?').join(', ');
  const statement = to.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places})`);
  return (row: Record<string, import('node:sqlite').SQLOutputValue>) =>
    statement.run(...columns.map((column) => row[column] ?? null));
}

/** A row on a damaged page throws; that is what is being repaired, so it counts as absent. */
function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) return undefined;
    throw error;
  }
}
