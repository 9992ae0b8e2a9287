import { ApprovalLedger, type ApprovalRequest, tooManyOpen } from './approval-ledger.ts';
import { type CapabilityRow, capabilitiesOf } from './capabilities.ts';
import { AgentAdapterError, errorInfo, isAgentAdapterError, toErrorInfo } from './errors.ts';
import { EventWriter, type Place, type Turn } from './event-writer.ts';
import { initialLifecycle, type LifecycleInput, stepLifecycle } from './lifecycle.ts';
import type {
  AdapterCapabilities,
  AdapterConfig,
  AdapterErrorInfo,
  AdapterEvent,
  AdapterEventPayloads,
  AdapterHealthStatus,
  AdapterInitResult,
  AdapterMode,
  AdapterStatus,
  IAgentAdapter,
  InterruptReceipt,
  PromptPayload,
  ToolApprovalDecision,
  WithdrawReason,
} from './port.ts';
import { refuseConfig, refusePrompt } from './refusals.ts';

export type AdapterIdentity = {
  id: string;
  /** What the agent can do: the base refuses what the row calls unsupported. */
  row: CapabilityRow;
  clock: { wallMs(): number };
};

type EndOfTurn = AdapterEventPayloads['STREAM_END'];

/**
 * What every driver needs and none should write again: the life cycle, the one iterator, ids and times, chunk
 * places, open approvals answered once, the one STREAM_END of a turn. A driver fills in the abstract methods and
 * reports what its agent says through `out` and the protected ones. What comes when no turn runs goes to the session
 * lane; a driver that knows better names the turn.
 */
export abstract class AdapterBase implements IAgentAdapter {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly capabilities: AdapterCapabilities;
  /** Everything that the agent says goes here. */
  protected readonly out: EventWriter;
  readonly #row: CapabilityRow;
  readonly #approvals = new ApprovalLedger<Turn>();
  #life = initialLifecycle;
  #lastError: string | undefined;
  #isCancelAcknowledged = false;
  #ending: Promise<void> | undefined;

  constructor(identity: AdapterIdentity) {
    this.id = identity.id;
    this.name = identity.row.name;
    this.provider = identity.row.provider;
    this.capabilities = capabilitiesOf(identity.row);
    this.#row = identity.row;
    this.out = new EventWriter(identity.id, identity.clock);
  }

  // --- What a driver fills in -----------------------------------------------------------------------------------

  /** Starts the agent afresh: also after a crash, so all native state is made here. Rejects with AgentAdapterError. */
  protected abstract start(config: AdapterConfig): Promise<AdapterInitResult>;
  /** Hands the prompt over whole. A rejection ends the turn as failed; say `beforeFirstByte` where nothing was written. */
  protected abstract deliver(prompt: PromptPayload, turn: Turn): Promise<void>;
  /** Asks the agent to stop the turn; resolves to whether it acknowledged. The driver escalates by itself. */
  protected abstract cancelTurn(turn: Turn): Promise<{ acknowledged: boolean }>;
  /** Gives the agent the one answer to a request; a refusal may be the cancelling of an interrupted turn. */
  protected abstract answer(request: ApprovalRequest, decision: ToolApprovalDecision): Promise<void>;
  /** Ends the agent and all it started; legal also while it starts. Must not reject. */
  protected abstract stop(): Promise<void>;
  /** What health can say beyond the status. */
  protected abstract inspect(): { binaryPath: string; binaryVersion?: string; isProcessAlive: boolean };

  protected deliverSteer(_prompt: PromptPayload, _turn: Turn): Promise<void> {
    return Promise.reject(unsupported(`${this.name} takes no text into a running turn.`));
  }
  protected applyMode(_mode: AdapterMode): Promise<{ unasked: string[] }> {
    return Promise.reject(unsupported(`${this.name} cannot change its mode while it runs.`));
  }
  protected applyModel(_model: string): Promise<void> {
    return Promise.reject(unsupported(`${this.name} cannot change its model while it runs.`));
  }

  protected applyRevert(_promptId: string): Promise<void> {
    return Promise.reject(unsupported(`${this.name} cannot take a turn back.`));
  }

  protected applyEffort(_effort: string): Promise<void> {
    return Promise.reject(unsupported(`${this.name} cannot be told how hard to think.`));
  }

  // --- The port -------------------------------------------------------------------------------------------------

  get status(): AdapterStatus {
    return this.#life.status;
  }

  async initialize(config: AdapterConfig): Promise<AdapterInitResult> {
    refuseConfig(this.#row, config);
    this.#mustStep('initialize');
    try {
      const result = await this.start(config);
      // Told to go in the meantime: what came to life after that goes, too.
      if (this.#life.status !== 'INITIALIZING') await this.stop();
      this.#mustStep('started');
      return result;
    } catch (error) {
      this.#step('startFailed');
      this.#lastError = toErrorInfo(error, 'PROCESS_CRASHED').message;
      throw isAgentAdapterError(error)
        ? error
        : new AgentAdapterError('PROCESS_CRASHED', this.#lastError, { cause: error });
    }
  }

  async sendPrompt(prompt: PromptPayload): Promise<void> {
    refusePrompt(this.#row, prompt);
    this.#mustStep('sendPrompt');
    const turn: Turn = { promptId: prompt.promptId, correlationId: prompt.correlationId };
    this.out.turn = turn;
    this.#isCancelAcknowledged = false;
    try {
      await this.deliver(prompt, turn);
    } catch (error) {
      if (this.out.turn !== turn) return;
      if (isAgentAdapterError(error) && error.detail.beforeFirstByte === true) {
        this.#forgetTurn(error);
        throw error;
      }
      const info = toErrorInfo(error, 'PROCESS_CRASHED');
      this.#report(info, { turn });
      this.endTurn({ outcome: 'failed', error: info });
    }
  }

  async steer(prompt: PromptPayload): Promise<void> {
    this.#mustStep('steer');
    if (this.out.turn !== undefined) await this.deliverSteer(prompt, this.out.turn);
  }

  streamEvents(): AsyncIterable<AdapterEvent> {
    if (this.out.queue.isClaimed) throw new AgentAdapterError('ILLEGAL_STATE', 'The events already have a reader.');
    const iterator = this.out.queue[Symbol.asyncIterator]();
    return { [Symbol.asyncIterator]: () => iterator };
  }

  async interrupt(): Promise<InterruptReceipt> {
    const wasInterrupting = this.#life.status === 'INTERRUPTING';
    this.#mustStep('interrupt');
    const turn = this.out.turn;
    if (turn === undefined) return { accepted: false, dispatched: false, acknowledged: false };
    if (wasInterrupting) return { accepted: true, dispatched: true, acknowledged: this.#isCancelAcknowledged };
    const open = this.#withdrawAll('interrupted');
    let dispatched = true;
    try {
      const { acknowledged } = await this.cancelTurn(turn);
      if (this.out.turn === turn || this.out.turn === undefined) this.#isCancelAcknowledged = acknowledged;
    } catch (error) {
      dispatched = false;
      this.#report(toErrorInfo(error, 'PROCESS_CRASHED'), { turn });
    }
    for (const request of open) await this.#tellAgent(request, { approved: false, refusal: 'cancelled' });
    return { accepted: true, dispatched, acknowledged: this.#isCancelAcknowledged };
  }

  async approveTool(decision: ToolApprovalDecision): Promise<void> {
    const request = this.#approvals.find(decision.toolId);
    if (request === undefined) throw new AgentAdapterError('ILLEGAL_STATE', 'This request is not open (any more).');
    if (decision.updatedInput !== undefined && !request.mayEdit) {
      throw unsupported(`${this.name} cannot run a changed input.`);
    }
    if (!decision.approved && decision.userFeedback !== undefined && !request.mayGiveFeedback) {
      throw unsupported(`${this.name} cannot be told why.`);
    }
    this.#mustStep('approveTool');
    // Gone before the answer is written: a second answer in the same tick finds nothing.
    this.#approvals.close(decision.toolId);
    this.#step('approvalClosed');
    await this.#tellAgent(request, decision);
  }

  async setMode(mode: AdapterMode): Promise<{ unasked: string[] }> {
    this.#mustStep('setMode');
    return this.applyMode(mode);
  }

  async setModel(model: string): Promise<void> {
    this.#mustStep('setModel');
    await this.applyModel(model);
  }

  async revert(promptId: string): Promise<void> {
    this.#mustStep('revert');
    await this.applyRevert(promptId);
  }

  async setEffort(effort: string): Promise<void> {
    this.#mustStep('setModel');
    await this.applyEffort(effort);
  }

  getHealth(): Promise<AdapterHealthStatus> {
    const lastError = this.#lastError === undefined ? {} : { lastError: this.#lastError };
    return Promise.resolve({ status: this.status, provider: this.provider, ...this.inspect(), ...lastError });
  }

  terminate(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  // --- What a driver reports --------------------------------------------------------------------------------------

  /** Resolves when the reader has room: a driver waits here before it reads more of its agent's output. */
  protected whenReady(): Promise<void> {
    return this.out.queue.whenReady();
  }

  /** Asks the room. While a turn is being stopped, or too many wait already, the answer is "cancelled" at once. */
  protected async openApproval(request: ApprovalRequest, turn: Turn | undefined = this.out.turn): Promise<void> {
    const { isFull } = this.#approvals;
    if (isFull) this.out.error(errorInfo('UNSUPPORTED', { message: tooManyOpen }), { turn });
    if (isFull || !this.#step('approvalOpened')) {
      await this.#tellAgent(request, { approved: false, refusal: 'cancelled' });
      return;
    }
    this.#approvals.open(request, turn);
    this.out.emit('TOOL_APPROVAL_REQUESTED', request, { turn });
  }

  /** The agent took its request back, or answered it by itself. No answer is sent. */
  protected withdrawApproval(requestId: string, reason: WithdrawReason = 'agent_withdrew'): void {
    const open = this.#approvals.close(requestId);
    if (open === undefined) return;
    this.#step('approvalClosed');
    this.out.emit('APPROVAL_WITHDRAWN', { requestId, reason }, { turn: open.turn });
  }

  /** The turn is over; the first call counts. Whatever it left open is closed before its STREAM_END. */
  protected endTurn(end: EndOfTurn): void {
    const turn = this.out.turn;
    if (turn === undefined) return;
    this.#closeAll('turn_ended', turn);
    this.out.turn = undefined;
    this.#step('turnEnded');
    this.out.emit('STREAM_END', end, { turn });
  }

  /** The agent is gone without being told to. `outcome` is `interrupted` where that was the end of an interrupt. */
  protected crashed(message?: string, outcome: 'failed' | 'interrupted' = 'failed'): void {
    if (this.#life.status === 'TERMINATING' || this.#life.status === 'TERMINATED') return;
    const turn = this.out.turn;
    const error = errorInfo('PROCESS_CRASHED', message === undefined ? {} : { message });
    this.#closeAll('agent_died', turn);
    this.out.turn = undefined;
    if (!this.#step('crashed')) return;
    this.#report(error, { turn });
    if (turn !== undefined) this.out.emit('STREAM_END', { outcome, reason: 'agent_died', error }, { turn });
  }

  // ----------------------------------------------------------------------------------------------------------------

  /** Nothing reached the agent: there was no turn. With PROCESS_CRASHED the agent is gone, too. */
  #forgetTurn(error: AgentAdapterError): void {
    this.#closeAll('turn_ended', this.out.turn);
    this.out.turn = undefined;
    this.#lastError = error.message;
    this.#step(error.code === 'PROCESS_CRASHED' ? 'crashed' : 'turnEnded');
  }

  #step(input: LifecycleInput): boolean {
    const next = stepLifecycle(this.#life, input);
    if (next === undefined) return false;
    this.#life = next;
    return true;
  }

  #mustStep(input: LifecycleInput): void {
    if (!this.#step(input)) {
      throw new AgentAdapterError('ILLEGAL_STATE', `${input} is not possible while the agent is ${this.status}.`);
    }
  }

  #withdrawAll(reason: WithdrawReason): ApprovalRequest[] {
    const open = this.#approvals.closeAll();
    for (const { request, turn } of open) {
      this.out.emit('APPROVAL_WITHDRAWN', { requestId: request.requestId, reason }, { turn });
    }
    return open.map(({ request }) => request);
  }

  #closeAll(reason: WithdrawReason, turn: Turn | undefined): void {
    const open = this.#withdrawAll(reason);
    if (reason === 'turn_ended') {
      // The agent still waits for these, as far as we know; it ignores an answer to what it has closed itself.
      for (const request of open) void this.#tellAgent(request, { approved: false, refusal: 'cancelled' });
    }
    this.out.closeOpen(turn);
  }

  #report(error: AdapterErrorInfo, place?: Place): void {
    this.#lastError = error.message;
    this.out.error(error, place);
  }

  /** A failed answer is an event: the person who answered did nothing wrong. */
  async #tellAgent(request: ApprovalRequest, decision: Omit<ToolApprovalDecision, 'toolId'>): Promise<void> {
    try {
      await this.answer(request, { ...decision, toolId: request.requestId });
    } catch (error) {
      this.#report(toErrorInfo(error, 'PROTOCOL_VIOLATION'));
    }
  }

  async #end(): Promise<void> {
    this.#mustStep('terminate');
    this.#withdrawAll('agent_died');
    await this.stop();
    this.endTurn({ outcome: 'interrupted', reason: 'terminated' });
    this.#closeAll('agent_died', undefined);
    this.#step('terminated');
    this.out.queue.close();
  }
}

const unsupported = (message: string): AgentAdapterError => new AgentAdapterError('UNSUPPORTED', message);
