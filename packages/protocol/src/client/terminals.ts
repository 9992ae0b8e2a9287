import type { Clock, Timer } from '../host/contract.ts';
import type { AgentId } from '../ids.ts';
import { maxHeldTerminalBytes } from '../limits.ts';
import type { TerminalPiece, TerminalScreen } from '../terminal.ts';

/** What a page draws. A `screen` replaces all that was drawn before. */
export type TerminalNews =
  | { type: 'screen'; screen: TerminalScreen }
  | { type: 'output'; bytes: Uint8Array }
  | { type: 'state'; title?: string; activity?: TerminalScreen['activity'] }
  /** The host does not show it: the code says why. */
  | { type: 'refused'; code: string };

type Watched = {
  news: (news: TerminalNews) => void;
  /** Where the drawn screen stands; absent until there is one. */
  offset?: number;
  asked?: symbol;
  /** Output that came while the screen was asked for. */
  held: TerminalPiece[];
  heldBytes: number;
  /** Shown, and not yet vouched for by a check. */
  uncovered: Set<number>;
  askedMs: number;
  cancelAsk?: () => void;
};

/** A screen is not asked for more often than this. */
const askAgainMs = 1_000;
const decoder = new TextDecoder();

/** The terminals that this page looks at: output in order, and a fresh screen where a part is missing or was forged (CLG-69). */
export class Terminals {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #ask: (agentId: AgentId) => Promise<TerminalScreen>;
  readonly #codeOf: (error: unknown) => string;
  readonly #watched = new Map<AgentId, Watched>();

  constructor(options: {
    clock: Clock;
    timer: Timer;
    ask: (agentId: AgentId) => Promise<TerminalScreen>;
    /** The code of a refusal; throws what is none. */
    codeOf: (error: unknown) => string;
  }) {
    this.#clock = options.clock;
    this.#timer = options.timer;
    this.#ask = options.ask;
    this.#codeOf = options.codeOf;
  }

  /** The screen first, then all that follows, until the returned function is called. */
  watch(agentId: AgentId, news: (news: TerminalNews) => void): () => void {
    this.#watched.get(agentId)?.cancelAsk?.();
    const watched: Watched = {
      news,
      held: [],
      heldBytes: 0,
      uncovered: new Set(),
      askedMs: Number.NEGATIVE_INFINITY,
    };
    this.#watched.set(agentId, watched);
    this.#askScreen(agentId, watched);
    return () => {
      if (this.#watched.get(agentId) !== watched) return;
      watched.cancelAsk?.();
      this.#watched.delete(agentId);
    };
  }

  /** Draws anew: a slow page left out what it could not draw. */
  refresh(agentId: AgentId): void {
    const watched = this.#watched.get(agentId);
    if (watched !== undefined) this.#restart(agentId, watched);
  }

  /** `ctr` of the provisional frame; absent for what the host told on our own channel. */
  take(pieces: readonly TerminalPiece[], ctr?: number): void {
    for (const piece of pieces) {
      const watched = this.#watched.get(piece.part.b);
      if (watched === undefined) continue;
      if (ctr !== undefined) watched.uncovered.add(ctr);
      if (watched.offset === undefined) this.#hold(watched, piece);
      else this.#lay(piece.part.b, watched, piece);
    }
  }

  checked(covered: readonly number[], forged: readonly number[]): void {
    for (const [agentId, watched] of this.#watched) {
      const isForged = forged.some((ctr) => watched.uncovered.has(ctr));
      for (const ctr of [...covered, ...forged]) watched.uncovered.delete(ctr);
      if (isForged) this.#restart(agentId, watched);
    }
  }

  /** A new channel: what was missed meanwhile is unknown. */
  welcomed(): void {
    for (const [agentId, watched] of this.#watched) {
      watched.uncovered.clear();
      watched.askedMs = Number.NEGATIVE_INFINITY;
      this.#restart(agentId, watched);
    }
  }

  stop(): void {
    for (const watched of this.#watched.values()) watched.cancelAsk?.();
    this.#watched.clear();
  }

  #lay(agentId: AgentId, watched: Watched, { part, bytes }: TerminalPiece): void {
    const { title, activity } = part;
    switch (part.k) {
      case 'state':
        watched.news({ type: 'state', ...(title !== undefined && { title }), ...(activity && { activity }) });
        return;
      case 'screen':
        if (part.o < (watched.offset ?? 0) || part.columns === undefined || part.rows === undefined) return;
        watched.offset = part.o;
        watched.news({
          type: 'screen',
          screen: {
            columns: part.columns,
            rows: part.rows,
            offset: part.o,
            text: decoder.decode(bytes),
            title: title ?? '',
            activity: activity ?? 'busy',
            isRunning: true,
          },
        });
        return;
      case 'lost':
        if (part.o > (watched.offset ?? 0)) this.#restart(agentId, watched);
        return;
      case 'output': {
        const offset = watched.offset ?? 0;
        if (part.o < offset) return;
        if (part.o > offset) {
          this.#restart(agentId, watched);
          return;
        }
        watched.offset = offset + part.n;
        watched.news({ type: 'output', bytes });
        return;
      }
      default:
        part.k satisfies never;
    }
  }

  #hold(watched: Watched, piece: TerminalPiece): void {
    watched.heldBytes += piece.bytes.length;
    watched.held.push(piece);
    if (watched.heldBytes <= maxHeldTerminalBytes) return;
    // What is left out is found missing when the screen comes, and asked for anew.
    watched.held = [];
    watched.heldBytes = 0;
  }

  #restart(agentId: AgentId, watched: Watched): void {
    delete watched.offset;
    watched.held = [];
    watched.heldBytes = 0;
    this.#askScreen(agentId, watched);
  }

  #askScreen(agentId: AgentId, watched: Watched): void {
    const waitMs = watched.askedMs + askAgainMs - this.#clock.monotonicMs();
    watched.cancelAsk?.();
    delete watched.cancelAsk;
    if (waitMs > 0) {
      watched.cancelAsk = this.#timer(waitMs, () => this.#askScreen(agentId, watched));
      return;
    }
    watched.askedMs = this.#clock.monotonicMs();
    const asked = Symbol('asked');
    watched.asked = asked;
    this.#ask(agentId).then(
      (screen) => {
        if (watched.asked === asked && this.#watched.get(agentId) === watched) this.#draw(agentId, watched, screen);
      },
      (error: unknown) => {
        if (watched.asked === asked) watched.news({ type: 'refused', code: this.#codeOf(error) });
      },
    );
  }

  #draw(agentId: AgentId, watched: Watched, screen: TerminalScreen): void {
    watched.offset = screen.offset;
    watched.news({ type: 'screen', screen });
    const { held } = watched;
    watched.held = [];
    watched.heldBytes = 0;
    for (const piece of held) {
      // One of them may have asked anew.
      if (watched.offset === undefined) this.#hold(watched, piece);
      else this.#lay(agentId, watched, piece);
    }
  }
}
