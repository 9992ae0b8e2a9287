import { beforeAll, expect, it } from 'vitest';
import { ready } from '../crypto/sodium.ts';
import { frameTypes, hs1Bytes, hs2Bytes } from '../frames.ts';
import type { Packet } from '../testing/hostile-relay.ts';
import { World } from '../testing/world.ts';

beforeAll(() => ready);

const lossRate = 0.3;
const resumes = 2_000;
/** A lock-out would show as a resume that never ends; this is far beyond any honest back-off. */
const patienceMs = 60 * 60_000;

const isOfHandshake = ({ bytes }: Packet): boolean =>
  bytes.length === hs1Bytes ||
  bytes.length === hs2Bytes ||
  ((bytes[1] === frameTypes.command || bytes[1] === frameTypes.direct) && bytes[8] === 1);

it('[R6] [CLG-31] 2 000 resumes with 30 % loss at each message of the handshake: no lock-out, no alarm', async () => {
  const seed = Number(process.env['SEED'] ?? 20_261);
  console.info(`seed ${seed}`);
  const world = await new World(seed).up();
  const ada = await world.join('Ada');
  world.relay.meddle = (packet) => (isOfHandshake(packet) && world.random.next() < lossRate ? [] : undefined);
  for (let done = 0; done < resumes; done++) {
    world.relay.cut();
    let waitedMs = 0;
    await world.settle();
    while (world.host.online().length === 0 || ada.view.liveness.name === 'not_live') {
      await world.pass(1_000);
      waitedMs += 1_000;
      if (waitedMs > patienceMs) break;
    }
    if (waitedMs > patienceMs) expect.fail(`locked out at resume ${done} (seed ${seed}): ${ada.view.phase.name}`);
  }
  expect(world.host.lobbyCards()).toEqual([]);
  expect(world.hostCount('alarm_out-of-step')).toBe(0);
  expect(ada.count('resume_direct_gap')).toBe(0);
}, 180_000);
