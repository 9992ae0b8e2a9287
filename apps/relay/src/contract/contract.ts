import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RelayWorld } from '../testing/relay-world.ts';
import { forwarding } from './forwarding.ts';
import { limits } from './limits.ts';
import type { RelayUnderTest } from './relay-under-test.ts';
import { seatAndAdmission } from './seat-and-admission.ts';
import { sleepAndStorage } from './sleep-and-storage.ts';

/** What every relay must do, whatever it runs on. Run from Node, over the wire. */
export function relayContract(name: string, start: () => Promise<RelayUnderTest>): void {
  describe(`relay contract on ${name}`, () => {
    let relay: RelayUnderTest | undefined;
    let worlds: RelayWorld[] = [];
    const running = (): RelayUnderTest => {
      if (relay === undefined) throw new Error('The relay did not start.');
      return relay;
    };
    const room = (): RelayWorld => {
      const world = new RelayWorld(running().url);
      worlds.push(world);
      return world;
    };
    let late: { world: RelayWorld; sinceMs: number; answer: () => Promise<unknown> } | undefined;

    beforeAll(async () => {
      relay = await start();
      late = await answerLater(new RelayWorld(relay.url));
    }, 60_000);
    afterEach(() => {
      for (const world of worlds) world.close();
      worlds = [];
    });
    afterAll(async () => {
      late?.world.close();
      await relay?.close();
    });

    describe('seat and admission', () => seatAndAdmission(room));
    describe('forwarding', () => forwarding(room));
    describe('limits', () => limits(room));
    describe('sleep and storage', () => sleepAndStorage(room, running));

    it('[H15] a challenge is void after ten seconds', async () => {
      if (late === undefined) throw new Error('The relay did not start.');
      const leftMs = Math.max(0, 10_100 - (Date.now() - late.sinceMs));
      await new Promise((resolve) => setTimeout(resolve, leftMs));
      expect(await late.answer()).toBe('challenge_timeout');
    }, 30_000);
  });
}

/** A socket that holds its challenge back while the other tests run. */
async function answerLater(world: RelayWorld) {
  await world.host();
  const socket = await world.connect();
  const { ch } = await socket.control('ch');
  const answer = async () => {
    if (socket.closed === undefined) world.answer(socket, ch);
    return socket.closeReason();
  };
  return { world, sinceMs: Date.now(), answer };
}
