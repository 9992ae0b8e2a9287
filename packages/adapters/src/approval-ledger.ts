import type { AdapterEventPayloads } from './port.ts';

export type ApprovalRequest = AdapterEventPayloads['TOOL_APPROVAL_REQUESTED'];
/** Requests of one agent that are open at once: people look at one after the other. Fewer than the calls a driver follows. */
export const maxOpenApprovals = 256;
export const tooManyOpen = `It was refused: ${maxOpenApprovals} requests of this agent wait for an answer already.`;

type Open<Turn> = { request: ApprovalRequest; turn: Turn | undefined };

/** The requests that wait for an answer. What was closed once is never found again. */
export class ApprovalLedger<Turn> {
  readonly #open = new Map<string, Open<Turn>>();

  get isFull(): boolean {
    return this.#open.size >= maxOpenApprovals;
  }

  open(request: ApprovalRequest, turn: Turn | undefined): void {
    this.#open.set(request.requestId, { request, turn });
  }

  find(requestId: string): ApprovalRequest | undefined {
    return this.#open.get(requestId)?.request;
  }

  close(requestId: string): Open<Turn> | undefined {
    const open = this.#open.get(requestId);
    this.#open.delete(requestId);
    return open;
  }

  closeAll(): Open<Turn>[] {
    const open = [...this.#open.values()];
    this.#open.clear();
    return open;
  }
}
