export type TerminalSize = { columns: number; rows: number };

/** A screen at one moment. `text` draws it on a fresh terminal of that size; what is shown after it goes on from there. */
export type TerminalSnapshot = { size: TerminalSize; text: string; title: string };

/** A guess from the screen, and told as one. */
export type TerminalActivity = 'busy' | 'needs_input' | 'idle';

export type TerminalEvent =
  /** A program runs on an empty screen. */
  | { type: 'started'; size: TerminalSize }
  /** Safe to draw, and whole: ends between two characters and two escape sequences. */
  | { type: 'output'; text: string }
  | { type: 'resized'; size: TerminalSize }
  | { type: 'title'; title: string }
  | { type: 'activity'; activity: TerminalActivity }
  /** The program is gone; its last screen stays. */
  | { type: 'ended'; exitCode?: number; signal?: number };

/** The screen of an agent that is a program in a terminal. Outlives the program: a new start clears it. */
export interface AdapterTerminal {
  readonly size: TerminalSize;
  readonly activity: TerminalActivity;
  readonly isRunning: boolean;
  /** All from now on, in order; the returned function ends it. What came before is in `snapshot`. */
  watch(listener: (event: TerminalEvent) => void): () => void;
  /** Keys as a terminal sends them. False where no program runs, or too much waits to be read by it. */
  type(keys: string): boolean;
  /** False outside of the bounds; nothing changes then. */
  resize(size: TerminalSize): boolean;
  /** With this many lines above the screen. */
  snapshot(scrollback: number): TerminalSnapshot;
}
