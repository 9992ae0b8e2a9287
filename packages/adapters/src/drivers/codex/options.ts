import { systemTimer, type Timer } from '../../pipeline/timer.ts';
import type { ProcessRecord } from '../../process/index.ts';

export interface CodexOptions {
  /** The environment to build the agent's from; default: our own. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Called for each process: what finds it again after a `kill -9` of ours. */
  onProcessStarted?: (record: ProcessRecord) => void;
  clock?: { wallMs(): number; monotonicMs(): number };
  startTimer?: Timer;
  waits?: Partial<CodexWaits>;
}

export interface CodexWaits {
  /** For an answer to a request of ours. */
  answerMs: number;
  /** For each step of an interrupt. */
  interruptStepMs: number;
  /** Between TERM and KILL. */
  graceMs: number;
  /** Silence in a running turn that is worth telling. */
  stallMs: number;
  /** Before a request that met a full queue is sent again, one wait after the other. */
  overloadMs: readonly number[];
}

export interface CodexSettings {
  environment: Readonly<Record<string, string | undefined>>;
  onProcessStarted: ((record: ProcessRecord) => void) | undefined;
  clock: { wallMs(): number; monotonicMs(): number };
  startTimer: Timer;
  waits: CodexWaits;
}

const defaultWaits: CodexWaits = {
  answerMs: 15_000,
  interruptStepMs: 3_000,
  graceMs: 2_000,
  stallMs: 60_000,
  overloadMs: [100, 300, 1_000, 3_000],
};

const systemClock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };

export function settingsOf(options: CodexOptions): CodexSettings {
  return {
    environment: options.environment ?? process.env,
    onProcessStarted: options.onProcessStarted,
    clock: options.clock ?? systemClock,
    startTimer: options.startTimer ?? systemTimer,
    waits: { ...defaultWaits, ...options.waits },
  };
}
