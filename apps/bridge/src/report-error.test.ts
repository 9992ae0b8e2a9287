import { AgentAdapterError } from '@collagility/adapters/errors';
import { CollagilityError } from '@collagility/protocol/errors';
import { expect, test } from 'vitest';
import { exitCodeOf, reportOf } from './report-error.ts';

const cause = new Error('file is not a database');

test.each([
  [new CollagilityError('journal_unreadable', 'The file cannot be read.', { cause }), 1, 'The file cannot be read.'],
  [new CollagilityError('disk_full', 'The disk is full.', { cause }), 73, 'The disk is full.'],
  [new CollagilityError('journal_in_use', 'Another bridge has it.', { cause }), 75, 'Another bridge has it.'],
  [new AgentAdapterError('PROVIDER_NOT_FOUND', 'Name the program.'), 64, 'Name the program.'],
  [new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }), 1, 'connect ECONNREFUSED'],
])('%s ends with its own code and in the words that help', (error, exit, message) => {
  const report = reportOf(error);
  expect([exitCodeOf(report), report.message]).toEqual([exit, message]);
});
