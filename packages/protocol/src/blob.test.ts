import { beforeAll, expect, test } from 'vitest';
import { blobHash, commandHash } from './blob.ts';
import { utf8 } from './bytes.ts';
import { ready } from './crypto/sodium.ts';

beforeAll(() => ready);

test('[CLG-60] [CLG-64] values and commands have hashes of their own kind', () => {
  const bytes = utf8('the same bytes');
  expect(blobHash(bytes)).toHaveLength(32);
  expect(blobHash(bytes)).toEqual(blobHash(bytes.slice()));
  expect(commandHash(bytes)).not.toEqual(blobHash(bytes));
  expect(blobHash(utf8('the same byteS'))).not.toEqual(blobHash(bytes));
});
