import type { ToolKind } from '@collagility/adapters/port';
import type { BlobRef, NativeOption, Question, RiskClass } from '@collagility/protocol/events';
import type { AgentId, ApprovalId, ParticipantId, PromptId, ToolId } from '@collagility/protocol/ids';
import type { Verdict } from './policy.ts';

/** What the host alone knows of an open request. What people see of it is in the room. */
export type PendingApproval = {
  approvalId: ApprovalId;
  agentId: AgentId;
  /** The adapter's own id of its request: never told to anybody. */
  requestId: string;
  promptId?: PromptId;
  kind: 'permission' | 'plan_review' | 'question';
  toolName: string;
  /** The agent's own bytes, and the salt of the hash that binds what is shown to them (CLG-72): never told. */
  native: { request: string; salt: Uint8Array };
  toolKind: ToolKind;
  /** The input as the agent will use it. */
  input: Record<string, unknown>;
  /** What a remembered permission would compare; absent where none is offered. */
  ruleText?: string;
  /** A question as it is shown → as the agent asked it: its answer goes back under the latter. */
  questionKeys?: Readonly<Record<string, string>>;
  /** The agent's own lasting answers as they are shown, by its id for them. */
  nativeOptions?: readonly NativeOption[];
  mayEdit: boolean;
  mayGiveFeedback: boolean;
  /** On the bridge's monotonic clock; absent: it waits for ever. */
  dueMs?: number;
  /** Answers that did not count, by person: the audit keeps the first few of each. */
  refusals: Readonly<Record<ParticipantId, number>>;
};

/** A request with everything that leaves already redacted, ready to become a card. */
export type PreparedApproval = Omit<PendingApproval, 'agentId' | 'promptId' | 'dueMs' | 'refusals'> & {
  /** The event's own fields. */
  card: {
    title: string;
    shown: string;
    shownHash: string;
    risks: RiskClass[];
    hidden: number;
    elided: Array<{ path: string; ref: BlobRef }>;
    questions?: Question[];
    plan?: string;
    toolId?: ToolId;
  };
  verdict: Verdict;
};
