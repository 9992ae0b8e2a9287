import { rightsOfRole } from '@collagility/protocol/rights';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mock, SessionWorld } from './session-world.ts';

let world = new SessionWorld();
/** A value that the mock's request is sure to hold. */
const secret = 'collagility-demo/asked-1.txt';
beforeEach(async () => {
  world = new SessionWorld();
  world.write('.env', `API_TOKEN=${secret}\n`);
  await world.start();
});
afterEach(() => world.end());

it('[CLG-50] what is hidden in a request is told to a host’s device that asks, once, and to nobody else', async () => {
  const host = await world.joinBy(world.session.localHostInvite().link ?? '', 'Phone');
  const ada = await world.join('Ada', { rights: { ...rightsOfRole['co-driver'], manage: true } });
  world.session.act({
    type: 'prompt.run',
    agentId: mock,
    text: 'ask 1',
    attachments: undefined,
    review: undefined,
    signed: { statement: '00', signature: '00' },
  });
  await world.until(() => world.pending().length > 0);
  const [item] = world.pending();
  if (item === undefined) throw new Error('nothing asked');
  const { approvalId } = item.request;
  expect(item.request.hidden).toBeGreaterThan(0);
  expect((await ada.send({ type: 'approval.reveal', approvalId })).outcome).toMatchObject({ code: 'right' });
  const { outcome } = await host.send({ type: 'approval.reveal', approvalId });
  expect(JSON.stringify(outcome)).toContain(secret);
  const after = world.pending()[0];
  expect(after?.revealedTo).toEqual([host.participantId]);
  // In no event, and not in what the journal keeps of the command.
  expect(JSON.stringify(world.events)).not.toContain(secret);
  expect(JSON.stringify(ada.view)).not.toContain(secret);
});
