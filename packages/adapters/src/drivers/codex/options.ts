import { type DriverOptions, type DriverSettings, driverSettings } from '../../driver-options.ts';

export type CodexOptions = DriverOptions<CodexWaits>;

export interface CodexWaits {
  /** For an answer to a request of ours. */
  answerMs: number;
  /** For each step of an interrupt. */
  interruptStepMs: number;
  /** From an idle thread to the end of its turn, which mostly follows at once. */
  untoldEndMs: number;
  /** Between TERM and KILL. */
  graceMs: number;
  /** Silence in a running turn that is worth telling. */
  stallMs: number;
  /** What runs for one prompt only: from its result until it must have left. */
  leaveMs: number;
  /** Before a request that met a full queue is sent again, one wait after the other. */
  overloadMs: readonly number[];
}

export type CodexSettings = DriverSettings<CodexWaits>;

const defaultWaits: CodexWaits = {
  answerMs: 15_000,
  interruptStepMs: 3_000,
  untoldEndMs: 3_000,
  graceMs: 2_000,
  stallMs: 60_000,
  leaveMs: 5_000,
  overloadMs: [100, 300, 1_000, 3_000],
};

export const settingsOf = (options: CodexOptions): CodexSettings => driverSettings(options, defaultWaits);
