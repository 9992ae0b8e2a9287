import type { DatabaseSync } from 'node:sqlite';
import type { CommandOutcome } from '@collagility/protocol/commands';
import type { DeviceRecord, InviteRecord, RoomStore } from '@collagility/protocol/host/contract';
import { beginTurn, commitTurn, inTransaction, rollbackTurn } from './transaction.ts';

type Row = Record<string, unknown>;
const bytesOf = (value: unknown): Uint8Array => {
  if (!(value instanceof Uint8Array)) throw new TypeError('journal: expected bytes');
  return value;
};
const numberOf = (value: unknown): number => {
  if (typeof value !== 'number') throw new TypeError('journal: expected a number');
  return value;
};
const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError('journal: expected text');
  return value;
};

/** The room's durable storage on one open SQLite file. `start` is h_0, the chain value before the first event. */
export function createRoomStore(database: DatabaseSync, start: Uint8Array): RoomStore {
  const sql = (text: string) => database.prepare(text);
  const lastEvent = sql('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1');
  const insertEvent = sql('INSERT INTO events (seq, bytes, hash) VALUES (?, ?, ?)');
  const insertRun = sql('INSERT INTO runs (first, last, gen, signature) VALUES (?, ?, ?, ?)');
  const eventsFrom = sql('SELECT seq, bytes FROM events WHERE seq >= ? AND seq <= ? ORDER BY seq');
  const eventsBefore = sql('SELECT seq, bytes FROM events WHERE seq <= ? ORDER BY seq DESC');
  const hashOf = sql('SELECT hash FROM events WHERE seq = ?');
  const insertBlob = sql('INSERT INTO blobs (id, bytes, hash, from_seq) VALUES (?, ?, ?, ?)');
  const blobPart = sql(
    'SELECT length(bytes) AS len, from_seq, substr(bytes, ? + 1, ?) AS part FROM blobs WHERE id = ?',
  );
  const allInvites = sql('SELECT secret, record FROM invites');
  const upsertInvite = sql(
    'INSERT INTO invites (invite_id, secret, record) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET secret = excluded.secret, record = excluded.record',
  );
  const allDevices = sql('SELECT * FROM devices');
  const upsertDevice = sql(
    `INSERT INTO devices (member_id, device_pk, resume_secret, pass_pk, bound_boot, record) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET device_pk = excluded.device_pk, resume_secret = excluded.resume_secret,
     pass_pk = excluded.pass_pk, bound_boot = excluded.bound_boot, record = excluded.record`,
  );
  const commandRow = sql('SELECT body_hash, outcome FROM commands WHERE member_id = ? AND command_id = ?');
  const insertCommand = sql('INSERT INTO commands (member_id, command_id, body_hash) VALUES (?, ?, ?)');
  const updateOutcome = sql('UPDATE commands SET outcome = ? WHERE member_id = ? AND command_id = ?');
  const metaValue = sql('SELECT value FROM meta WHERE key = ?');
  const upsertMeta = sql(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );

  const transaction = <T>(work: () => T): T => inTransaction(database, work);
  const head = () => {
    const row = lastEvent.get();
    return row === undefined ? { seq: 0, hash: start } : { seq: numberOf(row.seq), hash: bytesOf(row.hash) };
  };
  const hashAt = (seq: number): Uint8Array | undefined => {
    if (seq === 0) return start;
    const row = hashOf.get(seq);
    return row === undefined ? undefined : bytesOf(row.hash);
  };
  const prevOf = (first: number): Uint8Array => {
    const prev = hashAt(first - 1);
    if (prev === undefined) throw new RangeError(`journal: no event before ${first}`);
    return prev;
  };
  /** At least one row, then as many as fit: one event may be larger than what was asked for. */
  const takeWhileFits = (rows: Iterable<Row>, maxBytes: number): Uint8Array[] => {
    const taken: Uint8Array[] = [];
    let size = 0;
    for (const row of rows) {
      const bytes = bytesOf(row.bytes);
      size += bytes.length + 4;
      if (taken.length > 0 && size > maxBytes) break;
      taken.push(bytes);
    }
    return taken;
  };

  return {
    transaction,
    begin: () => beginTurn(database),
    commit: () => commitTurn(database),
    rollback: () => rollbackTurn(database),
    head,
    appendRun(run) {
      transaction(() => {
        const expected = head().seq + 1;
        if (run.first !== expected) throw new RangeError(`journal: run starts at ${run.first}, expected ${expected}`);
        run.events.forEach((event, index) => {
          insertEvent.run(run.first + index, event.bytes, event.hash);
        });
        insertRun.run(run.first, run.first + run.events.length - 1, run.gen, run.signature);
      });
    },
    readRun(first, last, maxBytes) {
      return { prev: prevOf(first), first, events: takeWhileFits(eventsFrom.iterate(first, last), maxBytes) };
    },
    readRunBefore(last, maxBytes) {
      const events = takeWhileFits(eventsBefore.iterate(last), maxBytes).reverse();
      const first = last - events.length + 1;
      return { prev: prevOf(first), first, events };
    },
    hashAt,
    putBlob(blob) {
      transaction(() => insertBlob.run(blob.id, blob.bytes, blob.hash, blob.fromSeq));
    },
    readBlob(id, offset, maxBytes) {
      const row = blobPart.get(offset, maxBytes, id);
      if (row === undefined) return undefined;
      return { bytes: bytesOf(row.part), len: numberOf(row.len), fromSeq: numberOf(row.from_seq) };
    },
    invites: () =>
      allInvites.all().map((row): InviteRecord => {
        const record = JSON.parse(textOf(row.record));
        return row.secret === null ? record : { ...record, secret: bytesOf(row.secret) };
      }),
    putInvite({ secret, ...record }) {
      transaction(() => upsertInvite.run(record.inviteId, secret ?? null, JSON.stringify(record)));
    },
    devices: () =>
      allDevices.all().map(
        (row): DeviceRecord => ({
          ...JSON.parse(textOf(row.record)),
          devicePk: bytesOf(row.device_pk),
          resumeSecret: bytesOf(row.resume_secret),
          passPk: bytesOf(row.pass_pk),
          ...(row.bound_boot === null ? {} : { boundBoot: bytesOf(row.bound_boot) }),
        }),
      ),
    putDevice({ devicePk, resumeSecret, passPk, boundBoot, ...record }) {
      transaction(() =>
        upsertDevice.run(record.memberId, devicePk, resumeSecret, passPk, boundBoot ?? null, JSON.stringify(record)),
      );
    },
    findCommand(memberId, commandId) {
      const row = commandRow.get(memberId, commandId);
      if (row === undefined) return undefined;
      const bodyHash = bytesOf(row.body_hash);
      if (row.outcome === null) return { bodyHash };
      const outcome: CommandOutcome = JSON.parse(textOf(row.outcome));
      return { bodyHash, outcome };
    },
    acceptCommand(memberId, commandId, bodyHash) {
      transaction(() => insertCommand.run(memberId, commandId, bodyHash));
    },
    setCommandOutcome(memberId, commandId, outcome) {
      transaction(() => updateOutcome.run(JSON.stringify(outcome), memberId, commandId));
    },
    epoch() {
      const row = metaValue.get('epoch');
      return row === undefined ? 0 : Number(new TextDecoder().decode(bytesOf(row.value)));
    },
    setEpoch(epoch) {
      transaction(() => upsertMeta.run('epoch', new TextEncoder().encode(String(epoch))));
    },
  };
}
