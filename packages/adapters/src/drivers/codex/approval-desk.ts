import type { ApprovalRequest } from '../../approval-ledger.ts';
import type { EventWriter, Turn } from '../../event-writer.ts';
import { given, textAt } from '../../fields.ts';
import type { RpcRequest } from '../../json-rpc.ts';
import type { ToolCall } from '../../port.ts';
import { approvalOf } from './approvals.ts';
import { keyOf } from './items.ts';
import type { Decision, NativeApproval } from './native-approval.ts';

export interface ApprovalDeskOptions {
  idPrefix: string;
  out: EventWriter;
  workspacePath(): string;
  /** The call of an item that was shown already. */
  shownCall(toolId: string): ToolCall | undefined;
  /** A call of this turn that has ended. */
  isOver(toolId: string): boolean;
  /** A call that the desk showed itself has ended. */
  onOver(toolId: string): void;
  /** The running calls of a tool. */
  callsOf(toolName: string): ToolCall[];
  turnOf(turnId: string | undefined): Turn | undefined;
  open(request: ApprovalRequest, turn: Turn | undefined): Promise<void>;
  withdraw(requestId: string): void;
  respond(id: RpcRequest['id'], result: unknown): Promise<void>;
}

type Open = { native: NativeApproval; rpcId: RpcRequest['id']; toolId: string; isOwnCall: boolean };

/** Our ids on one side, Codex's on the other; each request leaves once. */
export class ApprovalDesk {
  readonly #options: ApprovalDeskOptions;
  readonly #open = new Map<string, Open>();
  #count = 0;

  constructor(options: ApprovalDeskOptions) {
    this.#options = options;
  }

  /** False for a request that nobody knows how to put to people. */
  async asked({ id, method, params, line }: RpcRequest, isUnasked: boolean): Promise<boolean> {
    const { idPrefix, out } = this.#options;
    const native = approvalOf(method, params, this.#options.workspacePath());
    if (native === undefined) return false;
    this.#count += 1;
    const requestId = `${idPrefix}:approval-${this.#count}`;
    const turnId = textAt(params, 'turnId');
    const turn = this.#options.turnOf(turnId);
    const ownId = keyOf(turnId ?? 'no-turn', textAt(params, 'itemId') ?? requestId);
    const shown = this.#options.shownCall(ownId) ?? this.#unaskedCall(native);
    // Asked about what is over, it is asked about something else.
    const toolId = shown?.toolId ?? (this.#options.isOver(ownId) ? `${ownId}#${this.#count}` : ownId);
    const base: ToolCall = shown ?? { ...toolCallFallback, ...native.toolCall, toolId };
    const toolCall = { ...base, arguments: { ...base.arguments, ...native.more } };
    // Codex shows some of its requests by no item: then the desk shows the call, and its end.
    if (shown === undefined) out.startTool(toolCall, { turn });
    this.#open.set(requestId, { native, rpcId: id, toolId, isOwnCall: shown === undefined });
    if (isUnasked && native.kind === 'permission') {
      await this.answer(requestId, { approved: true });
      return true;
    }
    const request: ApprovalRequest = {
      requestId,
      kind: native.kind,
      toolCall,
      nativeRequest: line,
      ...given('questions', native.questions),
      ...given('reason', native.reason === '' ? undefined : native.reason),
      ...given('blockedPath', native.blockedPath),
      mayEdit: false,
      mayGiveFeedback: true,
      ...given('nativeSessionRule', native.nativeSessionRule),
      ...given('options', native.options),
    };
    await this.#options.open(request, turn);
    return true;
  }

  /** A request about a tool of an MCP server names the tool, and not which call of it. */
  #unaskedCall({ toolCall }: NativeApproval): ToolCall | undefined {
    if (toolCall?.kind !== 'mcp') return undefined;
    const asked = new Set([...this.#open.values()].map(({ toolId }) => toolId));
    return this.#options.callsOf(toolCall.toolName).find(({ toolId }) => !asked.has(toolId));
  }

  /** What runs unasked from now on by this lasting answer; undefined where it names none. */
  unaskedBy(requestId: string, optionId: string): string | undefined {
    return this.#open.get(requestId)?.native.options?.find((option) => option.optionId === optionId)?.words;
  }

  /** Nothing where Codex has closed its request: nobody waits for an answer then. */
  async answer(requestId: string, decision: Decision): Promise<void> {
    const open = this.#open.get(requestId);
    if (open === undefined) return;
    this.#open.delete(requestId);
    await this.#options.respond(open.rpcId, open.native.reply(decision));
    this.#endOwnCall(open, decision.approved ? 'completed' : 'denied', open.native.outcome(decision));
  }

  /** Codex says that a request is closed: ours, by our answer, or by something else. */
  resolved(rpcId: RpcRequest['id']): void {
    for (const [requestId, open] of this.#open) {
      if (open.rpcId !== rpcId) continue;
      this.#open.delete(requestId);
      this.#options.withdraw(requestId);
      this.#endOwnCall(open, 'cancelled', '');
    }
  }

  /** The agent is gone: what it asked is void. */
  clear(): void {
    this.#open.clear();
  }

  #endOwnCall(open: Open, status: 'completed' | 'denied' | 'cancelled', output: string): void {
    if (!open.isOwnCall) return;
    this.#options.out.endTool(open.toolId, { status, output });
    this.#options.onOver(open.toolId);
  }
}

const toolCallFallback = { toolName: 'unknown', kind: 'other' as const, title: 'A request', arguments: {} };
