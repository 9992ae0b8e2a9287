import type { ExitReason } from './exit-codes.ts';

/** Trouble that ends the start: what happened, what was kept, what to do next. Printed as it is, without a stack. */
export class BridgeError extends Error {
  readonly exit: ExitReason;
  /** For `--json`: a stable word for what happened. */
  readonly code: string;
  readonly next: string[];

  constructor(exit: ExitReason, code: string, message: string, next: string[] = [], options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'BridgeError';
    this.exit = exit;
    this.code = code;
    this.next = next;
  }
}

/** The fields of an unknown thrown value that Node sets on its own errors. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
