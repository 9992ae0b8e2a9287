import type { AdapterErrorCode, AdapterErrorInfo } from './port.ts';

/** What each code means to people and to the queue. The one table: classification, pipeline and docs read it. */
export type ErrorEntry = {
  /** What happened. */
  readonly text: string;
  /** What was not lost. */
  readonly kept: string;
  /** What helps, where the driver has no exact command. */
  readonly fix?: string;
  /** The same session can go on once the cause is gone. */
  readonly recoverable: boolean;
  /** The prompt queue stops with this reason and keeps its items. */
  readonly stopsQueue: boolean;
};

const conversation = 'The conversation and the queue are kept.';

export const adapterErrors: Readonly<Record<AdapterErrorCode, ErrorEntry>> = {
  PROVIDER_NOT_FOUND: {
    text: 'The agent is not installed on this computer, or was not found.',
    kept: 'The room and the queue are kept.',
    fix: 'Install it, or put it on the PATH.',
    recoverable: false,
    stopsQueue: true,
  },
  AUTH_CREDENTIAL_INVALID: {
    text: 'The agent is not logged in, or its credential was refused.',
    kept: conversation,
    fix: 'Log in with the agent on the host’s computer, then resume the queue.',
    recoverable: true,
    stopsQueue: true,
  },
  PROCESS_CRASHED: {
    text: 'The agent’s process ended unexpectedly.',
    kept: 'What it said so far is kept; its session is resumed. The prompt is not sent again by itself.',
    fix: 'Send the prompt again if it is still wanted.',
    recoverable: true,
    stopsQueue: false,
  },
  RATE_LIMIT_EXCEEDED: {
    text: 'The model’s provider limits the rate.',
    kept: conversation,
    fix: 'Wait, then resume the queue.',
    recoverable: true,
    stopsQueue: true,
  },
  CONTEXT_WINDOW_EXCEEDED: {
    text: 'The conversation is longer than the model can read.',
    kept: 'The transcript is kept.',
    fix: 'Let the agent compact the conversation, or start a new one.',
    recoverable: true,
    stopsQueue: false,
  },
  TOOL_EXECUTION_FAILED: {
    text: 'A tool failed.',
    kept: 'The turn goes on: the agent was told.',
    recoverable: true,
    stopsQueue: false,
  },
  PROVIDER_UNREACHABLE: {
    text: 'The model’s provider cannot be reached.',
    kept: conversation,
    fix: 'Check the network of the host’s computer, then resume the queue.',
    recoverable: true,
    stopsQueue: true,
  },
  PROTOCOL_VIOLATION: {
    text: 'The agent said something that does not fit its own protocol.',
    kept: 'What was understood is kept.',
    fix: 'Check that the agent’s version is supported.',
    recoverable: true,
    stopsQueue: false,
  },
  STALLED: {
    text: 'The agent has been silent for a long time.',
    kept: 'The turn still runs.',
    fix: 'Wait, or interrupt the turn.',
    recoverable: true,
    stopsQueue: false,
  },
  MODEL_NOT_FOUND: {
    text: 'The provider does not know the chosen model.',
    kept: conversation,
    fix: 'Choose another model.',
    recoverable: true,
    stopsQueue: false,
  },
  QUOTA_EXHAUSTED: {
    text: 'The account’s quota or credit is used up.',
    kept: conversation,
    fix: 'Renew the quota, then resume the queue.',
    recoverable: true,
    stopsQueue: true,
  },
  TURN_LIMIT_REACHED: {
    text: 'The turn reached a limit that was set for it.',
    kept: 'What was done so far is kept.',
    fix: 'Ask the agent to go on.',
    recoverable: true,
    stopsQueue: false,
  },
  UNSUPPORTED: {
    text: 'This agent cannot do that.',
    kept: 'Nothing was changed.',
    recoverable: true,
    stopsQueue: false,
  },
  ILLEGAL_STATE: {
    text: 'That is not possible right now.',
    kept: 'Nothing was changed.',
    recoverable: true,
    stopsQueue: false,
  },
};

export type ErrorDetail = {
  fix?: string;
  kept?: string;
  retryAtMs?: number;
  /** Nothing of the prompt was handed to the agent: it may be sent again. */
  beforeFirstByte?: boolean;
  /** The agent does not know, or will not go on with, the session that it was asked to resume. */
  resumeRefused?: boolean;
};

/** What `initialize` and misuse reject with. Recognised by `code`, not by `instanceof`. */
export class AgentAdapterError extends Error {
  readonly code: AdapterErrorCode;
  readonly detail: ErrorDetail;
  constructor(code: AdapterErrorCode, message?: string, options?: { cause?: unknown; detail?: ErrorDetail }) {
    super(message ?? adapterErrors[code].text, options === undefined ? undefined : { cause: options.cause });
    this.name = 'AgentAdapterError';
    this.code = code;
    this.detail = options?.detail ?? {};
  }
}

/** Also true for an error of another copy of this package. */
export function isAgentAdapterError(error: unknown): error is AgentAdapterError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    Object.hasOwn(adapterErrors, error.code)
  );
}

/** The event form of an error: the table's words, made exact by the driver's own. */
export function errorInfo(
  code: AdapterErrorCode,
  exact: { message?: string } & Pick<ErrorDetail, 'fix' | 'kept' | 'retryAtMs'> = {},
): AdapterErrorInfo {
  const entry = adapterErrors[code];
  const fix = exact.fix ?? entry.fix;
  return {
    code,
    message: exact.message ?? entry.text,
    recoverable: entry.recoverable,
    kept: exact.kept ?? entry.kept,
    ...(fix === undefined ? {} : { fix }),
    ...(exact.retryAtMs === undefined ? {} : { retryAtMs: exact.retryAtMs }),
  };
}

/** Any thrown value as an event's error. What is not ours keeps its message and counts as `fallback`. */
export function toErrorInfo(error: unknown, fallback: AdapterErrorCode): AdapterErrorInfo {
  if (isAgentAdapterError(error)) return errorInfo(error.code, { message: error.message, ...error.detail });
  return errorInfo(fallback, error instanceof Error ? { message: error.message } : {});
}

export const stopsQueue = (code: AdapterErrorCode): boolean => adapterErrors[code].stopsQueue;
