import type { ApprovalRequest } from '../../approval-ledger.ts';
import type { ApprovalOption, ToolApprovalDecision, ToolCall } from '../../port.ts';

export type Decision = Omit<ToolApprovalDecision, 'toolId'>;

/** A request of Codex as the room sees it, and how each decision is said in Codex's words. */
export interface NativeApproval {
  kind: ApprovalRequest['kind'];
  /** The call that it is about where Codex shows none by itself; else the call's item has it. */
  toolCall: Omit<ToolCall, 'toolId'> | undefined;
  /** What the request says more about a call that is shown already. */
  more?: Record<string, unknown>;
  questions?: ApprovalRequest['questions'];
  reason?: string;
  blockedPath?: string;
  nativeSessionRule?: string;
  /** What Codex itself would keep beyond this call, under what it really does. */
  options?: ApprovalOption[];
  reply(decision: Decision): unknown;
  /** What is shown as the output of a call that Codex shows no end of. */
  outcome(decision: Decision): string;
}
