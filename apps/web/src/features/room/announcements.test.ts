import { expect, test } from 'vitest';
import {
  approvalId,
  claude,
  fold,
  guestA,
  guestB,
  guestC,
  host,
  opening,
  people,
  type Told,
} from '../../../shots/rooms.ts';
import { asking } from '../../../shots/session.ts';
import { announcementsBetween } from './announcements.ts';

const begin = [...opening, ...people, { type: 'room.two_person_set', on: true, by: host } as Told, asking];
const after = (...told: Told[]) => announcementsBetween(fold(begin), fold([...begin, ...told]), host);
const signed: Told = { type: 'approval.signed', agentId: claude, approvalId: approvalId('a1'), by: guestA };

test('a signature that is one of two is told politely, a vote not at all', () => {
  expect(after(signed).polite).toBe('Run a command: Ada signed, one of two');
  const voted: Told = { type: 'approval.voted', agentId: claude, approvalId: approvalId('a1'), by: guestC, vote: 'up' };
  expect(after(voted)).toEqual({ polite: '', assertive: '' });
  expect(announcementsBetween(fold([...begin, signed]), fold([...begin, signed, voted]), host).polite).toBe('');
});

test('a pause interrupts, its end and a new driver are told politely', () => {
  const paused: Told = { type: 'room.paused', by: host };
  expect(after(paused).assertive).toBe('Hana paused sharing');
  const both = [...begin, paused];
  expect(announcementsBetween(fold(both), fold([...both, { type: 'room.resumed', by: host }]), guestA).polite).toBe(
    'Sharing goes on',
  );
  const drives = { type: 'room.driver_changed', participantId: guestB, by: host } as const;
  const before = fold([...opening, ...people]).participants[guestB]?.rights;
  if (before === undefined) throw new Error('nobody');
  expect(after({ ...drives, before }).polite).toBe('Ben has the driver’s seat');
});

test('a phone has no keys, and is told of none', () => {
  const quiet = [...opening, ...people];
  const asks = fold([...quiet, asking]);
  expect(announcementsBetween(fold(quiet), asks, host).assertive).toMatch(/Press N/);
  expect(announcementsBetween(fold(quiet), asks, host, false).assertive).toMatch(/^Approval waits: [^.]+\.$/);
});
