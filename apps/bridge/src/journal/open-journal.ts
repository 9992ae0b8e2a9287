import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { CollagilityError } from '@collagility/protocol/errors';
import type { RoomIdentity, RoomStore } from '@collagility/protocol/host/contract';
import { createJournalMeta, type JournalMeta } from './meta.ts';
import { finishSalvage, salvage } from './salvage.ts';
import { prepareSchema } from './schema.ts';
import { createRoomStore } from './store.ts';
import { cutBrokenTail } from './verify-chain.ts';

/** How one room's events are chained (CLG-51); given by the protocol. */
export type Chain = { start: Uint8Array; next(seq: number, prev: Uint8Array, bytes: Uint8Array): Uint8Array };

/** What had to be done to the file before it could be used; shown to the host, never done in silence. */
export type JournalReport = {
  state: 'new' | 'whole' | 'repaired';
  /** Events that could not be kept in the room; their bytes, where there are any, stay in quarantine. */
  lost: number;
  /** Set with `lost` above 0: the last event that was kept. */
  lostAfterSeq?: number;
  /** The damaged file, kept under this name. */
  damagedFile?: string;
  /** One sentence for people. */
  text?: string;
};

export type Journal = {
  identity: RoomIdentity;
  store: RoomStore;
  meta: JournalMeta;
  report: JournalReport;
  close(): void;
};

export type OpenJournalOptions = {
  path: string;
  /** Makes the room's key; called for a new file only. */
  newIdentity(): RoomIdentity;
  chainOf(identity: RoomIdentity): Chain;
  wallMs(): number;
  /** A bound on the file; at it SQLite answers as on a full disk. */
  maxPages?: number;
};

/**
 * Opens the one file of a room, holds it alone, and repairs it before the first append (B61).
 * Throws `journal_in_use`, `journal_newer`, `journal_foreign`, `journal_unreadable`, `disk_full`; then nothing was changed.
 */
export function openJournal(options: OpenJournalOptions): Journal {
  const { path } = options;
  finishSalvage(path);
  const isNew = !existsSync(path) || statSync(path).size === 0;
  let database = openAlone(path);
  let report: JournalReport = { state: isNew ? 'new' : 'whole', lost: 0 };
  try {
    if (database === undefined || !isSound(database)) {
      database?.close();
      const damagedFile = salvage(path);
      database = openAlone(path);
      if (database === undefined) throw unreadable(path);
      report = { state: 'repaired', lost: 0, damagedFile };
    }
    prepareSchema(database);
    if (options.maxPages !== undefined) database.exec(`PRAGMA max_page_count=${options.maxPages}`);
    const meta = createJournalMeta(database);
    let identity = meta.identity();
    if (identity === undefined) {
      // A first start that was killed before it wrote the room's key: nothing was in the room yet.
      const isEmpty = database.prepare('SELECT 1 FROM events LIMIT 1').get() === undefined;
      if (!isNew && !isEmpty) throw unreadable(path);
      identity = options.newIdentity();
      meta.setIdentity(identity);
    }
    const chain = options.chainOf(identity);
    const cut = cutBrokenTail(database, chain, options.wallMs());
    if (cut.lost > 0) report = { ...report, state: 'repaired', lost: cut.lost, lostAfterSeq: cut.keptSeq };
    if (report.state === 'repaired') report.text = sentence(report);
    const opened = database;
    return {
      identity,
      store: createRoomStore(database, chain.start),
      meta,
      report,
      close: () => {
        if (opened.isOpen) opened.close();
      },
    };
  } catch (error) {
    if (database?.isOpen) database.close();
    throw error;
  }
}

/**
 * WAL with full sync: a commit is on the disk when it returns (CLG-16). The lock is held until the file is closed (B62).
 * `undefined`: SQLite's own file, but damaged.
 */
function openAlone(path: string): DatabaseSync | undefined {
  // Made before SQLite sees it, so that neither it nor its log is ever readable by others.
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  const database = new DatabaseSync(path);
  try {
    database.exec(
      'PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA trusted_schema=OFF; BEGIN EXCLUSIVE; COMMIT',
    );
    return database;
  } catch (error) {
    database.close();
    const code = sqliteCode(error);
    if (code === sqliteBusy)
      throw new CollagilityError(
        'journal_in_use',
        'Another bridge has this room open. Use that one, or stop it first.',
        {
          cause: error,
        },
      );
    if (code === sqliteCorrupt) return undefined;
    if (code === sqliteNotADatabase) throw unreadable(path, error);
    throw error;
  }
}

const sqliteBusy = 5;
const sqliteCorrupt = 11;
const sqliteNotADatabase = 26;

const sqliteCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;

function isSound(database: DatabaseSync): boolean {
  try {
    return database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
  } catch (error) {
    if (sqliteCode(error) === sqliteCorrupt) return false;
    throw error;
  }
}

const unreadable = (path: string, cause?: unknown) =>
  new CollagilityError(
    'journal_unreadable',
    `The room's file cannot be read: ${path}. It was left as it is. Restore it from a backup, or start a new room with --new.`,
    { cause },
  );

const sentence = ({ lost, damagedFile }: JournalReport): string => {
  const records = lost === 0 ? 'No record was lost' : `${lost} ${lost === 1 ? 'record was' : 'records were'} lost`;
  return `The room's file was damaged and has been repaired. ${records}.${damagedFile === undefined ? '' : ' The damaged file was kept beside it.'}`;
};
