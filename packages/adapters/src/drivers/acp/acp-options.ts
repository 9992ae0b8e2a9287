import { systemTimer, type Timer } from '../../pipeline/timer.ts';
import type { ProcessRecord } from '../../process/index.ts';

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

export interface AcpOptions {
  /** The environment to build the agent's from; default: our own. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Called for each process: what finds it again after a `kill -9` of ours. */
  onProcessStarted?: (record: ProcessRecord) => void;
  clock?: { wallMs(): number; monotonicMs(): number };
  startTimer?: Timer;
  waits?: Partial<AcpWaits>;
}

export interface AcpSettings {
  environment: Readonly<Record<string, string | undefined>>;
  onProcessStarted: ((record: ProcessRecord) => void) | undefined;
  clock: { wallMs(): number; monotonicMs(): number };
  startTimer: Timer;
  waits: AcpWaits;
}

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

const systemClock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };

export function settingsOf(options: AcpOptions): AcpSettings {
  return {
    environment: options.environment ?? process.env,
    onProcessStarted: options.onProcessStarted,
    clock: options.clock ?? systemClock,
    startTimer: options.startTimer ?? systemTimer,
    waits: { ...defaultWaits, ...options.waits },
  };
}
