import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { scenarios } from '@collagility/fixtures/agents/claude/scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import type {
  AdapterConfig,
  AdapterEvent,
  AdapterEventOf,
  AdapterEventType,
  PromptPayload,
  ToolApprovalDecision,
} from '../../port.ts';
import type { ProcessRecord } from '../../process/index.ts';
import { ClaudeAdapter } from './adapter.ts';
import { FakeClaude } from './fake-claude.ts';
import type { ClaudeOptions } from './options.ts';

type Decide = (
  request: AdapterEventOf<'TOOL_APPROVAL_REQUESTED'>['payload'],
) => Partial<ToolApprovalDecision> | undefined;

let count = 0;

/** One adapter on a fake Claude Code that misbehaves as told, with its events read one by one. For tests only. */
export class TestWorld {
  readonly workspace = openWorkspace();
  readonly fake: FakeClaude;
  readonly adapter: ClaudeAdapter;
  readonly events: AdapterEvent[] = [];
  readonly records: ProcessRecord[] = [];
  readonly #iterator: AsyncIterator<AdapterEvent>;

  constructor(faults: readonly string[] = [], options: ClaudeOptions = {}) {
    count += 1;
    this.fake = new FakeClaude(faults);
    this.adapter = new ClaudeAdapter(`test-${count}`, {
      environment: this.fake.environment,
      onProcessStarted: (record) => this.records.push(record),
      ...options,
      waits: { graceMs: 200, interruptStepMs: 300, ...options.waits },
    });
    this.#iterator = this.adapter.streamEvents()[Symbol.asyncIterator]();
  }

  start(config: Partial<AdapterConfig> = {}) {
    return this.adapter.initialize({
      workspacePath: this.workspace.folder,
      binaryPath: this.fake.binaryPath,
      ...config,
    });
  }

  script(name: string, change: (step: ModelStep) => ModelStep = (step) => step): void {
    this.fake.addTurn((scenarios[name]?.(this.workspace.folder) ?? []).map(change));
  }

  send(promptId: string, text = `play ${promptId}`, more: Partial<PromptPayload> = {}): Promise<void> {
    return this.adapter.sendPrompt({ promptId, correlationId: `c-${promptId}`, text, ...more });
  }

  /** Reads on to the next event of this type; requests met on the way are answered by `decide`, or left open. */
  async until<T extends AdapterEventType>(type: T, decide: Decide = () => undefined): Promise<AdapterEventOf<T>> {
    for (;;) {
      const { value } = await this.#iterator.next();
      if (value === undefined) throw new Error(`The events ended before ${type}.`);
      const event: AdapterEvent = value;
      this.events.push(event);
      if (isOf(event, type)) return event;
      if (event.type !== 'TOOL_APPROVAL_REQUESTED') continue;
      const decision = decide(event.payload);
      if (decision === undefined) continue;
      await this.adapter.approveTool({ approved: true, ...decision, toolId: event.payload.requestId });
    }
  }

  of<T extends AdapterEventType>(type: T, promptId?: string): Array<AdapterEventOf<T>['payload']> {
    return this.events.flatMap((event) =>
      isOf(event, type) && (promptId === undefined || event.promptId === promptId) ? [event.payload] : [],
    );
  }

  /** Answers that the agent got for its own requests. */
  replies(): unknown[] {
    return this.fake.received().flatMap((line) => (line['type'] === 'control_response' ? [line['response']] : []));
  }

  async close(): Promise<void> {
    await this.adapter.terminate();
    this.fake.remove();
    this.workspace.remove();
  }
}

function isOf<T extends AdapterEventType>(
  event: AdapterEvent,
  type: T,
): event is Extract<AdapterEvent, { type: T }> & AdapterEventOf<T> {
  return event.type === type;
}
