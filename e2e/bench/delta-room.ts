import { toHex } from '@collagility/protocol/bytes';
import { firstHash } from '@collagility/protocol/chain';
import { type ClientView, MemoryMemberStore, RoomClient } from '@collagility/protocol/client';
import { roomIdBytes, signKeyPair } from '@collagility/protocol/crypto/keys';
import { randomBytes, ready } from '@collagility/protocol/crypto/sodium';
import type { Delta } from '@collagility/protocol/ephemeral';
import { createRoomHost, type Timer } from '@collagility/protocol/host';
import { decodeLink } from '@collagility/protocol/link';
import { MemoryRoomStore } from '@collagility/protocol/testing/memory-room-store';
import { TestApplication } from '@collagility/protocol/testing/test-application';
import { openClientWs, openWs } from './open-ws.ts';

const clock = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };
const timer: Timer = (ms, work) => {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
};

/** A host and one guest in a room at the relay on `port`: the real two ends, and a window that ends at our word. */
export async function openDeltaRoom(
  port: number,
  onChange: (view: ClientView) => void,
): Promise<{ flushNow(delta: Delta): void; close(): void }> {
  await ready;
  const pair = signKeyPair(randomBytes(32));
  const roomId = roomIdBytes(pair.publicKey);
  const application = new TestApplication();
  let isEmitting = false;
  let flush: () => void = () => undefined;
  const host = createRoomHost({
    identity: { ...pair, roomId: toHex(roomId) },
    gen: 1,
    boot: randomBytes(16),
    store: new MemoryRoomStore(firstHash(roomId, pair.publicKey)),
    application,
    clock,
    timer: (ms, work) => {
      // Only the window waits on account of a delta.
      if (!isEmitting) return timer(ms, work);
      flush = work;
      return () => undefined;
    },
    random: randomBytes,
    pageUrl: `http://127.0.0.1:${port}/s`,
    title: 'Bench',
    workspaceName: 'bench',
    hostName: 'Host',
    count: () => undefined,
  });
  application.room = host;
  const socket = await openWs(`ws://127.0.0.1:${port}/parties/room/${toHex(roomId)}`, (message) =>
    host.received(new Uint8Array(message.buffer, message.byteOffset, message.length)),
  );
  const seated = new Promise<void>((resolve) => host.onSeated(resolve));
  host.connected(`127.0.0.1:${port}`, (message) => socket.send(message));
  await seated;
  const invite = host.createInvite({ label: 'bench', role: 'co-driver', lobby: false, history: 'all' });
  const link = decodeLink(new URL(invite.link ?? '').hash);
  if (!link.ok) throw new Error('no link');
  let welcome: () => void = () => undefined;
  const welcomed = new Promise<void>((resolve) => {
    welcome = resolve;
  });
  const client = new RoomClient({
    link,
    relay: `http://127.0.0.1:${port}`,
    store: new MemoryMemberStore(undefined, true),
    name: 'Guest',
    openSocket: openClientWs,
    clock,
    timer,
    random: randomBytes,
    onChange: (view) => {
      if (view.phase.name === 'in_room' && view.liveness.name === 'live') welcome();
      onChange(view);
    },
  });
  await client.start();
  await welcomed;
  return {
    flushNow: (delta) => {
      isEmitting = true;
      host.emit([delta]);
      isEmitting = false;
      flush();
    },
    close: () => {
      client.stop();
      host.end('host_stopped');
      socket.terminate();
    },
  };
}
