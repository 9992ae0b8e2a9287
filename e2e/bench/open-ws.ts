import { once } from 'node:events';
import type { OpenSocket } from '@collagility/protocol/client';
import { WebSocket } from 'ws';

/** A socket of the same library for both sides of a comparison. */
export async function openWs(url: string, onMessage: (message: Uint8Array) => void): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on('message', (message: Buffer) => onMessage(message));
  await once(socket, 'open');
  return socket;
}

/** The client's way to open one. */
export const openClientWs: OpenSocket = (url, listener) => {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on('open', () => listener.opened());
  socket.on('message', (message: Buffer, isBinary) =>
    listener.received(isBinary ? new Uint8Array(message.buffer, message.byteOffset, message.length) : String(message)),
  );
  socket.on('close', (code) => listener.closed(code));
  return {
    send: (message) => {
      socket.send(message);
      return socket.readyState === WebSocket.OPEN;
    },
    close: () => socket.close(),
  };
};
