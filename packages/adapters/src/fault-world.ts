import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import { onTestFinished } from 'vitest';
import type { FakeCli } from './fake-cli.ts';
import type {
  AdapterConfig,
  AdapterEvent,
  AdapterEventOf,
  AdapterEventType,
  IAgentAdapter,
  ToolApprovalDecision,
} from './port.ts';
import type { ProcessRecord } from './process/index.ts';

type Decide = (
  request: AdapterEventOf<'TOOL_APPROVAL_REQUESTED'>['payload'],
) => Omit<ToolApprovalDecision, 'toolId'> | undefined;

const isOf =
  <T extends AdapterEventType>(type: T) =>
  (event: AdapterEvent): event is AdapterEvent & AdapterEventOf<T> =>
    event.type === type;

/** An adapter whose events are read one by one, for tests of what it does with an agent that misbehaves. */
export class FaultWorld {
  readonly adapter: IAgentAdapter;
  readonly events: AdapterEvent[] = [];
  readonly #iterator: AsyncIterator<AdapterEvent>;
  readonly #config: AdapterConfig;
  #prompts = 0;

  constructor(adapter: IAgentAdapter, config: AdapterConfig) {
    this.adapter = adapter;
    this.#config = config;
    this.#iterator = adapter.streamEvents()[Symbol.asyncIterator]();
  }

  start(more: Partial<AdapterConfig> = {}) {
    return this.adapter.initialize({ ...this.#config, ...more });
  }

  of<T extends AdapterEventType>(type: T): Array<AdapterEventOf<T>['payload']> {
    return this.events.filter(isOf(type)).map((event) => event.payload);
  }

  /** Reads up to the next event of this type. `decide` answers requests on the way; undefined leaves them open. */
  async until(type: AdapterEventType, decide: Decide = () => ({ approved: true })): Promise<void> {
    for (;;) {
      const { value, done } = await this.#iterator.next();
      if (done === true) throw new Error(`The events ended without ${type}.`);
      this.events.push(value);
      if (value.type === type) return;
      if (value.type !== 'TOOL_APPROVAL_REQUESTED') continue;
      const decision = decide(value.payload);
      if (decision !== undefined) await this.adapter.approveTool({ ...decision, toolId: value.payload.requestId });
    }
  }

  /** One turn to its end. */
  async turn(text = 'go', decide?: Decide): Promise<AdapterEventOf<'STREAM_END'>['payload'] | undefined> {
    await this.send(text);
    await this.until('STREAM_END', decide);
    return this.of('STREAM_END').at(-1);
  }

  send(text = 'go', more: { mayCommand?: boolean; mode?: 'ask' | 'act' } = {}): Promise<void> {
    this.#prompts += 1;
    const promptId = `00000000-0000-4000-9000-${String(this.#prompts).padStart(12, '0')}`;
    return this.adapter.sendPrompt({ promptId, correlationId: `c${this.#prompts}`, text, ...more });
  }
}

/** An adapter on a fake program in a folder of its own; all of it ends with the test. */
export function openFaultWorld<Fake extends FakeCli, Adapter extends IAgentAdapter>(
  fake: Fake,
  create: (started: { environment: Record<string, string>; onProcessStarted(record: ProcessRecord): void }) => Adapter,
  binaryPath = fake.binaryPath,
) {
  const workspace = openWorkspace();
  const records: ProcessRecord[] = [];
  const adapter = create({ environment: fake.environment, onProcessStarted: (record) => records.push(record) });
  onTestFinished(async () => {
    await adapter.terminate();
    fake.remove();
    workspace.remove();
  });
  const world = new FaultWorld(adapter, { workspacePath: workspace.folder, binaryPath });
  return { workspace, fake, adapter, world, records };
}
