import { expect, test } from 'vitest';
import { parseProcStat, parsePsLine } from './process-table.ts';

const rest = '0 -1 4194304 1 0 0 0 1 2 0 0 20 0 1 0 987654 1 1 1';

test('a process name with brackets and blanks does not shift the columns', () => {
  expect(parseProcStat(`12 (a) b (c) S 3 4 5 ${rest}`)).toEqual({
    pid: 12,
    parentPid: 3,
    groupId: 4,
    sessionId: 5,
    startTime: '987654',
  });
});

test('a process that only waits to be collected does not live', () => {
  expect(parseProcStat(`12 (node) Z 3 4 5 ${rest}`)).toBeUndefined();
  expect(parsePsLine('12 3 4 Z Mon Nov 30 10:00:00 2026')).toBeUndefined();
});

test('a line of ps gives the start time as one opaque text', () => {
  expect(parsePsLine('  12   3   4 Ss   Mon Nov 30 10:00:00 2026')).toMatchObject({
    pid: 12,
    groupId: 4,
    startTime: 'Mon Nov 30 10:00:00 2026',
  });
});
