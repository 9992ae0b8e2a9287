import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { as, type CommandId, type MemberId } from '@collagility/protocol/ids';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from './open-journal.ts';
import { openTestJournal } from './test-journal.ts';

let folder = '';
let journal: Journal;
const path = () => join(folder, 'room.sqlite');
const reopen = (maxPages?: number): Journal => {
  journal.close();
  journal = openTestJournal(path(), maxPages);
  return journal;
};
const device = as<MemberId>('m1');
const command = (n: number) => as<CommandId>(String(n).padStart(32, '0'));
const hash = new Uint8Array(32);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-turn-'));
  journal = openTestJournal(path());
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

it('[CLG-16] what a turn wrote is there after its commit and not before', () => {
  const { store } = journal;
  store.begin();
  store.acceptCommand(device, command(1), hash);
  store.setEpoch(3);
  // Closed without a commit, as a process that is gone.
  expect(reopen().store.findCommand(device, command(1))).toBeUndefined();
  journal.store.begin();
  journal.store.acceptCommand(device, command(1), hash);
  journal.store.setEpoch(4);
  journal.store.commit();
  expect(reopen().store.findCommand(device, command(1))).toBeDefined();
  expect(journal.store.epoch()).toBe(4);
});

it('[CLG-16] work that throws inside a turn is undone alone', () => {
  const { store } = journal;
  store.begin();
  store.transaction(() => store.setEpoch(5));
  expect(() =>
    store.transaction(() => {
      store.setEpoch(6);
      store.transaction(() => store.acceptCommand(device, command(2), hash));
      throw new Error('stop');
    }),
  ).toThrow('stop');
  store.acceptCommand(device, command(3), hash);
  store.commit();
  const after = reopen().store;
  expect([
    after.epoch(),
    after.findCommand(device, command(2)),
    after.findCommand(device, command(3))?.outcome,
  ]).toEqual([5, undefined, undefined]);
  expect(after.findCommand(device, command(3))).toBeDefined();
});

it('[CLG-16] a turn that does not fit the disk leaves nothing of itself, and the next one is written', () => {
  journal.store.setEpoch(1);
  const { store } = reopen(60);
  store.begin();
  store.acceptCommand(device, command(1), hash);
  expect(() => {
    for (let n = 0; n < 100; n += 1)
      store.putBlob({ id: Buffer.from(String(n)), bytes: new Uint8Array(50_000), hash, fromSeq: 1 });
    store.commit();
  }).toThrow(expect.objectContaining({ code: 'disk_full' }));
  store.rollback();
  expect(store.findCommand(device, command(1))).toBeUndefined();
  expect(store.readBlob(Buffer.from('0'), 0, 1)).toBeUndefined();
  store.begin();
  store.acceptCommand(device, command(2), hash);
  store.commit();
  expect(reopen().store.findCommand(device, command(2))).toBeDefined();
});
