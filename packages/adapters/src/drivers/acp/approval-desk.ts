import { type ApprovalRequest, maxOpenApprovals, tooManyOpen } from '../../approval-ledger.ts';
import { fieldsAt, given, textAt } from '../../fields.ts';
import type { RpcRequest } from '../../json-rpc.ts';
import type { ApprovalOption, ToolApprovalDecision, ToolCall } from '../../port.ts';
import { Grants, type Use } from './grants.ts';
import { choose, isChoice, type Outcome, optionsOf } from './options.ts';
import type { AcpProfile } from './profile.ts';

export interface ApprovalDeskOptions {
  idPrefix: string;
  profile: AcpProfile;
  workspacePath(): string;
  /** Asks the room. */
  open(request: ApprovalRequest): Promise<void>;
  /** The agent was told "yes" to this call. */
  onAllowed(toolId: string): void;
  /** The agent was told "no" to this call. */
  onRefused(toolId: string): void;
  /** An answer could not be given as decided. */
  onUnanswerable(message: string): void;
}

type Decision = Omit<ToolApprovalDecision, 'toolId'>;
type Open =
  | { kind: 'native'; toolCall: ToolCall; options: ApprovalOption[]; reply(outcome: Outcome): Promise<void> }
  | { kind: 'own'; toolCall: ToolCall; settle(isAllowed: boolean): void };

/**
 * What the agent asks, and what the bridge asks for it: a file or a command that the agent hands to the bridge without
 * having asked is put to people here. Each request leaves once.
 */
export class ApprovalDesk {
  readonly #options: ApprovalDeskOptions;
  readonly #open = new Map<string, Open>();
  readonly #grants = new Grants();
  #count = 0;

  constructor(options: ApprovalDeskOptions) {
    this.#options = options;
  }

  get hasOpen(): boolean {
    return this.#open.size > 0;
  }

  /** The calls that wait for people. */
  get toolIds(): ReadonlySet<string> {
    return new Set([...this.#open.values()].map(({ toolCall }) => toolCall.toolId));
  }

  /** `session/request_permission`. With `isUnasked` the host lets it act: the narrowest "yes" is given at once. */
  async asked(
    request: RpcRequest,
    toolCall: ToolCall,
    isUnasked: boolean,
    reply: (outcome: Outcome) => Promise<void>,
  ): Promise<void> {
    if (this.#isFull()) {
      this.#options.onRefused(toolCall.toolId);
      return reply({ outcome: 'cancelled' });
    }
    const options = optionsOf(request.params, this.#options.profile);
    const requestId = this.#newId();
    this.#open.set(requestId, { kind: 'native', toolCall, options, reply });
    const asked = requestOf(requestId, request, toolCall, options);
    if (isUnasked && asked.kind === 'permission') await this.answer(requestId, { approved: true });
    else await this.#options.open(asked);
  }

  /** A call of a client method: done at once where just that was allowed, else people are asked. Without a subject always. */
  mayDo(toolCall: ToolCall, use: Use, subject: string | undefined, line: string): Promise<boolean> {
    if (subject !== undefined && this.#grants.take(use, subject)) return Promise.resolve(true);
    if (this.#isFull()) return Promise.resolve(false);
    return new Promise((settle) => {
      const requestId = this.#newId();
      this.#open.set(requestId, { kind: 'own', toolCall, settle });
      const reason = 'The agent did not ask for this; the bridge does.';
      const request = {
        requestId,
        kind: 'permission' as const,
        toolCall,
        nativeRequest: line,
        mayEdit: false,
        mayGiveFeedback: false,
        reason,
      };
      void this.#options.open(request);
    });
  }

  /** Whether this option of an open request holds for longer than the call. */
  lasts(requestId: string, optionId: string): boolean {
    const open = this.#open.get(requestId);
    if (open?.kind !== 'native') return false;
    return open.options.some((option) => option.optionId === optionId && option.kind === 'allow_always');
  }

  async answer(requestId: string, decision: Decision): Promise<void> {
    const open = this.#open.get(requestId);
    if (open === undefined) return;
    this.#open.delete(requestId);
    if (open.kind === 'own') {
      if (decision.approved) this.#options.onAllowed(open.toolCall.toolId);
      open.settle(decision.approved);
      return;
    }
    const chosen = choose(open.options, decision);
    const refused = choose(open.options, { approved: false });
    const outcome = chosen.ok ? chosen.outcome : refused.ok ? refused.outcome : { outcome: 'cancelled' as const };
    if (!chosen.ok) this.#options.onUnanswerable(chosen.message);
    if (chosen.ok && decision.approved) {
      this.#grants.add(open.toolCall, this.#options.workspacePath());
      this.#options.onAllowed(open.toolCall.toolId);
    } else this.#options.onRefused(open.toolCall.toolId);
    await open.reply(outcome);
  }

  /** A cancelled turn: some agents wait for the answer to what they asked before they stop. */
  async cancelAll(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const one of open) {
      if (one.kind === 'own') one.settle(false);
      else await one.reply({ outcome: 'cancelled' });
    }
  }

  turnEnded(): void {
    this.#grants.clear();
  }

  /** The agent is gone: what it asked is void. */
  clear(): void {
    for (const one of this.#open.values()) if (one.kind === 'own') one.settle(false);
    this.#open.clear();
    this.turnEnded();
  }

  #isFull(): boolean {
    if (this.#open.size < maxOpenApprovals) return false;
    this.#options.onUnanswerable(tooManyOpen);
    return true;
  }

  #newId(): string {
    this.#count += 1;
    return `${this.#options.idPrefix}:approval-${this.#count}`;
  }
}

function requestOf(
  requestId: string,
  request: RpcRequest,
  toolCall: ToolCall,
  options: ApprovalOption[],
): ApprovalRequest {
  const call = fieldsAt(request.params, 'toolCall');
  const plan = textAt(fieldsAt(call, 'rawInput'), 'plan');
  const kind = plan !== undefined ? 'plan_review' : isChoice(options) ? 'question' : 'permission';
  const onlyWide = !options.some((option) => option.kind === 'allow_once') && kind === 'permission';
  const question = {
    question: toolCall.title,
    header: toolCall.toolName,
    multiSelect: false,
    options: options.filter(isAnswer).map(({ label, words }) => ({ label, description: words ?? '' })),
  };
  return {
    requestId,
    kind,
    toolCall,
    nativeRequest: request.line,
    mayEdit: false,
    mayGiveFeedback: false,
    options,
    ...given('plan', plan),
    ...given('questions', kind === 'question' ? [question] : undefined),
    ...given('reason', onlyWide ? 'The agent offers no permission for this call only.' : undefined),
  };
}

const isAnswer = ({ kind }: ApprovalOption): boolean => kind === 'allow_once' || kind === 'other';
