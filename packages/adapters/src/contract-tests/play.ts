import type { AgentSession } from '../pipeline/agent-session.ts';
import { openTurn, type TurnResult, type TurnStream } from '../pipeline/open-turn.ts';
import type {
  AdapterConfig,
  AdapterEvent,
  AdapterEventOf,
  AdapterEventType,
  IAgentAdapter,
  PromptPayload,
  ToolApprovalDecision,
} from '../port.ts';
import type { ContractScenario, ContractWorld } from './setup.ts';

let promptCount = 0;

/** A prompt with an id of its own; a UUID, because some agents want one. */
export function promptOf(text: string, more: Partial<PromptPayload> = {}): PromptPayload {
  promptCount += 1;
  const promptId = `00000000-0000-4000-8000-${promptCount.toString(16).padStart(12, '0')}`;
  return { promptId, correlationId: `c-${promptCount}`, text, ...more };
}

export async function started(world: ContractWorld, config: Partial<AdapterConfig> = {}): Promise<IAgentAdapter> {
  const adapter = world.create();
  await adapter.initialize({ ...world.config, ...config });
  return adapter;
}

type Answer = (request: AdapterEventOf<'TOOL_APPROVAL_REQUESTED'>['payload']) => Omit<ToolApprovalDecision, 'toolId'>;
export const allow: Answer = ({ questions }) => ({
  approved: true,
  ...(questions === undefined
    ? {}
    : { answers: Object.fromEntries(questions.map((one) => [one.question, one.options[0]?.label ?? ''])) }),
});
export const deny: Answer = () => ({ approved: false });

const isOf =
  <T extends AdapterEventType>(type: T) =>
  (event: AdapterEvent): event is AdapterEvent & AdapterEventOf<T> =>
    event.type === type;

/** A turn that is being watched: all its events so far, and promises for those to come. */
export class Watched {
  readonly stream: TurnStream;
  readonly events: AdapterEvent[] = [];
  readonly done: Promise<void>;
  #waiting: Array<() => void> = [];
  #isOver = false;

  constructor(stream: TurnStream, answer?: Answer) {
    this.stream = stream;
    this.done = this.#read(answer);
  }

  async #read(answer: Answer | undefined): Promise<void> {
    for await (const event of this.stream.events) {
      this.events.push(event);
      for (const go of this.#waiting.splice(0)) go();
      if (answer !== undefined && event.type === 'TOOL_APPROVAL_REQUESTED') {
        await this.stream.approve({ ...answer(event.payload), toolId: event.payload.requestId });
      }
    }
    this.#isOver = true;
    for (const go of this.#waiting.splice(0)) go();
  }

  of<T extends AdapterEventType>(type: T): Array<AdapterEventOf<T>['payload']> {
    return this.events.filter(isOf(type)).map((event) => event.payload);
  }

  /** The n-th payload of this type, as soon as it is there. */
  async next<T extends AdapterEventType>(type: T, index = 0): Promise<AdapterEventOf<T>['payload']> {
    for (;;) {
      const found = this.of(type)[index];
      if (found !== undefined) return found;
      if (this.#isOver) throw new Error(`The turn ended without ${type} #${index + 1}: ${this.#types()}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async result(): Promise<TurnResult> {
    await this.done;
    return this.stream.result();
  }

  #types(): string {
    return this.events.map((event) => event.type).join(' ');
  }
}

/** Runs any prompt. Without `answer` the requests stay open. */
export function send(adapter: IAgentAdapter, prompt: PromptPayload, answer?: Answer): Watched {
  return new Watched(openTurn(adapter, prompt, { interruptGraceMs: 20_000 }), answer);
}

export async function play(
  world: ContractWorld,
  adapter: IAgentAdapter,
  scenario: ContractScenario,
  answer?: Answer,
): Promise<Watched> {
  return send(adapter, promptOf(await world.script(scenario)), answer);
}

export async function playIn(session: AgentSession, prompt: PromptPayload, answer?: Answer): Promise<Watched> {
  return new Watched(await session.run(prompt), answer);
}
