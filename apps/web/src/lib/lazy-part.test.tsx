import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyPart, quietPart, whenReachable } from './lazy-part.ts';
import { isOutdated } from './outdated-page.ts';

afterEach(() => vi.unstubAllGlobals());

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

const missing = (): Error =>
  Object.assign(new Error('Failed to load chunk /_next/static/chunks/0ab.js from module 12'), {
    name: 'ChunkLoadError',
  });

test('[B45] a part that its host no longer has, since it runs a newer version, is not asked for for ever', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('', { status: 404 });
  });
  const part = whenReachable(async () => {
    throw missing();
  });
  await expect(part).rejects.toSatisfy(isOutdated);
  expect(asked).toEqual(['/_next/static/chunks/0ab.js']);
});

test.each([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is behind a proxy that is in trouble', async () => new Response('', { status: 502 })],
  ['has it after all', async () => new Response('')],
])('[B44] a part whose host %s is asked for again', async (_what, answer) => {
  vi.stubGlobal('fetch', answer);
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries < 3) throw missing();
    return 'the part';
  };
  expect(await whenReachable(load, async () => undefined)).toBe('the part');
});

test('[B45] in its place stands the way to the newest page, and what is around it stays', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  const Part = lazyPart(async () => {
    throw missing();
  });
  const Quiet = quietPart(async () => {
    throw missing();
  });
  render(
    <div>
      <p>the room</p>
      <Suspense fallback={null}>
        <Quiet />
        <Part />
      </Suspense>
    </div>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('newer version');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();
  expect(screen.getByText('the room')).toBeTruthy();
});
