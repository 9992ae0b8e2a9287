import type { ApprovalRequest } from '../../approval-ledger.ts';
import { type Fields, fieldsAt, textAt } from '../../fields.ts';
import type { ToolApprovalDecision, ToolCall } from '../../port.ts';
import { approvalOf, type NativeApproval, replyOf } from './approvals.ts';
import type { ClaudeDecoder } from './decoder.ts';
import { gateAnswer } from './launch.ts';
import type { Permissions } from './permissions.ts';
import { toolCallOf } from './tools.ts';
import { controlError, controlSuccess } from './wire.ts';

/** What a request meets when it comes. */
export interface Situation {
  decoder: ClaudeDecoder | undefined;
  workspacePath: string;
  permissions: Permissions;
}

export interface ApprovalDeskOptions {
  idPrefix: string;
  /** Asks the room. */
  open(request: ApprovalRequest): Promise<void>;
  /** The room need not answer any more. */
  withdraw(requestId: string): void;
  situation(): Situation;
  send(message: Fields): Promise<void>;
  raw(nativeType: string, text: string): void;
}

type Reply = (answer: Fields) => Promise<void>;
type Open = { native: NativeApproval; decoder: ClaudeDecoder; reply: Reply };

/** The call that the gate hook is asked about. */
function hookedCall(input: Fields, workspacePath: string): ToolCall {
  const call = {
    toolId: textAt(input, 'tool_use_id') ?? '',
    toolName: textAt(input, 'tool_name') ?? '',
    input: fieldsAt(input, 'tool_input'),
  };
  return toolCallOf(call, workspacePath);
}

/** Our ids on one side, the agent's on the other; each request leaves once. */
export class ApprovalDesk {
  readonly #options: ApprovalDeskOptions;
  readonly #open = new Map<string, Open>();
  #count = 0;

  constructor(options: ApprovalDeskOptions) {
    this.#options = options;
  }

  /** A request of the agent on its control channel. */
  controlRequest(line: Fields, text: string): void {
    const id = textAt(line, 'request_id') ?? '';
    const request = fieldsAt(line, 'request');
    const subtype = textAt(request, 'subtype');
    if (subtype === 'can_use_tool') {
      this.ask(id, request, text, (answer) => this.#options.send(controlSuccess(id, answer)));
    } else if (subtype === 'hook_callback') {
      const { permissions, workspacePath } = this.#options.situation();
      const mustAsk = permissions.mustAsk(hookedCall(fieldsAt(request, 'input'), workspacePath));
      this.#options.send(controlSuccess(id, mustAsk ? gateAnswer : {})).catch(this.#tellUnsent);
    } else {
      this.#options.raw(`control_request/${subtype ?? 'untyped'}`, text);
      this.#options.send(controlError(id, 'Not supported by this client.')).catch(this.#tellUnsent);
    }
  }

  /** One call to decide about; by the control channel or by MCP, the desk does not care. */
  ask(nativeRequestId: string, request: Fields, line: string, reply: Reply): void {
    const situation = this.#options.situation();
    const { decoder } = situation;
    if (decoder === undefined) return;
    this.#asked(nativeRequestId, request, line, { ...situation, decoder }, reply).catch(this.#tellUnsent);
  }

  /** Nothing where the agent has taken its request back: nobody waits for an answer then. */
  async answer(requestId: string, decision: Omit<ToolApprovalDecision, 'toolId'>): Promise<void> {
    const open = this.#open.get(requestId);
    if (open === undefined) return;
    this.#open.delete(requestId);
    if (!decision.approved) open.decoder.markRefused(open.native.toolId);
    await open.reply(replyOf(open.native, decision));
  }

  withdrawn(nativeRequestId: string): void {
    for (const [requestId, { native }] of this.#open) {
      if (native.nativeRequestId !== nativeRequestId) continue;
      this.#open.delete(requestId);
      this.#options.withdraw(requestId);
    }
  }

  /** The agent is gone: what it asked is void. */
  clear(): void {
    this.#open.clear();
  }

  async #asked(
    nativeRequestId: string,
    request: Fields,
    line: string,
    { decoder, workspacePath, permissions }: Situation & { decoder: ClaudeDecoder },
    reply: Reply,
  ): Promise<void> {
    this.#count += 1;
    const requestId = `${this.#options.idPrefix}:approval-${this.#count}`;
    const { request: approval, native } = approvalOf(nativeRequestId, request, {
      requestId,
      line,
      workspacePath,
      parentToolId: decoder.toolOfAgent(textAt(request, 'agent_id')),
      planOfCall: textAt(decoder.inputOf(textAt(request, 'tool_use_id') ?? '') ?? {}, 'plan'),
    });
    this.#open.set(requestId, { native, decoder, reply });
    // In `act` permissions are given without asking; questions and plans are still put to people.
    if (permissions.isUnasked && approval.kind === 'permission') await this.answer(requestId, { approved: true });
    else await this.#options.open(approval);
  }

  /** The exit that follows ends the turn; this only explains it. */
  readonly #tellUnsent = (error: unknown): void => {
    this.#options.raw('unsent', error instanceof Error ? error.message : String(error));
  };
}
