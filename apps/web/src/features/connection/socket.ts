import type { OpenSocket } from '@collagility/protocol/client/connection';
import PartySocket from 'partysocket/ws';

/**
 * A WebSocket for the client: bytes in, bytes out. The client alone decides when to dial again and what is sent then:
 * nothing is kept for a later socket (old sealed bytes would be refused), and none comes by itself.
 */
export const openSocket: OpenSocket = (url, listener) => {
  const socket = new PartySocket(url, undefined, {
    maxEnqueuedMessages: 0,
    maxRetries: 0,
    shouldReconnectOnClose: () => false,
    // The client's own time for the handshake is shorter.
    connectionTimeout: 60_000,
  });
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => listener.opened();
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data instanceof ArrayBuffer) listener.received(new Uint8Array(data));
    else if (typeof data === 'string') listener.received(data);
  };
  socket.onclose = (event) => listener.closed(event.code);
  // A close follows every error, and carries what there is to know.
  socket.onerror = () => undefined;
  return {
    send: (message) => {
      if (socket.readyState !== PartySocket.OPEN) return false;
      socket.send(typeof message === 'string' ? message : new Uint8Array(message));
      return true;
    },
    close: () => socket.close(),
  };
};
