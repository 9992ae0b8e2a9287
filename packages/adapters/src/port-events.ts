/** What an agent says and asks, in one envelope for all: the payloads of RFC-0005 §13 and what it lacks. */

export type ToolKind =
  | 'read'
  | 'edit'
  | 'delete'
  | 'move'
  | 'search'
  | 'execute'
  | 'fetch'
  | 'think'
  | 'mcp'
  | 'agent'
  | 'other';

export interface ToolCall {
  toolId: string;
  toolName: string;
  kind: ToolKind;
  title: string;
  /** The native input as the agent will use it. */
  arguments: Record<string, unknown>;
  parentToolId?: string;
}

export interface ApprovalQuestion {
  question: string;
  header: string;
  multiSelect: boolean;
  options: Array<{ label: string; description: string; preview?: string }>;
  /** What an answer may be; absent: any text. The bridge refuses others, and says why. */
  takes?: 'listed' | 'number' | 'integer' | 'numbers' | 'integers';
}

/** One of the answers that the agent itself offers to a request. */
export interface ApprovalOption {
  /** The agent's own id; a decision may name it. */
  optionId: string;
  label: string;
  kind: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | 'other';
  /** How far it really reaches, where that was measured. What is not `once` is the host's alone. */
  reach: 'once' | 'session' | 'permanent' | 'unknown';
  /** The reach in words. */
  words?: string;
}

/** Absent means "not reported", which is not 0. */
export interface TokenUsage {
  inputTokens?: number;
  outputTokens?: number;
  reasoningTokens?: number;
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
  contextTokens?: number;
  contextWindowTokens?: number;
  costUsd?: number;
}

/** Why a request closed without an answer. `agent_died`: void, nothing more happens; the others: cancelled. */
export type WithdrawReason = 'interrupted' | 'turn_ended' | 'agent_withdrew' | 'agent_died';

export interface AdapterErrorInfo {
  code: AdapterErrorCode;
  message: string;
  recoverable: boolean;
  /** What was not lost. */
  kept?: string;
  /** The exact command or step that helps. */
  fix?: string;
  /** Milliseconds since 1970. */
  retryAtMs?: number;
}

export type AdapterErrorCode =
  | 'PROVIDER_NOT_FOUND'
  | 'AUTH_CREDENTIAL_INVALID'
  | 'PROCESS_CRASHED'
  | 'RATE_LIMIT_EXCEEDED'
  | 'CONTEXT_WINDOW_EXCEEDED'
  | 'TOOL_EXECUTION_FAILED'
  | 'PROVIDER_UNREACHABLE'
  | 'PROTOCOL_VIOLATION'
  | 'STALLED'
  | 'MODEL_NOT_FOUND'
  | 'QUOTA_EXHAUSTED'
  | 'TURN_LIMIT_REACHED'
  | 'UNSUPPORTED'
  | 'ILLEGAL_STATE';

/** The payload of each event type. Fields follow RFC-0005 §13, camelCase. */
export interface AdapterEventPayloads {
  /** The agent named its session; the latest wins. */
  SESSION_STARTED: { nativeSessionId: string; model?: string };
  /** The agent took the prompt. */
  STREAM_START: { streamId: string };
  /** `streamId` names one block of one message; `chunkIndex` counts from 0 in it; `offset` is in UTF-16 units. */
  STREAM_CHUNK: { streamId: string; chunkIndex: number; offset: number; delta: string; parentToolId?: string };
  REASONING_CHUNK: { streamId: string; chunkIndex: number; offset: number; reasoning: string; parentToolId?: string };
  /** The block is whole; `text` is authoritative. */
  BLOCK_END: { streamId: string; reasoning: boolean; text: string; incomplete?: boolean; parentToolId?: string };
  /** Blocks that a retry made void. */
  RETRACTED: { streamIds: string[] };
  TOOL_STARTED: { toolCall: ToolCall };
  /** `outputDelta` is the difference only. */
  TOOL_UPDATED: { toolId: string; outputDelta?: string; title?: string; arguments?: Record<string, unknown> };
  TOOL_EXECUTED: {
    toolId: string;
    status: 'completed' | 'failed' | 'denied' | 'cancelled';
    output: string;
    exitCode?: number;
    durationMs?: number;
  };
  FILE_CHANGED: {
    toolId?: string;
    path: string;
    previousPath?: string;
    change: 'added' | 'modified' | 'deleted' | 'renamed';
    /** Unified diff. */
    diff: string;
    added: number;
    removed: number;
  };
  PLAN_UPDATED: { entries: Array<{ text: string; status: 'pending' | 'in_progress' | 'completed' }> };
  TOOL_APPROVAL_REQUESTED: {
    /** The adapter's own id of this request; `approveTool` names it. Never the vendor's id. */
    requestId: string;
    kind: 'permission' | 'plan_review' | 'question';
    toolCall: ToolCall;
    /** The exact bytes of the native request, for the bridge's `call` hash (CLG-72). */
    nativeRequest: string;
    questions?: ApprovalQuestion[];
    plan?: string;
    reason?: string;
    blockedPath?: string;
    mayEdit: boolean;
    mayGiveFeedback: boolean;
    /** The agent can keep an exactly scoped session rule itself. */
    nativeSessionRule?: string;
    /** All that the agent offers, in its order, where it offers a list. */
    options?: ApprovalOption[];
  };
  /** The agent took its request back; the card closes as cancelled. */
  APPROVAL_WITHDRAWN: { requestId: string; reason: WithdrawReason };
  USAGE_UPDATED: { usage: TokenUsage };
  STATUS: { code: string; text: string };
  /** All of its own commands, where they may be others than at the start. */
  COMMANDS_CHANGED: { commands: string[] };
  ARTIFACT: {
    artifactId: string;
    kind: string;
    role: string;
    uri: string;
    displayName: string;
    mimeType: string;
    contentHash: string;
    sizeBytes: number;
  };
  /** A native message that was not understood: for the host's diagnostics, never the transcript. */
  RAW: { nativeType: string; text: string };
  /** Droppable events that were left out because the reader was too slow. */
  DROPPED: { count: number };
  /** Never ends a turn by itself. */
  ERROR: { error: AdapterErrorInfo };
  /** The only terminal event of a turn, exactly once. */
  STREAM_END: {
    outcome: 'completed' | 'interrupted' | 'failed';
    reason?: string;
    usage?: TokenUsage;
    error?: AdapterErrorInfo;
    /** The agent's own name of this place in its session, where it can branch off from there later. */
    forkPoint?: string;
  };
}

export type AdapterEventType = keyof AdapterEventPayloads;

export type AdapterEventOf<T extends AdapterEventType> = {
  id: string;
  /** Absent outside a turn. A late event keeps its turn's id and never reopens it. */
  promptId?: string;
  correlationId?: string;
  type: T;
  /** Milliseconds since 1970. */
  timestamp: number;
  payload: AdapterEventPayloads[T];
};
export type AdapterEvent = { [T in AdapterEventType]: AdapterEventOf<T> }[AdapterEventType];
