import { parseEvent, type RoomEvent } from '@collagility/protocol/events';
import type { RoomStore } from '@collagility/protocol/host/contract';

const maxReadBytes = 256 * 1024;

/** Tells every event once and in order, also those that the room wrote by itself: all are in the journal. */
export class EventFeed {
  readonly #store: RoomStore;
  readonly #tell: (seq: number, event: RoomEvent) => void;
  #toldSeq = 0;

  constructor(store: RoomStore, tell: (seq: number, event: RoomEvent) => void) {
    this.#store = store;
    this.#tell = tell;
  }

  startAfter(seq: number): void {
    this.#toldSeq = seq;
  }

  tellUpTo(head: number): void {
    while (this.#toldSeq < head) {
      const { first, events } = this.#store.readRun(this.#toldSeq + 1, head, maxReadBytes);
      if (events.length === 0) return;
      this.#toldSeq = first + events.length - 1;
      events.forEach((bytes, index) => {
        const event = parseEvent(JSON.parse(new TextDecoder().decode(bytes)));
        if (event.type !== 'unknown') this.#tell(first + index, event);
      });
    }
  }
}
