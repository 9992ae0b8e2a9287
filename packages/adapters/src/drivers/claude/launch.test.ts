import { expect, test } from 'vitest';
import { withoutProxy } from './launch.ts';

test('loopback is excepted from the host’s proxy beside what the host excepts already', () => {
  expect(withoutProxy({ NO_PROXY: 'intra.example, .corp', no_proxy: '.corp' })).toEqual({
    NO_PROXY: '.corp,intra.example,127.0.0.1',
    no_proxy: '.corp,intra.example,127.0.0.1',
  });
  expect(withoutProxy({ NO_PROXY: '127.0.0.1' }).NO_PROXY).toBe('127.0.0.1');
  expect(withoutProxy({}).no_proxy).toBe('127.0.0.1');
});
