import type { RecordChange, RoomRecord } from '../record.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS room (
    only_one INTEGER PRIMARY KEY CHECK (only_one = 1), host_key TEXT NOT NULL, gen INTEGER NOT NULL,
    boot TEXT NOT NULL, created_ms INTEGER NOT NULL, host_seen_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS admission (id8 TEXT PRIMARY KEY, public_key TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** The record of the one room of a Durable Object. An object without a room stores nothing at all. */
export class DurableStorage {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  load(): RoomRecord | undefined {
    const { sql } = this.#storage;
    if (sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'room'").toArray().length === 0) return undefined;
    const [row] = sql.exec('SELECT host_key, gen, boot, created_ms, host_seen_ms FROM room').toArray();
    if (row === undefined) return undefined;
    const keys = sql.exec('SELECT id8, public_key FROM admission').toArray();
    return {
      hostKey: String(row['host_key']),
      generation: { gen: Number(row['gen']), boot: String(row['boot']) },
      admission: new Map(keys.map((key) => [String(key['id8']), String(key['public_key'])] as const)),
      createdMs: Number(row['created_ms']),
      hostSeenMs: Number(row['host_seen_ms']),
    };
  }

  apply(change: RecordChange): void {
    const { sql } = this.#storage;
    switch (change.type) {
      case 'seat': {
        const { gen, boot } = change.generation;
        sql.exec(schema);
        sql.exec(
          `INSERT INTO room VALUES (1, ?, ?, ?, ?, ?) ON CONFLICT (only_one)
           DO UPDATE SET gen = excluded.gen, boot = excluded.boot, host_seen_ms = excluded.host_seen_ms`,
          ...[change.hostKey, gen, boot, change.createdMs, change.hostSeenMs],
        );
        return;
      }
      case 'keys':
        this.#storage.transactionSync(() => {
          sql.exec('DELETE FROM admission');
          for (const { id8, publicKey } of change.keys) this.#addKey(id8, publicKey);
        });
        return;
      case 'key_added':
        this.#addKey(change.key.id8, change.key.publicKey);
        return;
      case 'key_removed':
        sql.exec('DELETE FROM admission WHERE id8 = ?', change.id8);
        return;
      case 'host_seen':
        sql.exec('UPDATE room SET host_seen_ms = ?', change.hostSeenMs);
        return;
      case 'forgotten':
        sql.exec('DROP TABLE IF EXISTS admission; DROP TABLE IF EXISTS room');
        return;
    }
  }

  #addKey(id8: string, publicKey: string): void {
    this.#storage.sql.exec('INSERT OR REPLACE INTO admission VALUES (?, ?)', id8, publicKey);
  }
}
