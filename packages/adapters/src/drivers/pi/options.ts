import type { DriverOptions } from '../../driver-options.ts';

export interface PiWaits {
  /** For an answer to a command of ours. */
  answerMs: number;
  /** After an abort that ended nothing, until the process is ended. */
  interruptStepMs: number;
  /** Between TERM and KILL. */
  graceMs: number;
  /** Silence in a running turn that is worth telling. */
  stallMs: number;
}

export type PiOptions = DriverOptions<PiWaits>;

export const piWaits: PiWaits = { answerMs: 15_000, interruptStepMs: 3_000, graceMs: 2_000, stallMs: 60_000 };
