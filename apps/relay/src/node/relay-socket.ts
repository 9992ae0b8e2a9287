import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { headroomBytes } from '../turn.ts';
import type { NodeRoom } from './node-room.ts';

/** One WebSocket of the Node relay: the library's own object with the two things that the relay needs beside it. */
export class RelaySocket extends WebSocket {
  room: NodeRoom | undefined;
  /** The connection under it. Ready frames are written here, so that one frame serves every socket of a room. */
  wire: Socket | undefined;
  /** The room's host: it is pinged, because its program may have nothing to say for hours. */
  isHost = false;

  /** Bytes that the system has not taken yet. */
  get waitingBytes(): number {
    return this.wire?.writableLength ?? 0;
  }

  /** A frame made by `serverFrame`. Right only because compression is off: nothing of the library's can be queued. */
  writeFrame(frame: Buffer): void {
    if (this.readyState === WebSocket.OPEN) this.wire?.write(frame);
  }
}

/** A whole binary WebSocket frame around a message, in the free bytes before it: no copy (RFC 6455 §5.2). */
export function serverFrame(message: Uint8Array): Buffer {
  const { length } = message;
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  if (message.byteOffset < headroomBytes) throw new RangeError('A message needs free bytes before it.');
  const frame = Buffer.from(message.buffer, message.byteOffset - header, header + length);
  frame[0] = 0x82;
  if (header === 2) frame[1] = length;
  else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeUInt32BE(0, 2);
    frame.writeUInt32BE(length, 6);
  }
  return frame;
}
