import type { ApprovalRequest } from '../../approval-ledger.ts';
import { type Fields, textAt } from '../../fields.ts';
import type { ToolApprovalDecision } from '../../port.ts';
import { approvalOf, type NativeApproval, replyOf } from './approvals.ts';
import type { ClaudeDecoder } from './decoder.ts';

export interface ApprovalDeskOptions {
  idPrefix: string;
  /** Asks the room. */
  open(request: ApprovalRequest): Promise<void>;
  /** The room need not answer any more. */
  withdraw(requestId: string): void;
}

/** One native request: by the control protocol or by MCP, the desk does not care. */
export interface NativeRequest {
  id: string;
  request: Fields;
  /** The bytes as they came. */
  line: string;
  workspacePath: string;
  decoder: ClaudeDecoder;
  /** Permissions are given without asking; questions and plans are still put to people. */
  isUnasked: boolean;
  reply(answer: Fields): Promise<void>;
}

type Open = { native: NativeApproval; from: NativeRequest };

/** Our ids on one side, the agent's on the other; each request leaves once. */
export class ApprovalDesk {
  readonly #options: ApprovalDeskOptions;
  readonly #open = new Map<string, Open>();
  #count = 0;

  constructor(options: ApprovalDeskOptions) {
    this.#options = options;
  }

  async asked(from: NativeRequest): Promise<void> {
    this.#count += 1;
    const requestId = `${this.#options.idPrefix}:approval-${this.#count}`;
    const { request, native } = approvalOf(from.id, from.request, {
      requestId,
      line: from.line,
      workspacePath: from.workspacePath,
      parentToolId: from.decoder.toolOfAgent(textAt(from.request, 'agent_id')),
      planOfCall: textAt(from.decoder.inputOf(textAt(from.request, 'tool_use_id') ?? '') ?? {}, 'plan'),
    });
    this.#open.set(requestId, { native, from });
    if (from.isUnasked && request.kind === 'permission') await this.answer(requestId, { approved: true });
    else await this.#options.open(request);
  }

  /** Nothing where the agent has taken its request back: nobody waits for an answer then. */
  async answer(requestId: string, decision: Omit<ToolApprovalDecision, 'toolId'>): Promise<void> {
    const open = this.#open.get(requestId);
    if (open === undefined) return;
    this.#open.delete(requestId);
    if (!decision.approved) open.from.decoder.markRefused(open.native.toolId);
    await open.from.reply(replyOf(open.native, decision));
  }

  withdrawn(nativeRequestId: string): void {
    for (const [requestId, { from }] of this.#open) {
      if (from.id !== nativeRequestId) continue;
      this.#open.delete(requestId);
      this.#options.withdraw(requestId);
    }
  }

  /** The agent is gone: what it asked is void. */
  clear(): void {
    this.#open.clear();
  }
}
