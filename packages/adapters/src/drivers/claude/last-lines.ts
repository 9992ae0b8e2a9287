/** A line that comes again comes soon after, when a session is read anew. */
const kept = 512;

/** Whole messages by their line's own id: one that comes a second time is no second message. */
export class LastLines {
  readonly #ids = new Set<string>();

  isRepeated(id: string | undefined): boolean {
    if (id === undefined) return false;
    if (this.#ids.has(id)) return true;
    this.#ids.add(id);
    if (this.#ids.size > kept) for (const oldest of this.#ids.values().take(1)) this.#ids.delete(oldest);
    return false;
  }
}
