import { afterEach, expect, it, vi } from 'vitest';
import { takeLock } from './room-lock.ts';

afterEach(() => vi.unstubAllGlobals());

const refusing = (name: string, held: object[] = []) => ({
  locks: {
    request: () => Promise.reject(new DOMException('refused', name)),
    query: async () => ({ held }),
  },
});

it('[CLG-09] where the browser refuses locks together with storage, nothing is shared and the room opens', async () => {
  vi.stubGlobal('navigator', refusing('SecurityError'));
  expect(await takeLock('room', false, () => undefined)).toBeDefined();
});

it('[CLG-32] a lock that another tab holds is not given', async () => {
  vi.stubGlobal('navigator', refusing('TimeoutError', [{ name: 'clg1:room' }]));
  expect(await takeLock('room', false, () => undefined)).toBeUndefined();
});

it('[CLG-32] a free lock that a busy browser grants late is no other tab: it is asked for again', async () => {
  const free = refusing('TimeoutError', [{ name: 'clg1:another' }]);
  let asked = 0;
  const request = (_name: string, _options: object, holding: () => Promise<void>) => {
    asked += 1;
    return asked < 3 ? free.locks.request() : holding();
  };
  vi.stubGlobal('navigator', { locks: { ...free.locks, request } });
  expect(await takeLock('room', false, () => undefined)).toBeDefined();
  expect(asked).toBe(3);
});

it('[CLG-32] a lock that was granted to the very request that was given up is no other tab either', async () => {
  let asked = 0;
  const request = (_name: string, _options: object, holding: () => Promise<void>) => {
    asked += 1;
    return asked === 1 ? Promise.reject(new DOMException('late', 'TimeoutError')) : holding();
  };
  vi.stubGlobal('navigator', { locks: { request, query: async () => ({ held: [{ name: 'clg1:room' }] }) } });
  expect(await takeLock('room', false, () => undefined)).toBeDefined();
  expect(asked).toBe(2);
});
