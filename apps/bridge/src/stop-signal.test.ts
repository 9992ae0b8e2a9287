import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { doubledWithinMs, StopSignal } from './stop-signal.ts';

test('the first signal asks, the second forces, one that a launcher doubled does not', async () => {
  const signals = new EventEmitter();
  let nowMs = 0;
  let forced = 0;
  const stop = new StopSignal(
    signals,
    () => forced++,
    () => nowMs,
  );
  expect(stop.isRequested).toBe(false);
  signals.emit('SIGINT');
  await stop.requested;
  nowMs = doubledWithinMs;
  signals.emit('SIGTERM');
  expect(forced).toBe(0);
  nowMs = doubledWithinMs + 1;
  signals.emit('SIGINT');
  expect(forced).toBe(1);
});
