import { decodeControl, decodeHeader, decodeHostBundle, decodeMemberBundle, frameTypes, hs1Bytes } from '../frames.ts';
import type { Attendance } from './attendance.ts';
import type { RoomParts } from './room-parts.ts';
import type { HostSocket } from './sockets.ts';

/** What comes from the relay, each to the part that answers it. */
export class Inbound {
  readonly #parts: RoomParts;
  readonly #attendance: Attendance;
  readonly #count: (what: string) => void;

  constructor(parts: RoomParts, attendance: Attendance, count: (what: string) => void) {
    this.#parts = parts;
    this.#attendance = attendance;
    this.#count = count;
  }

  received(message: Uint8Array): void {
    // Until the relay knows who is there it speaks as to a member (CLG-23).
    if (this.#parts.seat.isStranger) {
      const words = decodeMemberBundle(message);
      if (words === undefined) this.#count('bad_bundle');
      for (const { kind, bytes } of words ?? []) if (kind === 'control') this.#control(bytes);
      return;
    }
    const entries = decodeHostBundle(message);
    if (entries === undefined) {
      this.#count('bad_bundle');
      return;
    }
    for (const entry of entries) {
      if (entry.kind === 'control') this.#control(entry.bytes);
      else this.#frame(this.#parts.sockets.get(entry.handle), entry.bytes);
    }
  }

  #control(bytes: Uint8Array): void {
    const message = decodeControl(bytes);
    switch (message?.t) {
      case 'ch':
        if (!this.#parts.seat.challenge(message)) this.#count('challenge_refused');
        return;
      case 'host':
        if (message.up) this.#parts.seat.taken();
        return;
      case 'in': {
        const socket = this.#parts.sockets.get(message.h);
        if (socket === undefined) {
          this.#count('too_many_handles');
          return;
        }
        socket.id8 = message.id8;
        if (message.addr !== undefined) socket.address = message.addr;
        return;
      }
      case 'out': {
        const socket = this.#parts.sockets.known(message.h);
        if (socket !== undefined) this.#attendance.gone(socket);
        return;
      }
      default:
        this.#count('control_refused');
    }
  }

  #frame(socket: HostSocket | undefined, frame: Uint8Array): void {
    if (socket === undefined) {
      this.#count('too_many_handles');
      return;
    }
    if (frame.length === hs1Bytes) {
      this.#parts.door.hs1(socket, frame);
      return;
    }
    const header = decodeHeader(frame);
    if (header?.type !== frameTypes.command) {
      this.#count('bad_frame');
      return;
    }
    // The first frame of a new channel may come on a socket whose old channel still lives (CLG-33).
    if (header.ctr === 1 && this.#parts.door.halfOpens.has(socket.handle)) {
      this.#parts.door.hs3(socket, frame);
      return;
    }
    if (socket.state.name !== 'member') {
      this.#count('frame_before_admission');
      return;
    }
    const { channel, memberId } = socket.state;
    const opened = channel.open(frame);
    if (opened.kind === 'opened') this.#parts.messages.take(memberId, opened.json, opened.bin);
    else if (opened.kind === 'gap') this.#parts.sockets.close(socket, 'resync');
    else this.#count(opened.kind === 'duplicate' ? 'duplicate' : opened.code);
    if (opened.kind === 'gap') this.#attendance.wentAway(memberId);
  }
}
