import type { DriverOptions } from '../../driver-options.ts';

export interface AgyWaits {
  /** For an answer to `--help` and `--version`. */
  questionMs: number;
  /** After the interrupt signal, until the process is ended. */
  interruptStepMs: number;
  /** Between TERM and KILL. */
  graceMs: number;
  /** Silence in a running turn that is worth telling. */
  stallMs: number;
  /** From the result of a prompt until its process must have left. */
  leaveMs: number;
}

export type AgyOptions = DriverOptions<AgyWaits>;

export const agyWaits: AgyWaits = {
  questionMs: 20_000,
  interruptStepMs: 3_000,
  graceMs: 2_000,
  stallMs: 60_000,
  leaveMs: 5_000,
};
