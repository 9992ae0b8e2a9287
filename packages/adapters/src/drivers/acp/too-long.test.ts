import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { world } from './test-world.ts';

it('[B01] an agent that asks in a line too long to be read is refused and told, and the turn goes on', async () => {
  const one = world(['huge-requests']);
  await one.start();
  await one.turn('write');
  expect(one.of('TOOL_APPROVAL_REQUESTED')).toEqual([]);
  expect(one.of('ERROR')).toMatchObject([{ error: { message: expect.stringContaining('line_too_long') } }]);
  expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
  expect(existsSync(join(one.fake.folder, 'written.txt'))).toBe(false);
});
