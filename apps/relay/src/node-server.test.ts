import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningRelay, startNodeRelay } from './node-server.ts';
import { frameOf, markOf, RelayWorld } from './testing/relay-world.ts';

describe('Node relay', () => {
  let relay: RunningRelay;
  let world: RelayWorld;
  beforeAll(async () => {
    relay = await startNodeRelay();
    world = new RelayWorld(relay.url);
  });
  afterAll(async () => {
    world.close();
    await relay.close();
  });

  it('[CLG-20] seats a host, admits a member and carries frames both ways', async () => {
    const host = await world.host();
    const { socket, h } = await world.member(host, world.invite, { open: true });
    host.send({ kind: 'frame', bytes: frameOf(5, 7) });
    expect(markOf(await socket.frame())).toBe(7);
    socket.send({ kind: 'frame', bytes: frameOf(3, 8) });
    const back = await host.next('a frame', (a) => a.kind === 'frame');
    expect([back.handle, markOf(back.bytes)]).toEqual([h, 8]);
  });
});
