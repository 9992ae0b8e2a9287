import { systemTimer, type Timer } from './pipeline/timer.ts';
import type { ProcessRecord } from './process/index.ts';

/** What every driver of a program can be given; `Waits` are its own. */
export interface DriverOptions<Waits> {
  /** The environment to build the agent's from; default: our own. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Called for each process: what finds it again after a `kill -9` of ours. */
  onProcessStarted?: (record: ProcessRecord) => void;
  clock?: { wallMs(): number; monotonicMs(): number };
  startTimer?: Timer;
  waits?: Partial<Waits>;
}

export interface DriverSettings<Waits> {
  environment: Readonly<Record<string, string | undefined>>;
  onProcessStarted: ((record: ProcessRecord) => void) | undefined;
  clock: { wallMs(): number; monotonicMs(): number };
  startTimer: Timer;
  waits: Waits;
}

const systemClock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };

export function driverSettings<Waits>(options: DriverOptions<Waits>, defaultWaits: Waits): DriverSettings<Waits> {
  return {
    environment: options.environment ?? process.env,
    onProcessStarted: options.onProcessStarted,
    clock: options.clock ?? systemClock,
    startTimer: options.startTimer ?? systemTimer,
    waits: { ...defaultWaits, ...options.waits },
  };
}
