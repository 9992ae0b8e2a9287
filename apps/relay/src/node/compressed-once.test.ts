import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { compressedOnce } from './compressed-once.ts';

const text = 'again and again\n'.repeat(1_000);
const open = () => {
  let reads = 0;
  const app = new Hono();
  app.use('*', compressedOnce());
  app.get('*', (context) => {
    reads += 1;
    return context.body(text, 200, { 'Content-Type': 'text/javascript', 'Content-Length': String(text.length) });
  });
  const get = (path: string, encoding = 'gzip') => app.request(path, { headers: { 'Accept-Encoding': encoding } });
  return { get, reads: () => reads };
};

it('a file is read and compressed once, however often it is asked for', async () => {
  const { get, reads } = open();
  const lengths = new Set<number>();
  for (let count = 0; count < 20; count += 1) {
    const answer = await get('/a.js');
    expect(answer.headers.get('content-length')).toBeNull();
    lengths.add((await answer.arrayBuffer()).byteLength);
  }
  expect([reads(), lengths.size]).toEqual([1, 1]);
  expect([...lengths][0]).toBeLessThan(text.length / 10);
  expect(await (await get('/a.js', 'br')).text()).toBe(text);
  expect(reads()).toBe(2);
});

it('spellings without end cost a bounded memory: what is beyond goes as it is', async () => {
  const { get } = open();
  for (let count = 0; count < 512; count += 1) await get(`/${count}.js`);
  expect((await get('/0.js')).headers.get('content-encoding')).toBe('gzip');
  const beyond = await get('/one-more.js');
  expect([beyond.headers.get('content-encoding'), await beyond.text()]).toEqual([null, text]);
});
