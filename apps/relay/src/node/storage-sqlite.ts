import { DatabaseSync } from 'node:sqlite';
import type { RoomStorage } from '../record.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS room (
    id TEXT PRIMARY KEY, host_key TEXT NOT NULL, gen INTEGER NOT NULL, boot TEXT NOT NULL,
    created_ms INTEGER NOT NULL, host_seen_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS admission (
    room_id TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, id8 TEXT NOT NULL, public_key TEXT NOT NULL,
    PRIMARY KEY (room_id, id8)
  ) STRICT, WITHOUT ROWID;
`;

/** One file for all rooms of a stand-alone relay. */
export function sqliteStorage(file: string): RoomStorage {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
  database.exec(schema);
  const oneRoom = database.prepare('SELECT host_key, gen, boot, created_ms, host_seen_ms FROM room WHERE id = ?');
  const keysOf = database.prepare('SELECT id8, public_key FROM admission WHERE room_id = ?');
  const seat = database.prepare(`
    INSERT INTO room (id, host_key, gen, boot, created_ms, host_seen_ms) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET gen = excluded.gen, boot = excluded.boot, host_seen_ms = excluded.host_seen_ms`);
  const addKey = database.prepare('INSERT OR REPLACE INTO admission (room_id, id8, public_key) VALUES (?, ?, ?)');
  const removeKey = database.prepare('DELETE FROM admission WHERE room_id = ? AND id8 = ?');
  const removeKeys = database.prepare('DELETE FROM admission WHERE room_id = ?');
  const seen = database.prepare('UPDATE room SET host_seen_ms = ? WHERE id = ?');
  const forget = database.prepare('DELETE FROM room WHERE id = ?');
  const old = database.prepare('SELECT id FROM room WHERE host_seen_ms < ?');
  return {
    load(roomId) {
      const row = oneRoom.get(roomId);
      if (row === undefined) return undefined;
      const keys = keysOf.all(roomId).map((key) => [String(key['id8']), String(key['public_key'])] as const);
      return {
        hostKey: String(row['host_key']),
        generation: { gen: Number(row['gen']), boot: String(row['boot']) },
        admission: new Map(keys),
        createdMs: Number(row['created_ms']),
        hostSeenMs: Number(row['host_seen_ms']),
      };
    },
    apply(roomId, change) {
      switch (change.type) {
        case 'seat': {
          const { gen, boot } = change.generation;
          seat.run(roomId, change.hostKey, gen, boot, change.createdMs, change.hostSeenMs);
          return;
        }
        case 'keys':
          database.exec('BEGIN');
          removeKeys.run(roomId);
          for (const { id8, publicKey } of change.keys) addKey.run(roomId, id8, publicKey);
          database.exec('COMMIT');
          return;
        case 'key_added':
          addKey.run(roomId, change.key.id8, change.key.publicKey);
          return;
        case 'key_removed':
          removeKey.run(roomId, change.id8);
          return;
        case 'host_seen':
          seen.run(change.hostSeenMs, roomId);
          return;
        case 'forgotten':
          forget.run(roomId);
          return;
      }
    },
    seenBefore: (timeMs) => old.all(timeMs).map((row) => String(row['id'])),
    close: () => database.close(),
  };
}
