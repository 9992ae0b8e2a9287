// A small WebSocket load client on bare TCP sockets, so that the server is what is measured.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type LoadSocket = {
  tcp: Socket;
  send(payload: Uint8Array): void;
  onMessage(message: Buffer): void;
  /** Changes the listener; it gets what came before anybody listened. */
  listen(listener: (message: Buffer) => void): void;
};

/** One WebSocket; until somebody listens, what comes is kept. */
export async function openSocket(
  port: number,
  path: string,
  onMessage?: (message: Buffer) => void,
): Promise<LoadSocket> {
  const tcp = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(tcp, 'connect');
  tcp.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  const early: Buffer[] = [];
  const socket: LoadSocket = {
    tcp,
    send: (payload) => tcp.write(clientFrame(payload)),
    onMessage: onMessage ?? ((message) => early.push(message)),
    listen(listener) {
      socket.onMessage = listener;
      for (const message of early.splice(0)) listener(message);
    },
  };
  let held: Buffer = Buffer.alloc(0);
  let isOpen = false;
  await new Promise<void>((resolve, reject) => {
    tcp.on('data', (chunk: Buffer) => {
      let bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      if (!isOpen) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) {
          held = bytes;
          return;
        }
        if (!bytes.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) reject(new Error('No WebSocket here.'));
        isOpen = true;
        bytes = bytes.subarray(end + 4);
        resolve();
      }
      held = takeMessages(bytes, socket);
    });
    tcp.on('error', reject);
    tcp.on('close', () => reject(new Error('The server closed a socket.')));
  });
  return socket;
}

/** Reads whole frames; returns what is left. Server frames are unmasked and never fragmented here. */
function takeMessages(bytes: Buffer, socket: LoadSocket): Buffer {
  let at = 0;
  while (bytes.length - at >= 2) {
    let length = bytes.readUInt8(at + 1) & 127;
    let start = at + 2;
    if (length === 126) {
      if (bytes.length - at < 4) break;
      length = bytes.readUInt16BE(at + 2);
      start = at + 4;
    } else if (length === 127) {
      if (bytes.length - at < 10) break;
      length = bytes.readUInt32BE(at + 6);
      start = at + 10;
    }
    if (bytes.length - start < length) break;
    const opcode = bytes.readUInt8(at) & 15;
    if (opcode === 8) throw new Error(`The server closed a socket: ${bytes.readUInt16BE(start)}.`);
    if (opcode === 2) socket.onMessage(bytes.subarray(start, start + length));
    at = start + length;
  }
  return bytes.subarray(at);
}

/** A client's frame with a mask of zeros: allowed, and it costs the client nothing. */
function clientFrame(payload: Uint8Array): Buffer {
  const { length } = payload;
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.alloc(head + 4 + length);
  frame[0] = 0x82;
  frame[1] = 0x80 | (head === 2 ? length : head === 4 ? 126 : 127);
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeUInt32BE(length, 6);
  frame.set(payload, head + 4);
  return frame;
}
