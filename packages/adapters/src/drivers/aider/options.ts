import type { DriverOptions } from '../../driver-options.ts';

export interface AiderWaits {
  /** For its start: Python, its libraries and the folder's repository. */
  startMs: number;
  /** For each step of an interrupt. */
  interruptStepMs: number;
  /** Between TERM and KILL. */
  graceMs: number;
  /** Silence in a running turn that is worth telling. */
  stallMs: number;
}

export type AiderOptions = DriverOptions<AiderWaits>;

/** A cold start imports some hundred megabytes of libraries. */
export const aiderWaits: AiderWaits = { startMs: 90_000, interruptStepMs: 3_000, graceMs: 2_000, stallMs: 60_000 };
