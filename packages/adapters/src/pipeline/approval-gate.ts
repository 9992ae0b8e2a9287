import { isAgentAdapterError, toErrorInfo } from '../errors.ts';
import type { AdapterErrorInfo, AdapterEvent, IAgentAdapter, ToolApprovalDecision } from '../port.ts';

export type ApproveOutcome =
  | { ok: true }
  /** `already_resolved`: somebody, or the agent, was first. `unsupported`: the request is still open. */
  | { ok: false; code: 'already_resolved' | 'no_such_request' | 'unsupported' | 'failed'; error?: AdapterErrorInfo };

/** Answers each request of one adapter exactly once, whoever asks. */
export class ApprovalGate {
  readonly #adapter: IAgentAdapter;
  readonly #open = new Set<string>();
  readonly #resolved = new Set<string>();

  constructor(adapter: IAgentAdapter) {
    this.#adapter = adapter;
  }

  see(event: AdapterEvent): void {
    if (event.type === 'TOOL_APPROVAL_REQUESTED') this.#open.add(event.payload.requestId);
    if (event.type === 'APPROVAL_WITHDRAWN') this.#resolve(event.payload.requestId);
  }

  async approve(decision: ToolApprovalDecision): Promise<ApproveOutcome> {
    const id = decision.toolId;
    if (!this.#open.has(id))
      return { ok: false, code: this.#resolved.has(id) ? 'already_resolved' : 'no_such_request' };
    this.#resolve(id);
    try {
      await this.#adapter.approveTool(decision);
      return { ok: true };
    } catch (error) {
      const info = toErrorInfo(error, 'PROTOCOL_VIOLATION');
      if (!isAgentAdapterError(error)) return { ok: false, code: 'failed', error: info };
      if (error.code === 'ILLEGAL_STATE') return { ok: false, code: 'already_resolved' };
      if (error.code !== 'UNSUPPORTED') return { ok: false, code: 'failed', error: info };
      this.#resolved.delete(id);
      this.#open.add(id);
      return { ok: false, code: 'unsupported', error: info };
    }
  }

  #resolve(id: string): void {
    this.#open.delete(id);
    this.#resolved.add(id);
    // Only for the words "somebody was first"; a very old id may be forgotten.
    if (this.#resolved.size > 4_096)
      for (const oldest of this.#resolved.values().take(1_024)) this.#resolved.delete(oldest);
  }
}
