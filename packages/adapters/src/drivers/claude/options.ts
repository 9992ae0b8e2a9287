import type { ProcessRecord } from '../../process/index.ts';
import type { StartTimer } from './control-channel.ts';
import type { ApprovalWay } from './launch.ts';

export interface ClaudeOptions {
  /** The environment to build the agent's from; default: our own. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Called for each process: what finds it again after a `kill -9` of ours. */
  onProcessStarted?: (record: ProcessRecord) => void;
  /** `auto`: the control protocol, and MCP where a version does not answer it. */
  approvalWay?: ApprovalWay | 'auto';
  clock?: { wallMs(): number; monotonicMs(): number };
  startTimer?: StartTimer;
  waits?: Partial<ClaudeWaits>;
}

export interface ClaudeWaits {
  /** For an answer to a request of ours; a cold start on a slow disk takes seconds. */
  answerMs: number;
  /** For each step of an interrupt. */
  interruptStepMs: number;
  /** Between TERM and KILL. */
  graceMs: number;
  /** Silence in a running turn that is worth telling. */
  stallMs: number;
}

export interface ClaudeSettings {
  environment: Readonly<Record<string, string | undefined>>;
  onProcessStarted: ((record: ProcessRecord) => void) | undefined;
  approvalWay: ApprovalWay | 'auto';
  clock: { wallMs(): number; monotonicMs(): number };
  startTimer: StartTimer;
  waits: ClaudeWaits;
}

const defaultWaits: ClaudeWaits = { answerMs: 15_000, interruptStepMs: 3_000, graceMs: 2_000, stallMs: 60_000 };

const systemClock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };

const systemTimer: StartTimer = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

export function settingsOf(options: ClaudeOptions): ClaudeSettings {
  return {
    environment: options.environment ?? process.env,
    onProcessStarted: options.onProcessStarted,
    approvalWay: options.approvalWay ?? 'auto',
    clock: options.clock ?? systemClock,
    startTimer: options.startTimer ?? systemTimer,
    waits: { ...defaultWaits, ...options.waits },
  };
}
