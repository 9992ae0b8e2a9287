import type { AdapterTerminal, TerminalEvent } from '@collagility/adapters/port';
import { utf8 } from '@collagility/protocol/bytes';
import { type AgentId, as } from '@collagility/protocol/ids';
import {
  maxTerminalPartBytes,
  type TerminalPart,
  type TerminalPiece,
  type TerminalScreen,
} from '@collagility/protocol/terminal';
import { fullBucket, type Rate, type TokenBucket, take } from '@collagility/protocol/token-bucket';
import type { RedactionStream } from '../redaction/redaction-stream.ts';
import type { Redactor } from '../redaction/redactor.ts';

export type TerminalFeedOptions = {
  agentId: AgentId;
  terminal: AdapterTerminal;
  redactor: Redactor;
  clock: { monotonicMs(): number };
  timer(ms: number, work: () => void): () => void;
  emit(pieces: TerminalPiece[]): void;
  /** What was emitted before has not left yet. */
  isBehind(): boolean;
};

/** Output that is passed on as it is. A program that prints more gets its screen shown instead, a few times a second. */
const rate: Rate = { perSecond: 256 * 1024, burst: 192 * 1024 };
const maxPendingUnits = 32 * 1024;
const flushMs = 12;
const repaintMs = 100;
/** An end that may be the beginning of a secret waits this long for its rest: what is echoed must not hang. */
const holdMs = 60;
/** Lines above the screen for those who come late; of a repaint, which goes to all, fewer. */
const scrollback = { join: 500, repaint: 100 };

/**
 * One terminal on its way to the room: masked, counted, in the room's measure. Either every byte is passed on, or,
 * while there are too many for the room or for the line to the relay, the screen as it is now:
 *
 *     passing ──too much──▶ repainting ──a repaint without news──▶ passing
 */
export class TerminalFeed {
  readonly #options: TerminalFeedOptions;
  readonly #unwatch: () => void;
  #offset = 0;
  #pending = '';
  #masking: RedactionStream;
  #bucket: TokenBucket;
  #isRepainting = false;
  #isStale = false;
  #cancelFlush: (() => void) | undefined;
  #cancelHold: (() => void) | undefined;
  #cancelRepaint: (() => void) | undefined;

  constructor(options: TerminalFeedOptions, onEvent: (event: Exclude<TerminalEvent, { type: 'output' }>) => void) {
    this.#options = options;
    this.#masking = options.redactor.screenStream();
    this.#bucket = fullBucket(rate, options.clock.monotonicMs());
    this.#unwatch = options.terminal.watch((event) => {
      if (event.type === 'output') this.#output(event.text);
      else {
        this.#changed(event);
        onEvent(event);
      }
    });
  }

  /** For one who comes now. `isFresh`: nothing from above the screen, which may be from before they were let in. */
  screen(isFresh: boolean): TerminalScreen {
    // What is shown and what is counted are the same from here on.
    this.#passOn(true);
    const { terminal, redactor } = this.#options;
    const { size, text, title } = terminal.snapshot(isFresh ? 0 : scrollback.join);
    return {
      columns: size.columns,
      rows: size.rows,
      offset: this.#offset,
      text: redactor.screen(text),
      title: redactor.text(title),
      activity: terminal.activity,
      isRunning: terminal.isRunning,
    };
  }

  stop(): void {
    this.#unwatch();
    for (const cancel of [this.#cancelFlush, this.#cancelHold, this.#cancelRepaint]) cancel?.();
  }

  #output(text: string): void {
    if (this.#isRepainting) {
      this.#isStale = true;
      return;
    }
    if (this.#options.isBehind()) {
      this.#startRepainting();
      return;
    }
    const isPaid = take(this.#bucket, rate, text.length, this.#options.clock.monotonicMs());
    if (!isPaid || this.#pending.length + text.length > maxPendingUnits) {
      this.#startRepainting();
      return;
    }
    this.#pending += text;
    this.#cancelFlush ??= this.#options.timer(flushMs, () => this.#passOn(false));
  }

  #changed(event: Exclude<TerminalEvent, { type: 'output' }>): void {
    switch (event.type) {
      case 'started':
      case 'resized':
        this.#passOn(true);
        this.#repaint();
        return;
      case 'title':
        this.#tell({ k: 'state', title: this.#options.redactor.text(event.title) });
        return;
      case 'activity':
        this.#tell({ k: 'state', activity: event.activity });
        return;
      case 'ended':
        this.#passOn(true);
        if (this.#isRepainting) this.#repaint();
        return;
      default:
        event satisfies never;
    }
  }

  /** What waits, masked. `isAll`: also an end that may be the beginning of a secret. */
  #passOn(isAll: boolean): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    const pending = this.#pending;
    this.#pending = '';
    let out = pending === '' ? '' : this.#masking.push(pending);
    if (this.#masking.isOverflown) {
      this.#masking = this.#options.redactor.screenStream();
      this.#startRepainting();
      return;
    }
    if (isAll) out += this.#letGo();
    else if (this.#masking.isHolding) {
      this.#cancelHold?.();
      this.#cancelHold = this.#options.timer(holdMs, () => this.#print(this.#letGo()));
    }
    this.#print(out);
  }

  #letGo(): string {
    this.#cancelHold?.();
    this.#cancelHold = undefined;
    return this.#masking.isHolding ? this.#masking.end() : '';
  }

  #print(text: string): void {
    const bytes = utf8(text);
    const pieces: TerminalPiece[] = [];
    for (let at = 0; at < bytes.length; at += maxTerminalPartBytes) {
      const piece = bytes.subarray(at, at + maxTerminalPartBytes);
      pieces.push({ part: this.#part({ k: 'output' }, piece.length), bytes: piece });
      this.#offset += piece.length;
    }
    if (pieces.length > 0) this.#options.emit(pieces);
  }

  #startRepainting(): void {
    this.#pending = '';
    this.#masking = this.#options.redactor.screenStream();
    this.#cancelHold?.();
    this.#cancelHold = undefined;
    this.#isRepainting = true;
    this.#isStale = true;
    this.#cancelRepaint ??= this.#options.timer(repaintMs, () => this.#repaintAgain());
  }

  #repaintAgain(): void {
    this.#cancelRepaint = undefined;
    if (!this.#isStale) {
      this.#isRepainting = false;
      return;
    }
    // One more screen would only come after all that waits; the last one is what counts.
    if (!this.#options.isBehind()) this.#repaint();
    this.#cancelRepaint = this.#options.timer(repaintMs, () => this.#repaintAgain());
  }

  #repaint(): void {
    this.#isStale = false;
    // A page that missed this must notice: its count is behind from here on.
    this.#offset += 1;
    const { terminal, redactor, emit } = this.#options;
    for (const lines of [scrollback.repaint, 0]) {
      const { size, text, title } = terminal.snapshot(lines);
      const bytes = utf8(redactor.screen(text));
      if (bytes.length > maxTerminalPartBytes) continue;
      const facts = { ...size, title: redactor.text(title), activity: terminal.activity };
      emit([{ part: this.#part({ k: 'screen', ...facts }, bytes.length), bytes }]);
      return;
    }
    // A screen full of colours: each who looks pulls it.
    this.#tell({ k: 'lost' });
  }

  #tell(part: Pick<TerminalPart, 'k' | 'title' | 'activity'>): void {
    this.#options.emit([{ part: this.#part(part, 0), bytes: new Uint8Array(0) }]);
  }

  #part(part: Omit<TerminalPart, 'b' | 'o' | 'n'>, bytes: number): TerminalPart {
    return { ...part, b: as<AgentId>(this.#options.agentId), o: this.#offset, n: bytes };
  }
}
