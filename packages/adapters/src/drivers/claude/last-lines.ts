/** A line that comes again comes soon after, when a session is read anew. */
const kept = 512;
/** They are short; a longer one is nothing that is worth its memory. */
const maxIdUnits = 200;

/** Whole messages by their line's own id: one that comes a second time is no second message. */
export class LastLines {
  readonly #ids = new Set<string>();

  isRepeated(id: string | undefined): boolean {
    if (id === undefined || id.length > maxIdUnits) return false;
    if (this.#ids.has(id)) return true;
    this.#ids.add(id);
    if (this.#ids.size > kept) for (const oldest of this.#ids.values().take(1)) this.#ids.delete(oldest);
    return false;
  }
}
