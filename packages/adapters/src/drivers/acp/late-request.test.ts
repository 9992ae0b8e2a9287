import { expect, it } from 'vitest';
import { world } from './test-world.ts';

it('[B11] what is asked after the turn was stopped is cancelled at once, so that the turn ends', async () => {
  const one = world(['asks-after-cancel'], {}, { waits: { cancelMs: 3_000 } });
  await one.start();
  await one.turn('slow', undefined, 'STREAM_CHUNK');
  expect(await one.adapter.interrupt()).toMatchObject({ acknowledged: true });
  await one.until('STREAM_END', () => {
    throw new Error('Nobody is asked any more.');
  });
  expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
  expect(one.adapter.status).toBe('READY');
  await one.turn('text');
  expect(one.of('STREAM_END').at(-1)).toMatchObject({ outcome: 'completed' });
});
