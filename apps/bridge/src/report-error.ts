import { isAgentAdapterError } from '@collagility/adapters/errors';
import { CollagilityError } from '@collagility/protocol/errors';
import { bridgeCommand } from './bridge-command.ts';
import { BridgeError } from './bridge-error.ts';
import { type ExitReason, exitCodes } from './exit-codes.ts';
import { safeText } from './terminal/safe-text.ts';
import type { Style } from './terminal/style.ts';

/** The innermost message of an error: "fetch failed" says less than its cause. Our own words say more than theirs. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOurs = error instanceof BridgeError || error instanceof CollagilityError;
  if (error.cause instanceof Error && !isOurs) return describeError(error.cause);
  return error.message || error.name;
}

export type Report = { exit: ExitReason; code: string; message: string; next: string[] };

/** What went wrong with the room's file, as the exit code that means it. */
export function exitOfCode(code: string): ExitReason {
  if (code === 'disk_full') return 'cannotCreate';
  return code === 'journal_in_use' ? 'busy' : 'failed';
}

/** What is told about a start that failed: what happened, and what to do next. */
export function reportOf(error: unknown): Report {
  if (error instanceof BridgeError) {
    return { exit: error.exit, code: error.code, message: error.message, next: error.next };
  }
  // Its message says what was kept and what to do.
  if (error instanceof CollagilityError)
    return { exit: exitOfCode(error.code), code: error.code, message: error.message, next: [] };
  if (isAgentAdapterError(error) && error.code === 'PROVIDER_NOT_FOUND') {
    return {
      exit: 'usage',
      code: 'unknown_agent',
      message: error.message,
      next: [`See them: ${bridgeCommand('agents')}`],
    };
  }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'failed';
  const next = ['Rooms that were saved are untouched. If it happens again, tell us: run with NODE_DEBUG=collagility'];
  return { exit: 'failed', code, message: describeError(error), next };
}

export function reportLines(report: Report, style: Style): string[] {
  return [
    `${style.bad('✗')} ${safeText(report.message)}`,
    ...report.next.map((line) => `  ${style.quiet(safeText(line))}`),
  ];
}

export const exitCodeOf = (report: Report): number => exitCodes[report.exit].code;
