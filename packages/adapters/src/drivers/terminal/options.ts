import { systemTimer, type Timer } from '../../pipeline/timer.ts';
import type { TerminalSize } from '../../port.ts';
import type { ProcessRecord, PtyModule } from '../../process/index.ts';
import { defaultSize } from './terminal-size.ts';

export type TerminalOptions = {
  /** The environment to build the program's from; default: our own. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Called for each process: what finds it again after a `kill -9` of ours. */
  onProcessStarted?: (record: ProcessRecord) => void;
  clock?: { wallMs(): number; monotonicMs(): number };
  startTimer?: Timer;
  size?: TerminalSize;
  /** Default: the module as it is installed. */
  loadPty?: () => Promise<PtyModule>;
};

export type TerminalSettings = Required<Omit<TerminalOptions, 'onProcessStarted' | 'loadPty'>> &
  Pick<TerminalOptions, 'onProcessStarted' | 'loadPty'>;

const systemClock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };

export const settingsOf = (options: TerminalOptions): TerminalSettings => ({
  environment: process.env,
  clock: systemClock,
  startTimer: systemTimer,
  size: defaultSize,
  ...options,
});
