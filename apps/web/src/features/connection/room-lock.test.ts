import { afterEach, expect, it, vi } from 'vitest';
import { takeLock } from './room-lock.ts';

afterEach(() => vi.unstubAllGlobals());

const refusing = (name: string) => ({ locks: { request: () => Promise.reject(new DOMException('refused', name)) } });

it('[CLG-09] where the browser refuses locks together with storage, nothing is shared and the room opens', async () => {
  vi.stubGlobal('navigator', refusing('SecurityError'));
  expect(await takeLock('room', false, () => undefined)).toBeDefined();
});

it('[CLG-32] a lock that another tab holds is not given', async () => {
  vi.stubGlobal('navigator', refusing('TimeoutError'));
  expect(await takeLock('room', false, () => undefined)).toBeUndefined();
});
