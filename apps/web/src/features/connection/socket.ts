import type { OpenSocket } from '@collagility/protocol/client/connection';

/** A WebSocket for the client: bytes in, bytes out. When to dial again is the client's business. */
export const openSocket: OpenSocket = (url, listener) => {
  const socket = new WebSocket(url);
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
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(typeof message === 'string' ? message : new Uint8Array(message));
    },
    close: () => socket.close(),
  };
};
