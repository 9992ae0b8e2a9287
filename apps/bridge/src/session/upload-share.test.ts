import { randomBytes } from 'node:crypto';
import { rightsOfRole } from '@collagility/protocol/rights';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mock, SessionWorld } from './session-world.ts';
import { UploadBudget } from './upload-budget.ts';

let world = new SessionWorld();
beforeEach(() => {
  world = new SessionWorld();
});
afterEach(() => world.end());

it('[CLG-63] one upload is one attachment of one prompt: a few bytes on the wire are not many on the disk', async () => {
  await world.start();
  const ada = await world.join('Ada');
  let uploaded: Awaited<ReturnType<typeof ada.client.upload>> | undefined;
  void ada.client.upload(randomBytes(1_000)).then((done) => {
    uploaded = done;
  });
  await world.until(() => uploaded !== undefined);
  if (uploaded === undefined) throw new Error('not uploaded');
  const file = { kind: 'file', name: 'a.bin', mimeType: 'text/plain', ...uploaded } as const;
  const suggest = async (count: number) =>
    (await ada.send({ type: 'prompt.suggest', agentId: mock, text: 'look', attachments: Array(count).fill(file) }))
      .outcome;
  expect(await suggest(16)).toMatchObject({ state: 'rejected', code: 'no_such_object' });
  expect(await suggest(1)).toMatchObject({ state: 'done' });
  expect(await suggest(1)).toMatchObject({ state: 'rejected', code: 'no_such_object' });
});

it('what guests have written is counted; what those who manage the room send is not', () => {
  const budget = new UploadBudget();
  const of = (participantId: string, role: 'co-driver' | 'host') =>
    ({ participantId, rights: rightsOfRole[role] }) as Parameters<UploadBudget['take']>[0];
  const chunk = 128 * 1024 * 1024;
  const taken = (who: ReturnType<typeof of>) => Array.from({ length: 6 }, () => budget.take(who, chunk));
  expect(taken(of('ada', 'co-driver'))).toEqual([true, true, true, true, false, false]);
  expect(taken(of('bo', 'co-driver')).filter(Boolean)).toHaveLength(4);
  expect(taken(of('host', 'host')).every(Boolean)).toBe(true);
});
