import { type DriverOptions, type DriverSettings, driverSettings } from '../../driver-options.ts';
import type { ApprovalWay } from './launch.ts';

export interface ClaudeOptions extends DriverOptions<ClaudeWaits> {
  /** `auto`: the control protocol, and MCP where a version does not answer it. */
  approvalWay?: ApprovalWay | 'auto';
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

export interface ClaudeSettings extends DriverSettings<ClaudeWaits> {
  approvalWay: ApprovalWay | 'auto';
}

const defaultWaits: ClaudeWaits = { answerMs: 15_000, interruptStepMs: 3_000, graceMs: 2_000, stallMs: 60_000 };

export const settingsOf = (options: ClaudeOptions): ClaudeSettings => ({
  ...driverSettings(options, defaultWaits),
  approvalWay: options.approvalWay ?? 'auto',
});
