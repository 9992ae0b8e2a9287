/** What the agent said and nobody understood: kept on the host, redacted and bounded; the room sees a count. */
export type DiagnosticNote = { atMs: number; nativeType: string; text: string };

const maxNotes = 200;
const maxNoteUnits = 2_000;
/** The count is told at most so often. */
const tellEveryMs = 1_000;

export class Diagnostics {
  #notes: DiagnosticNote[] = [];
  #total = 0;
  #told = 0;
  #toldMs = Number.NEGATIVE_INFINITY;

  get notes(): readonly DiagnosticNote[] {
    return this.#notes;
  }

  add(note: DiagnosticNote): void {
    this.#total += 1;
    this.#notes.push({ ...note, text: note.text.slice(0, maxNoteUnits) });
    if (this.#notes.length > maxNotes) this.#notes = this.#notes.slice(-maxNotes);
  }

  /** The count, if it is new and due; `isLast`: the turn is over, so it is told now. */
  due(monotonicMs: number, isLast = false): number | undefined {
    if (this.#total === this.#told || (!isLast && monotonicMs - this.#toldMs < tellEveryMs)) return undefined;
    this.#told = this.#total;
    this.#toldMs = monotonicMs;
    return this.#total;
  }
}
