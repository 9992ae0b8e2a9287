import { expect, test } from 'vitest';
import { firstLoadGates, initialLoad, workerLoad } from '../world/first-load.ts';

test('what the HTML of the room names stays within its budget', () => {
  const { kilobytes, files } = initialLoad();
  expect(files).toBeGreaterThan(5);
  expect(kilobytes).toBeLessThanOrEqual(firstLoadGates.initial);
});

test('the Worker, its cryptography included, stays within its part of what may come before the first text', () => {
  const { kilobytes, files } = workerLoad();
  expect(files).toBeGreaterThan(2);
  // Less would be a Worker without its cryptography.
  expect(kilobytes).toBeGreaterThan(80);
  expect(kilobytes).toBeLessThanOrEqual(firstLoadGates.worker);
});
