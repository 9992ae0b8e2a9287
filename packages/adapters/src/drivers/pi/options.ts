import { systemTimer, type Timer } from '../../pipeline/timer.ts';
import type { ProcessRecord } from '../../process/index.ts';

export interface PiOptions {
  /** The environment to build the agent's from; default: our own. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Called for each process: what finds it again after a `kill -9` of ours. */
  onProcessStarted?: (record: ProcessRecord) => void;
  clock?: { wallMs(): number; monotonicMs(): number };
  startTimer?: Timer;
  waits?: Partial<PiWaits>;
}

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

export interface PiSettings {
  environment: Readonly<Record<string, string | undefined>>;
  onProcessStarted: ((record: ProcessRecord) => void) | undefined;
  clock: { wallMs(): number; monotonicMs(): number };
  startTimer: Timer;
  waits: PiWaits;
}

const defaultWaits: PiWaits = { answerMs: 15_000, interruptStepMs: 3_000, graceMs: 2_000, stallMs: 60_000 };
const systemClock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };

export function settingsOf(options: PiOptions): PiSettings {
  return {
    environment: options.environment ?? process.env,
    onProcessStarted: options.onProcessStarted,
    clock: options.clock ?? systemClock,
    startTimer: options.startTimer ?? systemTimer,
    waits: { ...defaultWaits, ...options.waits },
  };
}
