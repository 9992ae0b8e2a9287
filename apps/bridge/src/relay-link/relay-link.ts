import { type CloseReason, closeCodes, closeReasonOf } from '@collagility/protocol/errors';
import type { Timer } from '@collagility/protocol/host/contract';
import { pauseMs } from './backoff.ts';
import type { Dial, RelaySocket } from './dial.ts';

/** What the link gives bytes to and takes them from: the room's host side. */
type LinkedHost = {
  connected(authority: string, send: (message: Uint8Array) => void, waitingBytes: () => number): void;
  received(message: Uint8Array): void;
  disconnected(): void;
};

/**
 *             ┌───────────── pause over ─────────────┐
 *  dialling ──┴─ opened ──▶ open ── closed ──▶ waiting
 *      └────────────── failed ────────────────────┘
 *  any ── the relay's last word, or stop() ──▶ stopped
 */
export type LinkState =
  | { kind: 'dialling'; failures: number }
  | { kind: 'open' }
  | { kind: 'waiting'; failures: number; pauseMs: number; problem: string }
  | { kind: 'stopped'; reason?: CloseReason; problem?: string };

/** Below the 60 s after which proxies cut idle sockets, and the relay's 75 s. */
export const heartbeatEveryMs = 25_000;
export const answerWithinMs = 10_000;
/** The closing handshake of a relay that still answers takes one round trip. */
const closeWithinMs = 1_000;
/** A connection that lived as long as this was a good one: the next pause begins small again. */
const provenAfterMs = 10_000;

/** After these words of the relay another try would end the same way. */
const lastWords: readonly CloseReason[] = ['host_conflict', 'replaced', 'auth', 'version'];

type TimerName = 'pause' | 'beat' | 'answer' | 'proven';

export type RelayLinkOptions = {
  url: URL;
  host: LinkedHost;
  dial: Dial;
  timer: Timer;
  /** In [0, 1). */
  random(): number;
  heartbeat: string;
  changed(state: LinkState): void;
};

/** Keeps one socket to the relay open: reconnects with growing pauses and drops a socket that is not answered. */
export class RelayLink {
  readonly #options: RelayLinkOptions;
  #state: LinkState = { kind: 'dialling', failures: 0 };
  #giveUp: () => void = () => undefined;
  #socket: RelaySocket | undefined;
  #timers: Record<TimerName, (() => void) | undefined> = {
    pause: undefined,
    beat: undefined,
    answer: undefined,
    proven: undefined,
  };
  #failures = 0;
  #ended: () => void = () => undefined;
  readonly #stopped: Array<() => void> = [];

  constructor(options: RelayLinkOptions) {
    this.#options = options;
  }

  get state(): LinkState {
    return this.#state;
  }

  start(): void {
    this.#dial();
  }

  /** Called once the relay's last word came. */
  onStopped(listener: () => void): void {
    this.#stopped.push(listener);
  }

  /** Ends the connection; nothing is dialled again. Resolves when the relay has all that was sent before. */
  async stop(): Promise<void> {
    if (this.#state.kind === 'stopped') return;
    this.#clearTimers();
    const socket = this.#socket;
    this.#socket = undefined;
    this.#become({ kind: 'stopped' });
    if (socket === undefined) {
      this.#giveUp();
      return;
    }
    this.#options.host.disconnected();
    await new Promise<void>((resolve) => {
      this.#ended = resolve;
      this.#set('answer', closeWithinMs, () => {
        socket.drop();
        resolve();
      });
      socket.close();
    });
    this.#clearTimers();
  }

  #dial(): void {
    this.#become({ kind: 'dialling', failures: this.#failures });
    let isOver = false;
    this.#giveUp = this.#options.dial(this.#options.url, {
      opened: (socket) => this.#opened(socket),
      received: (message) => {
        if (this.#socket === undefined) return;
        this.#heard();
        this.#options.host.received(message);
      },
      heard: () => this.#heard(),
      closed: (code, problem) => {
        if (isOver) return;
        isOver = true;
        this.#closed(code, problem);
      },
    });
  }

  #opened(socket: RelaySocket): void {
    if (this.#state.kind === 'stopped') {
      socket.drop();
      return;
    }
    this.#socket = socket;
    this.#become({ kind: 'open' });
    this.#set('proven', provenAfterMs, () => {
      this.#failures = 0;
    });
    this.#heard();
    this.#options.host.connected(
      this.#options.url.host,
      (message) => this.#socket?.send(message),
      () => this.#socket?.waitingBytes ?? 0,
    );
  }

  #heard(): void {
    if (this.#socket === undefined) return;
    this.#cancel('answer');
    this.#set('beat', heartbeatEveryMs, () => {
      this.#socket?.send(this.#options.heartbeat);
      // Half-open: the other side is gone and nobody told us. Only silence shows it.
      this.#set('answer', answerWithinMs, () => this.#socket?.drop());
    });
  }

  #closed(code: number, problem: string): void {
    this.#ended();
    if (this.#state.kind === 'stopped') return;
    this.#clearTimers();
    if (this.#socket !== undefined) {
      this.#socket = undefined;
      this.#options.host.disconnected();
    }
    const reason = closeReasonOf(code);
    if (reason !== undefined && lastWords.includes(reason)) {
      this.#become({ kind: 'stopped', reason, problem: closeCodes[reason].text });
      for (const listener of this.#stopped) listener();
      return;
    }
    this.#failures += 1;
    const pause = pauseMs(this.#failures, this.#options.random());
    const text = reason === undefined ? problem || 'the connection was cut' : closeCodes[reason].text;
    this.#become({ kind: 'waiting', failures: this.#failures, pauseMs: pause, problem: text });
    this.#set('pause', pause, () => this.#dial());
  }

  #become(state: LinkState): void {
    this.#state = state;
    this.#options.changed(state);
  }

  #set(name: TimerName, ms: number, work: () => void): void {
    this.#cancel(name);
    this.#timers[name] = this.#options.timer(ms, work);
  }

  #cancel(name: TimerName): void {
    this.#timers[name]?.();
    this.#timers[name] = undefined;
  }

  #clearTimers(): void {
    for (const name of ['pause', 'beat', 'answer', 'proven'] as const) this.#cancel(name);
  }
}
