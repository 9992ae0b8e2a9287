/**
 * The port between the room and a coding agent, after RFC-0005 §13.
 * `initialize` and misuse reject with an `AgentAdapterError`; everything after READY is an event: nothing throws later.
 */

import type { CapabilityKey, CapabilityRow } from './capabilities.ts';
import type { AdapterEvent, ToolCall } from './port-events.ts';
import type { AdapterTerminal } from './port-terminal.ts';

export type * from './port-events.ts';
export type * from './port-terminal.ts';

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
  /** What this very program said it can, where its row of the matrix leaves that open. */
  announced?: CapabilityKey[];
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
