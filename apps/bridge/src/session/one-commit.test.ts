import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mock, SessionWorld } from './session-world.ts';

let world = new SessionWorld();
const commits: string[] = [];
beforeEach(async () => {
  world = await new SessionWorld().start();
  const exec = DatabaseSync.prototype.exec;
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql: string) {
    if (sql === 'COMMIT') commits.push(sql);
    return exec.call(this, sql);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.end();
});

it('[CLG-16] what an agent says in one turn of the event loop is one commit on the disk, in its order, deltas beside it', async () => {
  const { engine, host } = world.session;
  await world.time.pass(100);
  commits.length = 0;
  const { seq } = host.state;
  for (let n = 0; n < 50; n += 1) {
    engine.append([{ type: 'ai.status', agentId: mock, code: 'x', text: `${n}` }]);
    engine.emit([{ k: 'text', b: 'block', o: n, x: 'y' }]);
    await Promise.resolve();
  }
  expect(commits).toEqual([]);
  expect(world.events.filter((event) => event.type === 'ai.status')).toEqual([]);
  await world.time.settle();
  expect(commits).toHaveLength(1);
  expect(host.state.seq).toBe(seq + 50);
  const said = world.events.flatMap((event) => (event.type === 'ai.status' ? [event.text] : []));
  expect(said).toEqual(Array.from({ length: 50 }, (_, n) => `${n}`));
});

it('[CLG-16] a whole turn of an agent takes fewer commits than it has events', async () => {
  await world.time.pass(100);
  commits.length = 0;
  const { seq } = world.room;
  const signed = { statement: '00', signature: '00' };
  const text = 'tools';
  world.session.act({ type: 'prompt.run', agentId: mock, text, attachments: undefined, review: undefined, signed });
  await world.until(() => world.prompts()[0]?.state === 'completed' || world.pending().length > 0);
  expect(world.room.seq - seq).toBeGreaterThan(10);
  expect(commits.length).toBeLessThan(world.room.seq - seq);
});
