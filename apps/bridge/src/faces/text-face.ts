import type { RoomEvent } from '@collagility/protocol/events';
import { pageWithoutKeys } from '../own-page.ts';
import { type LogEntry, logOfEvent } from '../terminal/log-of-event.ts';
import { readyScreen } from '../terminal/ready-screen.ts';
import { safeLines, safeText } from '../terminal/safe-text.ts';
import { clockTime, plain, type Style } from '../terminal/style.ts';
import { endWords } from './end-words.ts';
import type { Face, Ready, RoomWindow } from './face.ts';

const signs: Record<LogEntry['sign'], [string, (style: Style) => (text: string) => string]> = {
  good: ['✓', (style) => style.good],
  bad: ['✗', (style) => style.bad],
  warn: ['!', (style) => style.warn],
  quiet: ['·', (style) => style.quiet],
};

/** The lines that one event adds to the log. */
export function logLines(event: RoomEvent, window: RoomWindow, style: Style): string[] {
  const entry = logOfEvent(event, window.state(), window.self);
  if (entry === undefined) return [];
  const [sign, paint] = signs[entry.sign];
  const more = (entry.more ?? []).map((line) => `${' '.repeat(15)}${style.quiet(line)}`);
  return [`  ${style.quiet(clockTime(event.atMs))}  ${paint(style)(sign)}  ${entry.text}`, ...more];
}

/** Without a terminal: the same words as lines, no frame, no code, no keys. */
export class TextFace implements Face {
  readonly #write: (text: string) => void;
  #window: RoomWindow | undefined;
  #isPageOpen = false;
  #comeBack: Ready['comeBack'] = () => '--resume';
  readonly #told = new Set<string>();

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  notice(text: string): void {
    // It may quote a name or an agent.
    this.#lines(safeLines(text));
  }

  ready({ view, page, comeBack }: Ready, window: RoomWindow): void {
    this.#window = window;
    this.#comeBack = comeBack;
    this.#isPageOpen = page === 'opened';
    const hint = pageWithoutKeys(page);
    const notices = hint === undefined ? view.notices : [...view.notices, hint];
    this.#lines(readyScreen({ ...view, notices }, plain, 100, 40));
  }

  event(event: RoomEvent): void {
    if (this.#window === undefined) return;
    this.#lines(logLines(event, this.#window, plain));
  }

  changed(): void {
    for (const card of this.#window?.cards() ?? []) {
      if (this.#told.has(card.cardId)) continue;
      this.#told.add(card.cardId);
      const where = this.#isPageOpen
        ? 'Let them in on your page.'
        : 'They can be let in on your page only, which cannot be opened from here (see the start).';
      this.#lines([`  ${safeText(card.name)} is at the door, words: ${card.words.join(' ')}. ${where}`]);
    }
  }

  ending(): void {
    this.#lines(['Ending…']);
  }

  ended(): void {
    const comeBack = this.#comeBack();
    this.#lines([endWords(comeBack), `  ${safeText(comeBack)}`]);
  }

  #lines(lines: readonly string[]): void {
    if (lines.length > 0) this.#write(`${lines.join('\n')}\n`);
  }
}
