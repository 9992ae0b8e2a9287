import type { DatabaseSync } from 'node:sqlite';
import { CollagilityError } from '@collagility/protocol/errors';

/** Raised with every change of the tables; a file of a newer version is refused, an older one is brought up. */
const schemaVersion = 1;

/** "CLGR": tells our files from other SQLite files. */
const applicationId = 0x434c4752;

const tables = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE events (seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL, hash BLOB NOT NULL) STRICT;
  CREATE TABLE runs (
    first INTEGER PRIMARY KEY, last INTEGER NOT NULL, gen INTEGER NOT NULL, signature BLOB NOT NULL
  ) STRICT;
  CREATE TABLE blobs (
    id BLOB PRIMARY KEY, bytes BLOB NOT NULL, hash BLOB NOT NULL, from_seq INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE invites (invite_id TEXT PRIMARY KEY, secret BLOB, record TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE devices (
    member_id TEXT PRIMARY KEY, device_pk BLOB NOT NULL, resume_secret BLOB NOT NULL, pass_pk BLOB NOT NULL,
    bound_boot BLOB, record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE commands (
    member_id TEXT NOT NULL, command_id TEXT NOT NULL, body_hash BLOB NOT NULL, outcome TEXT,
    PRIMARY KEY (member_id, command_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE approval_secrets (
    approval_id TEXT PRIMARY KEY, salt BLOB NOT NULL, native_request TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE quarantine (
    id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, bytes BLOB, reason TEXT NOT NULL, at_ms INTEGER NOT NULL
  ) STRICT;
`;

const numberOf = (database: DatabaseSync, pragma: 'user_version' | 'application_id'): number =>
  Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma] ?? 0);

/** Makes the tables in a new file and checks the version of an old one. */
export function prepareSchema(database: DatabaseSync): void {
  const version = numberOf(database, 'user_version');
  if (version === schemaVersion && numberOf(database, 'application_id') === applicationId) return;
  if (version > schemaVersion)
    throw new CollagilityError(
      'journal_newer',
      `This room was written by a newer version (journal ${version}, this one reads ${schemaVersion}). Nothing was changed. Update collagility-bridge and start again.`,
    );
  if (version !== 0 || database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined)
    throw new CollagilityError('journal_foreign', 'This file belongs to another program. Nothing was changed.');
  database.exec(
    `BEGIN IMMEDIATE; ${tables} PRAGMA application_id=${applicationId}; PRAGMA user_version=${schemaVersion}; COMMIT`,
  );
}
