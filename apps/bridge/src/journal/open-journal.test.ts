import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DeviceRecord, InviteRecord } from '@collagility/protocol/host/contract';
import { as, type CommandId, type InviteId, type MemberId, type ParticipantId } from '@collagility/protocol/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from './open-journal.ts';
import { appendTestEvents, openTestJournal } from './test-journal.ts';

let folder = '';
let path = '';
let opened: Journal[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
  path = join(folder, 'room.sqlite');
  opened = [];
});
afterEach(() => {
  for (const journal of opened) journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (maxPages?: number): Journal => {
  const journal = openTestJournal(path, maxPages);
  opened.push(journal);
  return journal;
};
const append = appendTestEvents;
const tamper = (sql: string) => {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
};

describe('the journal of a room', () => {
  it('keeps events, their chain values and pages over a restart', () => {
    const first = open();
    append(first, 10, 3);
    first.close();
    const { store, report } = open();
    expect(report).toEqual({ state: 'whole', lost: 0 });
    expect(store.head().seq).toBe(10);
    const page = store.readRun(4, 10, 1_000_000);
    expect(page.first).toBe(4);
    expect(page.prev).toEqual(store.hashAt(3));
    expect(page.events.map((bytes) => JSON.parse(Buffer.from(bytes).toString()).n)).toEqual([4, 5, 6, 7, 8, 9, 10]);
    const tail = store.readRunBefore(10, 100);
    expect(tail.first + tail.events.length - 1).toBe(10);
    expect(tail.prev).toEqual(store.hashAt(tail.first - 1));
    expect(store.readRun(1, 10, 1).events).toHaveLength(1);
    expect(store.hashAt(11)).toBeUndefined();
    expect(store.readRun(1, 0, 100).prev).toEqual(store.hashAt(0));
  });

  it('is readable by its owner alone, its log too', () => {
    append(open(), 1);
    for (const file of [path, `${path}-wal`]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('[CLG-12] raises the generation at each start and keeps it', () => {
    const first = open();
    expect(first.meta.nextBoot(randomBytes(16))).toBe(1);
    first.close();
    const second = open();
    expect(second.identity).toEqual(first.identity);
    expect(second.meta.nextBoot(randomBytes(16))).toBe(2);
    expect(second.meta.nextBoot(randomBytes(16), 9)).toBe(10);
  });

  it('[CLG-16] undoes a transaction that throws, whole', () => {
    const { store } = open();
    expect(() =>
      store.transaction(() => {
        store.setEpoch(7);
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(store.epoch()).toBe(0);
  });

  it('refuses a run that does not continue the journal', () => {
    const journal = open();
    append(journal, 2);
    const run = {
      first: 2,
      events: [{ bytes: randomBytes(9), hash: randomBytes(32) }],
      gen: 1,
      signature: new Uint8Array(64),
    };
    expect(() => journal.store.appendRun(run)).toThrow(RangeError);
    expect(journal.store.head().seq).toBe(2);
  });

  it('keeps invites, devices, commands and blobs as they were written', () => {
    const first = open();
    const invite: InviteRecord = {
      inviteId: as<InviteId>('a1'),
      label: 'x',
      role: 'viewer',
      lobby: true,
      history: 'all',
      secret: randomBytes(32),
      uses: 0,
      createdAtMs: 5,
      silenced: false,
      state: 'open',
    };
    const device: DeviceRecord = {
      memberId: as<MemberId>('m1'),
      participantId: as<ParticipantId>('p1'),
      devicePk: randomBytes(32),
      resumeSecret: randomBytes(32),
      passPk: randomBytes(32),
      floorSeq: 1,
      inMemory: false,
      boundBoot: randomBytes(16),
      frozen: false,
      state: 'member',
    };
    first.store.putInvite(invite);
    first.store.putDevice(device);
    const command = as<CommandId>('c1');
    const bodyHash = randomBytes(32);
    first.store.acceptCommand(device.memberId, command, bodyHash);
    first.store.putBlob({ id: Buffer.from('b'), bytes: Buffer.from('0123456789'), hash: bodyHash, fromSeq: 3 });
    first.store.setEpoch(4);
    first.close();
    const { store } = open();
    const bytes = (value: Uint8Array) => Buffer.from(value).toString('hex');
    expect(store.invites().map((found) => bytes(found.secret ?? Buffer.of()))).toEqual([
      bytes(invite.secret ?? Buffer.of()),
    ]);
    expect(store.devices().map((found) => [bytes(found.resumeSecret), bytes(found.boundBoot ?? Buffer.of())])).toEqual([
      [bytes(device.resumeSecret), bytes(device.boundBoot ?? Buffer.of())],
    ]);
    const { secret, ...revoked } = { ...invite, state: 'revoked' as const };
    expect(secret).toBeDefined();
    store.putInvite(revoked);
    expect(store.invites()).toEqual([revoked]);
    expect(store.findCommand(device.memberId, command)?.outcome).toBeUndefined();
    store.setCommandOutcome(device.memberId, command, { state: 'queued', position: 2 });
    expect(store.findCommand(device.memberId, command)?.outcome).toEqual({ state: 'queued', position: 2 });
    const part = store.readBlob(Buffer.from('b'), 3, 4);
    expect([Buffer.from(part?.bytes ?? []).toString(), part?.len, part?.fromSeq]).toEqual(['3456', 10, 3]);
    expect(store.readBlob(Buffer.from('z'), 0, 1)).toBeUndefined();
    expect(store.epoch()).toBe(4);
  });

  it('[B62] is held by one writer alone', () => {
    const first = open();
    append(first, 1);
    expect(() => new DatabaseSync(path).exec('SELECT 1; BEGIN IMMEDIATE')).toThrow(/locked/);
    first.close();
    append(open(), 1);
  });
});

describe('[B61] a damaged journal', () => {
  it('keeps every whole record before a changed one, and says how many are gone', () => {
    const first = open();
    append(first, 20, 4);
    first.close();
    tamper("UPDATE events SET bytes = x'00000000' WHERE seq = 15");
    const second = open();
    expect(second.report).toMatchObject({ state: 'repaired', lost: 8, lostAfterSeq: 12 });
    expect(second.report.text).toContain('8 records were lost');
    append(second, 3);
    second.close();
    const third = open();
    expect(third.report).toEqual({ state: 'whole', lost: 0 });
    expect(third.store.head().seq).toBe(15);
  });

  it('tells one lost record at the end', () => {
    const first = open();
    append(first, 5);
    first.close();
    tamper('DELETE FROM events WHERE seq = 5');
    expect(open().report).toMatchObject({ lost: 1, lostAfterSeq: 4 });
  });

  it('moves what lies behind a gap to quarantine instead of throwing it away', () => {
    const first = open();
    append(first, 6);
    first.close();
    tamper('DELETE FROM events WHERE seq = 3');
    open().close();
    const database = new DatabaseSync(path);
    expect(database.prepare('SELECT seq FROM quarantine ORDER BY seq').all()).toEqual([
      { seq: 4 },
      { seq: 5 },
      { seq: 6 },
    ]);
    database.close();
  });

  it('refuses a file that is no journal and leaves it as it is', () => {
    const garbage = Buffer.alloc(8192, 0);
    garbage.write('{"half":"a rec');
    writeFileSync(path, garbage);
    expect(() => open()).toThrow(expect.objectContaining({ code: 'journal_unreadable' }));
    expect(readFileSync(path).equals(garbage)).toBe(true);
  });

  it("refuses another program's SQLite file and leaves it as it is", () => {
    tamper('CREATE TABLE other (x); INSERT INTO other VALUES (1)');
    expect(() => open()).toThrow(expect.objectContaining({ code: 'journal_foreign' }));
  });

  it('refuses the file of a newer version', () => {
    open().close();
    tamper('PRAGMA user_version=99');
    expect(() => open()).toThrow(expect.objectContaining({ code: 'journal_newer' }));
  });

  it('starts anew in an empty or missing file', () => {
    writeFileSync(path, '');
    expect(open().report.state).toBe('new');
  });

  for (const [name, damage] of [
    ['cut in the middle', (size: number) => truncateSync(path, Math.floor((size * 0.7) / 4096) * 4096 + 123)],
    [
      'with 400 NULs in the middle of a page',
      (size: number) => {
        const bytes = readFileSync(path);
        bytes.fill(0, Math.floor((size * 0.8) / 4096) * 4096, Math.floor((size * 0.8) / 4096) * 4096 + 400);
        writeFileSync(path, bytes);
      },
    ],
  ] as const)
    it(`salvages what is whole from a file ${name}, and survives a second start`, () => {
      const first = open();
      append(first, 200, 5, 1_500);
      first.close();
      damage(statSync(path).size);
      writeFileSync(`${path}.salvage`, 'left by a crash in the middle of a repair');
      const second = open();
      expect(second.report.state).toBe('repaired');
      expect(second.report.lost).toBeGreaterThan(0);
      expect(second.store.head().seq).toBeGreaterThan(20);
      expect(second.store.head().seq + second.report.lost).toBeLessThanOrEqual(200);
      expect(second.identity.roomId).toBe(first.identity.roomId);
      expect(existsSync(second.report.damagedFile ?? '')).toBe(true);
      append(second, 2);
      second.close();
      expect(readdirSync(folder).sort()).toEqual(['room.sqlite', 'room.sqlite.damaged-1']);
      expect(open().report).toEqual({ state: 'whole', lost: 0 });
    });

  it('says that the disk is full, and writes nothing by halves', () => {
    const journal = open();
    append(journal, 5);
    journal.close();
    const database = new DatabaseSync(path);
    const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
    database.close();
    // The page limit stands in for the size of the disk: SQLite answers both with SQLITE_FULL.
    const second = open(pages + 8);
    expect(() => append(second, 50, 50, 20_000)).toThrow(expect.objectContaining({ code: 'disk_full' }));
    expect(second.store.head().seq).toBe(5);
    second.close();
    const third = open();
    expect(third.report).toEqual({ state: 'whole', lost: 0 });
    append(third, 1);
    expect(third.store.head().seq).toBe(6);
  });
});
