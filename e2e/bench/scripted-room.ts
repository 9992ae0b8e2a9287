import { fileURLToPath } from 'node:url';
import { toHex } from '@collagility/protocol/bytes';
import { firstHash } from '@collagility/protocol/chain';
import { roomIdBytes, signKeyPair } from '@collagility/protocol/crypto/keys';
import { randomBytes, ready } from '@collagility/protocol/crypto/sodium';
import type { Delta } from '@collagility/protocol/ephemeral';
import type { BigText, RoomEvent } from '@collagility/protocol/events';
import { createRoomHost } from '@collagility/protocol/host';
import { MemoryRoomStore } from '@collagility/protocol/testing/memory-room-store';
import { TestApplication } from '@collagility/protocol/testing/test-application';
import { startNodeRelay } from '@collagility/relay/node';
import { WebSocket } from 'ws';

const webRoot = fileURLToPath(new URL('../../apps/web/out', import.meta.url));
/** Events that are sent, signed and stored as one. */
const runLength = 50;

export type ScriptedRoom = {
  guestLink: string;
  append(events: RoomEvent[]): void;
  emit(deltas: Delta[]): void;
  keepText(text: string): BigText;
  close(): Promise<void>;
};

/**
 * A room at the real relay, with the real host's side of the protocol and the built page; only what happens in it is
 * invented, since no agent says 20 000 things in a minute.
 */
export async function openScriptedRoom(): Promise<ScriptedRoom> {
  await ready;
  const relay = await startNodeRelay({ webRoot });
  const pair = signKeyPair(randomBytes(32));
  const roomId = roomIdBytes(pair.publicKey);
  const application = new TestApplication();
  const host = createRoomHost({
    identity: { ...pair, roomId: toHex(roomId) },
    gen: 1,
    boot: randomBytes(16),
    store: new MemoryRoomStore(firstHash(roomId, pair.publicKey)),
    application,
    clock: { monotonicMs: () => performance.now(), wallMs: () => Date.now() },
    timer: (ms, work) => {
      const handle = setTimeout(work, ms);
      return () => clearTimeout(handle);
    },
    random: randomBytes,
    pageUrl: `${relay.url}/s`,
    title: 'Bench',
    workspaceName: 'bench',
    hostName: 'Host',
    count: () => undefined,
  });
  application.room = host;
  const seated = new Promise<void>((resolve) => host.onSeated(resolve));
  const url = `${relay.url.replace('http', 'ws')}/parties/room/${toHex(roomId)}`;
  const socket = new WebSocket(url, { perMessageDeflate: false });
  // The relay is in this process: its first word may come in the same turn as the opening.
  socket.on('open', () => host.connected(new URL(relay.url).host, (message) => socket.send(message)));
  socket.on('message', (message: Buffer) =>
    host.received(new Uint8Array(message.buffer, message.byteOffset, message.length)),
  );
  await seated;
  host.setTurnRunning(true);
  const invite = host.createInvite({ label: 'bench', role: 'viewer', lobby: false, history: 'all' });
  return {
    guestLink: invite.link ?? '',
    append: (events) => {
      for (let at = 0; at < events.length; at += runLength) host.append(events.slice(at, at + runLength));
    },
    emit: (deltas) => host.emit(deltas),
    keepText: (text) => host.keepText(text),
    close: async () => {
      host.end('host_stopped');
      socket.terminate();
      await relay.close();
    },
  };
}
