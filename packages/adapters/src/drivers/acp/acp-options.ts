import { type DriverOptions, type DriverSettings, driverSettings } from '../../driver-options.ts';

interface AcpWaits {
  /** For the answer to `initialize` of a program that is here; the slowest measured takes ten seconds. */
  initializeMs: number;
  /** The same where the command fetches a package first. */
  fetchMs: number;
  /** For a session; some start their own agent process then. */
  sessionMs: number;
  /** For any other answer. */
  answerMs: number;
  /** For the end of a cancelled turn, before the process is ended. */
  cancelMs: number;
  /** Between TERM and KILL. */
  graceMs: number;
  /** Silence in a running turn that is worth telling. */
  stallMs: number;
  /** Silence after a replay that ends it, and the longest that it may go on. */
  replayQuietMs: number;
  replayMs: number;
}

export type AcpOptions = DriverOptions<AcpWaits>;
export type AcpSettings = DriverSettings<AcpWaits>;

const defaultWaits: AcpWaits = {
  initializeMs: 60_000,
  fetchMs: 300_000,
  sessionMs: 60_000,
  answerMs: 15_000,
  cancelMs: 5_000,
  graceMs: 2_000,
  stallMs: 60_000,
  replayQuietMs: 80,
  replayMs: 5_000,
};

export const settingsOf = (options: AcpOptions): AcpSettings => driverSettings(options, defaultWaits);
