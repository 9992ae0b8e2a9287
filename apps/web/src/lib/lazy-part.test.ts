import { expect, test } from 'vitest';
import { whenReachable } from './lazy-part.ts';

const chunkError = (): Error => Object.assign(new Error('Failed to load chunk a.js'), { name: 'ChunkLoadError' });

test('[B44] a part that cannot be fetched while the network is away is asked for until it comes', async () => {
  const waits: number[] = [];
  let tries = 0;
  const part = await whenReachable(
    async () => {
      tries += 1;
      if (tries < 4) throw chunkError();
      return 'the part';
    },
    async (ms) => void waits.push(ms),
  );
  expect(part).toBe('the part');
  expect(waits).toEqual([2000, 2000, 2000]);
});

test('an error of the part itself is thrown at once', async () => {
  let waits = 0;
  const load = whenReachable(
    async () => {
      throw new TypeError('x is not a function');
    },
    async () => void waits++,
  );
  await expect(load).rejects.toThrow('x is not a function');
  expect(waits).toBe(0);
});
