import { describe, expect, it } from 'vitest';
import { EventQueue } from './event-queue.ts';
import type { AdapterEvent } from './port.ts';

const chunk = (n: number): AdapterEvent => ({
  id: `e${n}`,
  promptId: 'p',
  type: 'STREAM_CHUNK',
  timestamp: n,
  payload: { streamId: 's', chunkIndex: n, offset: n, delta: 'x' },
});
const end: AdapterEvent = {
  id: 'end',
  promptId: 'p',
  type: 'STREAM_END',
  timestamp: 9,
  payload: { outcome: 'completed' },
};

async function all(queue: EventQueue): Promise<AdapterEvent[]> {
  const events: AdapterEvent[] = [];
  for await (const event of queue) events.push(event);
  return events;
}

describe('the event queue', () => {
  it('keeps the order and ends after what was waiting', async () => {
    const queue = new EventQueue();
    for (let n = 0; n < 3_000; n += 1) queue.push({ ...end, id: `e${n}` });
    queue.close();
    const events = await all(queue);
    expect(events.map((event) => event.id)).toEqual(Array.from({ length: 3_000 }, (_, n) => `e${n}`));
  });

  it('drops only what may be dropped, and says how much and where', async () => {
    const queue = new EventQueue({ maxEvents: 2, maxUnits: 1_000 });
    for (let n = 0; n < 5; n += 1) queue.push(chunk(n));
    queue.push(end);
    queue.close();
    const events = await all(queue);
    expect(events.map((event) => event.type)).toEqual(['STREAM_CHUNK', 'STREAM_CHUNK', 'DROPPED', 'STREAM_END']);
    expect(events[2]).toMatchObject({ promptId: 'p', payload: { count: 3 } });
    expect(queue.droppedTotal).toBe(3);
  });

  it('counts text as well as events', () => {
    const queue = new EventQueue({ maxEvents: 100, maxUnits: 10 });
    queue.push({
      ...chunk(0),
      type: 'STREAM_CHUNK',
      payload: { streamId: 's', chunkIndex: 0, offset: 0, delta: 'x'.repeat(11) },
    });
    expect(queue.isFull).toBe(true);
  });

  it('lets a waiting writer go when there is room and when the reader leaves', async () => {
    const queue = new EventQueue({ maxEvents: 1, maxUnits: 1_000 });
    queue.push(chunk(0));
    const room = queue.whenReady();
    await queue.next();
    await room;
    queue.push(chunk(1));
    const gone = queue.whenReady();
    await queue.return();
    await gone;
    queue.push(end);
    expect(await queue.next()).toEqual({ done: true, value: undefined });
  });

  it('has one reader', () => {
    const queue = new EventQueue();
    queue[Symbol.asyncIterator]();
    expect(() => queue[Symbol.asyncIterator]()).toThrow(/already have a reader/);
  });
});
