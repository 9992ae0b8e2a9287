/** Frames of a later epoch wait for their `rekey`, but not for ever and not without end (CLG-48). */
const maxHeldFrames = 256;
const maxHeldBytes = 1024 * 1024;
const maxHeldMs = 5_000;

type Held = { epoch: number; frame: Uint8Array };

export class HeldFrames {
  #frames: Held[] = [];
  #bytes = 0;
  #sinceMs: number | undefined;

  /** False where there is no room left: resume. */
  add(epoch: number, frame: Uint8Array, nowMs: number): boolean {
    if (this.#frames.length >= maxHeldFrames || this.#bytes + frame.length > maxHeldBytes) return false;
    this.#frames.push({ epoch, frame });
    this.#bytes += frame.length;
    this.#sinceMs ??= nowMs;
    return true;
  }

  isTooLong(nowMs: number): boolean {
    return this.#sinceMs !== undefined && nowMs - this.#sinceMs > maxHeldMs;
  }

  /** Those of `epoch`, in order; older ones are gone, later ones wait on. */
  take(epoch: number): Uint8Array[] {
    const taken = this.#frames.filter((held) => held.epoch === epoch).map((held) => held.frame);
    this.#frames = this.#frames.filter((held) => held.epoch > epoch);
    this.#bytes = this.#frames.reduce((sum, held) => sum + held.frame.length, 0);
    if (this.#frames.length === 0) this.#sinceMs = undefined;
    return taken;
  }

  clear(): void {
    this.#frames = [];
    this.#bytes = 0;
    this.#sinceMs = undefined;
  }
}
