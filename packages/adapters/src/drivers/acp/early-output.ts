/** Kept of a command that no call has been named for yet. The agent itself is told all of it when it asks. */
const maxKeptUnits = 64 * 1024;
const maxTerminals = 64;

/** What commands print before the agent has said which call they belong to: a quick one may be over by then. */
export class EarlyOutput {
  readonly #texts = new Map<string, string>();

  add(terminalId: string, text: string): void {
    const before = this.#texts.get(terminalId) ?? '';
    if (before === '' && this.#texts.size >= maxTerminals) return;
    this.#texts.set(terminalId, `${before}${text}`.slice(0, maxKeptUnits));
  }

  /** What this one has printed so far; from here on it is the call's. */
  take(terminalId: string): string {
    const text = this.#texts.get(terminalId) ?? '';
    this.#texts.delete(terminalId);
    return text;
  }

  clear(): void {
    this.#texts.clear();
  }
}
