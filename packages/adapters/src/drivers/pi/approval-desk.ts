import type { ApprovalRequest } from '../../approval-ledger.ts';
import type { Fields } from '../../fields.ts';
import type { AdapterConfig, AdapterMode, ToolApprovalDecision, ToolCall } from '../../port.ts';
import { gateAnswerOf, gateQuestionOf } from './gate.ts';
import type { ToolCalls } from './tool-calls.ts';

export interface ApprovalDeskOptions {
  idPrefix: string;
  calls(): ToolCalls;
  /** Asks the room. */
  open(request: ApprovalRequest): Promise<void>;
  send(message: Fields): Promise<boolean>;
}

type Open = { dialogId: string; toolCallId: string; input: Fields };

/** Looks that change nothing; they run unasked, unless the bridge wants to decide about all. */
const isLook = ({ kind }: ToolCall): boolean => kind === 'read' || kind === 'search';

/** The gate's questions: answered here where the host's settings decide, else put to the room. Each leaves once. */
export class ApprovalDesk {
  readonly #options: ApprovalDeskOptions;
  readonly #open = new Map<string, Open>();
  #config: AdapterConfig = { workspacePath: '/' };
  #count = 0;
  mode: AdapterMode = 'ask';
  /** For the turn that runs. */
  turnMode: AdapterMode | undefined;

  constructor(options: ApprovalDeskOptions) {
    this.#options = options;
  }

  /** A new process: what an old one asked is void. */
  restart(config: AdapterConfig): void {
    this.#config = config;
    this.#open.clear();
    this.mode = config.mode ?? (config.autoApproveTools === true ? 'act' : 'ask');
    this.turnMode = undefined;
  }

  /** In words for the room. */
  unasked(): string[] {
    return this.mode === 'act' ? ['everything: the host lets the agent act without asking'] : [];
  }

  /** A question of an extension. One that is not the gate's gets no person: it is closed. */
  async asked(message: Fields, line: string): Promise<boolean> {
    const question = gateQuestionOf(message);
    if (question === undefined) return false;
    const { dialogId, toolCallId, toolName, input } = question;
    const toolCall = {
      ...this.#options.calls().callOf(toolCallId, toolName, input, question.parentToolCallId),
      // What will run; an event before it may have shown less.
      arguments: { ...input },
    };
    this.#count += 1;
    const requestId = `${this.#options.idPrefix}:approval-${this.#count}`;
    this.#open.set(requestId, { dialogId, toolCallId, input });
    if (!this.#mustAsk(toolCall)) {
      await this.answer(requestId, { approved: true });
      return true;
    }
    await this.#options.open({
      requestId,
      kind: 'permission',
      toolCall,
      nativeRequest: line,
      mayEdit: true,
      mayGiveFeedback: true,
    });
    return true;
  }

  /** Resolves to whether pi was told; nothing is left to tell where it has closed the question itself. */
  async answer(requestId: string, decision: Omit<ToolApprovalDecision, 'toolId'>): Promise<boolean> {
    const open = this.#open.get(requestId);
    if (open === undefined) return true;
    this.#open.delete(requestId);
    const calls = this.#options.calls();
    if (decision.approved) await calls.willRun(open.toolCallId, decision.updatedInput ?? open.input);
    else if (decision.refusal !== 'cancelled') calls.markRefused(open.toolCallId);
    return this.#options.send({ type: 'extension_ui_response', id: open.dialogId, value: gateAnswerOf(decision) });
  }

  #mustAsk(call: ToolCall): boolean {
    if ((this.turnMode ?? this.mode) === 'act') return false;
    if (this.#config.askForEverything === true) return this.#config.isHarmless?.(call) !== true;
    return !isLook(call);
  }
}
