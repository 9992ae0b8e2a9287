import type { ApprovalRequest } from '../../approval-ledger.ts';
import type { EventWriter } from '../../event-writer.ts';
import type { Fields } from '../../fields.ts';
import type { AdapterMode, ToolApprovalDecision } from '../../port.ts';
import { type Ask, answerOf, askOf } from './asks.ts';

export interface AskDeskOptions {
  idPrefix: string;
  out: EventWriter;
  open(request: ApprovalRequest): Promise<void>;
  send(message: Fields): Promise<boolean>;
}

/** Aider's questions: answered by the mode or put to the room. Each leaves once. */
export class AskDesk {
  readonly #options: AskDeskOptions;
  readonly #open = new Map<string, Ask>();
  /** What was said about a refused call, for its end. */
  readonly #refusals = new Map<string, string>();
  #count = 0;
  mode: AdapterMode = 'ask';
  /** For the turn that runs. */
  turnMode: AdapterMode | undefined;
  /** Before it is ready there is no room to ask. */
  isReady = false;

  constructor(options: AskDeskOptions) {
    this.#options = options;
  }

  get isUnasked(): boolean {
    return (this.turnMode ?? this.mode) === 'act';
  }

  restart(): void {
    this.#open.clear();
    this.#refusals.clear();
    this.turnMode = undefined;
    this.isReady = false;
  }

  async asked(message: Fields, toolId: string, workspacePath: string, line: string): Promise<void> {
    const ask = askOf(message, toolId, workspacePath);
    if (ask === undefined) return;
    this.#count += 1;
    const requestId = `${this.#options.idPrefix}:approval-${this.#count}`;
    this.#open.set(requestId, ask);
    if (!this.isReady) {
      await this.answer(requestId, { approved: false });
      return;
    }
    this.#options.out.startTool(ask.toolCall);
    if (this.isUnasked) await this.answer(requestId, { approved: true });
    else await this.#options.open({ requestId, toolCall: ask.toolCall, nativeRequest: line, ...ask.request });
  }

  /** Resolves to whether the process was told. */
  async answer(requestId: string, decision: Omit<ToolApprovalDecision, 'toolId'>): Promise<boolean> {
    const ask = this.#open.get(requestId);
    if (ask === undefined) return true;
    this.#open.delete(requestId);
    const { answer, words } = answerOf(ask, decision);
    const { toolId } = ask.toolCall;
    // A question has no other end; one that was cut off ends with its turn, and a refusal when it was told to the model.
    if (ask.request.kind === 'question' && decision.refusal !== 'cancelled') {
      this.#options.out.endTool(toolId, { status: decision.approved ? 'completed' : 'denied', output: words });
    } else if (!decision.approved && decision.refusal !== 'cancelled') this.#refusals.set(toolId, words);
    return this.#options.send(answer);
  }

  /** The model was told of a refusal. */
  refused(toolId: string): void {
    const words = this.#refusals.get(toolId);
    this.#refusals.delete(toolId);
    if (words !== undefined) this.#options.out.endTool(toolId, { status: 'denied', output: words });
  }
}
