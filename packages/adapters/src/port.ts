/**
 * The port between the room and a coding agent, after RFC-0005 §13.
 * `initialize` and misuse reject with an `AgentAdapterError`; everything after READY is an event: nothing throws later.
 */

import type { CapabilityRow } from './capabilities.ts';

export type AgentProviderType = string;

export type AdapterStatus =
  | 'UNINITIALIZED'
  | 'INITIALIZING'
  | 'READY'
  | 'EXECUTING'
  | 'WAITING_FOR_TOOL_APPROVAL'
  | 'INTERRUPTING'
  | 'FAILED'
  | 'TERMINATING'
  | 'TERMINATED';

/** Computed from the driver's row of the capability matrix, never set by hand. */
export interface AdapterCapabilities {
  supportsReasoningStream: boolean;
  supportsToolApprovals: boolean;
  supportsContextFiles: boolean;
  supportsCustomSystemPrompt: boolean;
  supportsMultimodal: boolean;
  supportsInputEdit: boolean;
  supportsDenyFeedback: boolean;
  supportsQuestions: boolean;
  supportsPlanReview: boolean;
  supportsSteering: boolean;
  supportsResume: boolean;
  supportsFork: boolean;
  supportsModelSwitching: boolean;
  supportedInputTypes: Array<'text' | 'image' | 'diff'>;
}

/** `ask`: whatever changes something asks first. `act`: runs unasked; the host's alone, visible to all. */
export type AdapterMode = 'ask' | 'act';

export interface AdapterConfig {
  /** Absolute path of the folder that the agent works in. */
  workspacePath: string;
  binaryPath?: string;
  customArgs?: string[];
  /** Added to the environment that the process host builds. */
  environment?: Record<string, string>;
  systemPromptOverlay?: string;
  /** Reads as `mode: 'act'`. */
  autoApproveTools?: boolean;
  mode?: AdapterMode;
  /** The vendor's own value that the driver maps `mode` to; never set by a guest. */
  permissionMode?: string;
  model?: string;
  /** How hard the model thinks, in the agent's own word. */
  effort?: string;
  /** The bridge decides about every call, reads included, where the driver can make the agent ask for all. */
  askForEverything?: boolean;
  /**
   * Beside `askForEverything`: a call that can do no harm, a plain look for example. It is left to the agent's own
   * settings, which may still ask or refuse.
   */
  isHarmless?(call: Pick<ToolCall, 'kind' | 'arguments'>): boolean;
  /** `madeAtMs`: Unix time at which the session was new, where it is known. `at`: a `forkPoint` of it; the copy ends there. */
  resume?: { nativeSessionId: string; fork?: boolean; madeAtMs?: number; at?: string };
  mcpServers?: Record<string, unknown>;
}

/** A model that the agent offers. `efforts`: how hard it can be told to think, in the agent's own words, least first. */
export interface AgentModel {
  id: string;
  name?: string;
  description?: string;
  efforts?: string[];
}

export interface AdapterInitResult {
  binaryPath?: string;
  binaryVersion?: string;
  /** The vendor's session id where it is known already; later ones come as SESSION_STARTED. */
  nativeSessionId?: string;
  session: 'new' | 'resumed' | 'reconstructed';
  model?: string;
  models?: AgentModel[];
  effort?: string;
  /** Of an agent that offers them whatever the model. */
  efforts?: string[];
  /** Whose credential is used, in words. */
  credentialScope?: string;
  /** What runs without asking, in words; empty where it was read back that the agent asks. */
  unasked: string[];
  slashCommands?: string[];
}

export interface PromptAttachment {
  kind: 'image' | 'diff' | 'file';
  mimeType: string;
  name: string;
  bytes: Uint8Array;
}

export interface PromptPayload {
  promptId: string;
  correlationId: string;
  text: string;
  contextFiles?: Array<{ filePath: string; content?: string; lineRange?: [number, number] }>;
  attachments?: PromptAttachment[];
  /** Ours for this turn; default the adapter's. */
  mode?: AdapterMode;
  /** The text may be a command of the agent (`/compact`); else the driver sees to it that it is read as text. */
  mayCommand?: boolean;
  metadata?: Record<string, unknown>;
}

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

export interface ToolApprovalDecision {
  /** The `requestId` of TOOL_APPROVAL_REQUESTED. */
  toolId: string;
  approved: boolean;
  /** What the agent is told on a refusal. */
  userFeedback?: string;
  /** Why, where no person refused: told apart in the words that the agent gets. */
  refusal?: 'denied' | 'expired' | 'cancelled';
  scope?: 'once' | 'session';
  updatedInput?: Record<string, unknown>;
  /** Question text → chosen label(s), joined with ", ". */
  answers?: Record<string, string>;
  /** This very option of the request; without it the narrowest that fits, never a wider one. */
  optionId?: string;
  /** Refuse and end the turn. */
  endTurn?: boolean;
}

export interface AdapterHealthStatus {
  status: AdapterStatus;
  provider: AgentProviderType;
  binaryPath: string;
  binaryVersion?: string;
  isProcessAlive: boolean;
  lastError?: string;
}

/** What is known about an interrupt: it is over only when the turn's STREAM_END came. */
export interface InterruptReceipt {
  accepted: boolean;
  dispatched: boolean;
  acknowledged: boolean;
}

export type TerminalSize = { columns: number; rows: number };

/** A screen at one moment. `text` draws it on a fresh terminal of that size; what is shown after it goes on from there. */
export type TerminalSnapshot = { size: TerminalSize; text: string; title: string };

/** A guess from the screen, and told as one. */
export type TerminalActivity = 'busy' | 'needs_input' | 'idle';

export type TerminalEvent =
  /** A program runs on an empty screen. */
  | { type: 'started'; size: TerminalSize }
  /** Safe to draw, and whole: ends between two characters and two escape sequences. */
  | { type: 'output'; text: string }
  | { type: 'resized'; size: TerminalSize }
  | { type: 'title'; title: string }
  | { type: 'activity'; activity: TerminalActivity }
  /** The program is gone; its last screen stays. */
  | { type: 'ended'; exitCode?: number; signal?: number };

/** The screen of an agent that is a program in a terminal. Outlives the program: a new start clears it. */
export interface AdapterTerminal {
  readonly size: TerminalSize;
  readonly activity: TerminalActivity;
  readonly isRunning: boolean;
  /** All from now on, in order; the returned function ends it. What came before is in `snapshot`. */
  watch(listener: (event: TerminalEvent) => void): () => void;
  /** Keys as a terminal sends them. False where no program runs, or too much waits to be read by it. */
  type(keys: string): boolean;
  /** False outside of the bounds; nothing changes then. */
  resize(size: TerminalSize): boolean;
  /** With this many lines above the screen. */
  snapshot(scrollback: number): TerminalSnapshot;
}

export interface IAgentAdapter {
  /** Where the agent is a program in a terminal, from its first start on. */
  readonly terminal?: AdapterTerminal | undefined;
  /**
   * What it runs without asking as it is now, in words; absent where that changes only by a start or by `setMode`. Read
   * after a lasting answer of the agent's own and at the end of a turn.
   */
  readonly unasked?: readonly string[] | undefined;
  readonly id: string;
  readonly name: string;
  readonly provider: AgentProviderType;
  readonly status: AdapterStatus;
  readonly capabilities: AdapterCapabilities;

  /**
   * Starts the agent and reads back what it said of itself. Rejects with AgentAdapterError.
   * In FAILED it starts the agent again, with the same events iterator; `config.resume` names the session.
   */
  initialize(config: AdapterConfig): Promise<AdapterInitResult>;
  /**
   * Resolves when the prompt's bytes were handed over whole, or the turn ended in between (an event tells); legal in
   * READY only. Rejects only where nothing of it was handed over, and then there was no turn.
   */
  sendPrompt(prompt: PromptPayload): Promise<void>;
  /** Text into the running turn, where the agent can; else rejects with UNSUPPORTED. */
  steer(prompt: PromptPayload): Promise<void>;
  /** One iterator for the adapter's life; a second call rejects. */
  streamEvents(): AsyncIterable<AdapterEvent>;
  /** Open approvals are withdrawn and answered as cancelled. Without a running turn: nothing is accepted. */
  interrupt(): Promise<InterruptReceipt>;
  /** Answers one open request exactly once. */
  approveTool(decision: ToolApprovalDecision): Promise<void>;
  setMode(mode: AdapterMode): Promise<{ unasked: string[] }>;
  setModel(model: string): Promise<void>;
  /**
   * Takes this prompt's turn and all later ones out of the agent's conversation, between turns; files stay as they are.
   * Rejects with UNSUPPORTED where the agent cannot, and where it does not know that turn (any more).
   */
  revert?(promptId: string): Promise<void>;
  /** From the next turn on; absent or UNSUPPORTED where the agent cannot be told. */
  setEffort?(effort: string): Promise<void>;
  getHealth(): Promise<AdapterHealthStatus>;
  /** Stops the agent and all it started; legal always. Ends the events. */
  terminate(): Promise<void>;
}

/** What a factory can say before anything is started, without an API call. */
export interface AgentDetection {
  installed: boolean;
  binaryPath?: string;
  version?: string;
  /** Undefined where it cannot be known without a call. */
  loggedIn?: boolean;
  /** The exact command that fixes what is missing. */
  fix?: string;
  detail?: string;
}

/** The door by which drivers and plugins enter the registry. */
export interface AdapterFactory {
  readonly provider: AgentProviderType;
  readonly name: string;
  /** The driver's row of the capability matrix. */
  readonly row: CapabilityRow;
  /** Shares more than an agent (a whole command line, say): never chosen unless the host names it. */
  readonly onlyByName?: true;
  detect(environment: Record<string, string | undefined>): Promise<AgentDetection>;
  create(id: string): IAgentAdapter;
}
