import { AdapterBase } from '../adapter-base.ts';
import type { ApprovalRequest } from '../approval-ledger.ts';
import { mockRow } from '../drivers/mock/row.ts';
import type { EventWriter } from '../event-writer.ts';
import type {
  AdapterConfig,
  AdapterEventPayloads,
  AdapterInitResult,
  PromptPayload,
  ToolApprovalDecision,
} from '../port.ts';

/** A driver for tests of the pipeline, whose agent is the test itself: it says and does what the test tells it. */
export class Puppet extends AdapterBase {
  readonly sent: string[] = [];
  readonly answered: ToolApprovalDecision[] = [];
  readonly started: AdapterConfig[] = [];
  cancelCount = 0;
  stopCount = 0;
  onStart: (config: AdapterConfig) => Promise<AdapterInitResult> = async () => ({ session: 'new', unasked: [] });
  onDeliver: () => Promise<void> = async () => undefined;
  onCancel: () => Promise<{ acknowledged: boolean }> = async () => ({ acknowledged: true });
  onAnswer: () => Promise<void> = async () => undefined;
  onStop: () => Promise<void> = async () => undefined;

  constructor(id = 'puppet') {
    super({ id, row: mockRow, clock: { wallMs: () => 0 } });
  }

  get says(): EventWriter {
    return this.out;
  }
  end(end: AdapterEventPayloads['STREAM_END'] = { outcome: 'completed' }): void {
    this.endTurn(end);
  }
  die(message?: string): void {
    this.crashed(message);
  }
  request(requestId: string): Promise<void> {
    const toolCall = {
      toolId: `tool-${requestId}`,
      toolName: 'Bash',
      kind: 'execute' as const,
      title: 'x',
      arguments: {},
    };
    const may = { mayEdit: false, mayGiveFeedback: false };
    return this.openApproval({ requestId, kind: 'permission', toolCall, nativeRequest: '{}', ...may });
  }
  takeBack(requestId: string): void {
    this.withdrawApproval(requestId);
  }

  protected override start(config: AdapterConfig): Promise<AdapterInitResult> {
    this.started.push(config);
    return this.onStart(config);
  }
  protected override async deliver(prompt: PromptPayload): Promise<void> {
    await this.onDeliver();
    this.sent.push(prompt.text);
  }
  protected override cancelTurn(): Promise<{ acknowledged: boolean }> {
    this.cancelCount += 1;
    return this.onCancel();
  }
  protected override async answer(_request: ApprovalRequest, decision: ToolApprovalDecision): Promise<void> {
    await this.onAnswer();
    this.answered.push(decision);
  }
  protected override async stop(): Promise<void> {
    this.stopCount += 1;
    await this.onStop();
  }
  protected override inspect(): { binaryPath: string; isProcessAlive: boolean } {
    return { binaryPath: '', isProcessAlive: true };
  }
}

/** A timer that the test turns. */
export class HandTimer {
  #waiting: Array<{ ms: number; work: () => void }> = [];

  readonly timer = (ms: number, work: () => void): (() => void) => {
    const entry = { ms, work };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry);
    };
  };

  get waitingMs(): number[] {
    return this.#waiting.map((entry) => entry.ms);
  }

  /** Fires what waits now, not what that starts. */
  fire(): void {
    for (const { work } of this.#waiting.splice(0)) work();
  }
}

/** Lets everything that is ready to run, run. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 50; round += 1) await Promise.resolve();
}

export const prompt = (promptId: string, text = promptId): PromptPayload => ({ promptId, correlationId: 'c', text });
