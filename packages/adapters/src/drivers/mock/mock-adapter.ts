import { AdapterBase } from '../../adapter-base.ts';
import type { ApprovalRequest } from '../../approval-ledger.ts';
import { AgentAdapterError } from '../../errors.ts';
import type { Turn } from '../../event-writer.ts';
import { given } from '../../fields.ts';
import type { Clock, Timer } from '../../pipeline/timer.ts';
import type {
  AdapterConfig,
  AdapterEventPayloads,
  AdapterInitResult,
  AdapterMode,
  PromptPayload,
  ToolApprovalDecision,
} from '../../port.ts';
import { chooseScenario, slashCommands } from './choose-scenario.ts';
import type { MockSessions } from './mock-sessions.ts';
import { Pace, Stopped } from './pace.ts';
import { mockRow } from './row.ts';
import type { Backstage, MockSession } from './scenario.ts';
import { Stage, TurnEnded } from './stage.ts';

export type MockOptions = {
  clock: Clock;
  timer: Timer;
  /** 1 is the pace of a model; `Infinity` waits for nothing. */
  speed: number;
  sessions: MockSessions;
};

const efforts = ['low', 'high'];
const mockModels = [
  { id: 'mock-small', name: 'Mock small', description: 'Answers at once' },
  { id: 'mock-large', name: 'Mock large', description: 'Says the same, and may think', efforts },
];

/** Thrown by a script that lets its process die. */
class Crash extends Error {}

const unaskedInAct = ['everything: nothing waits for a permission'];

/** A scripted agent in the bridge's own process. Deterministic: the same prompts give the same events. */
export class MockAgentAdapter extends AdapterBase {
  readonly #options: MockOptions;
  readonly #answers = new Map<string, (decision: ToolApprovalDecision) => void>();
  readonly #counts = new Map<string, number>();
  #config: AdapterConfig | undefined;
  #mode: AdapterMode = 'ask';
  #session: MockSession | undefined;
  #isNamed = false;
  #pace: Pace | undefined;
  #running: Promise<void> = Promise.resolve();
  #steered: string[] = [];
  #hearsInterrupts = true;

  constructor(id: string, options: MockOptions) {
    super({ id, row: mockRow, clock: options.clock });
    this.#options = options;
  }

  protected override async start(config: AdapterConfig): Promise<AdapterInitResult> {
    if (config.model !== undefined) checkModel(config.model);
    const { session, how } = this.#openSession(config.resume);
    this.#config = config;
    this.#session = session;
    this.#isNamed = false;
    this.#mode = config.autoApproveTools === true ? 'act' : (config.mode ?? 'ask');
    return {
      binaryVersion: '1',
      nativeSessionId: session.nativeSessionId,
      session: how,
      model: config.model ?? 'mock-small',
      models: mockModels,
      ...given('effort', config.effort),
      credentialScope: mockRow.credentialScope,
      unasked: this.#mode === 'act' ? unaskedInAct : [],
      slashCommands,
    };
  }

  protected override async deliver(prompt: PromptPayload, turn: Turn): Promise<void> {
    const session = this.#session ?? this.#options.sessions.create();
    this.#options.sessions.note(session, prompt, this.#config?.systemPromptOverlay ?? '');
    if (!this.#isNamed) this.out.emit('SESSION_STARTED', { nativeSessionId: session.nativeSessionId });
    this.#isNamed = true;
    this.out.emit('STREAM_START', { streamId: this.#nextId('turn') });
    const pace = new Pace(this.#options.timer, this.#options.speed);
    this.#pace = pace;
    this.#steered = [];
    this.#hearsInterrupts = true;
    this.#running = this.#perform(prompt, turn, session, pace);
  }

  protected override async cancelTurn(): Promise<{ acknowledged: boolean }> {
    if (this.#hearsInterrupts) this.#pace?.stop();
    return { acknowledged: this.#hearsInterrupts };
  }

  protected override async answer(request: ApprovalRequest, decision: ToolApprovalDecision): Promise<void> {
    this.#answers.get(request.requestId)?.(decision);
    this.#answers.delete(request.requestId);
  }

  protected override async deliverSteer(prompt: PromptPayload): Promise<void> {
    if (this.#session !== undefined) this.#options.sessions.note(this.#session, prompt, '');
    this.#steered.push(prompt.text);
  }

  protected override async applyMode(mode: AdapterMode): Promise<{ unasked: string[] }> {
    this.#mode = mode;
    return { unasked: mode === 'act' ? unaskedInAct : [] };
  }

  protected override async applyModel(model: string): Promise<void> {
    checkModel(model);
  }

  protected override async applyEffort(effort: string): Promise<void> {
    if (!efforts.includes(effort)) throw new AgentAdapterError('UNSUPPORTED', `The mock knows no effort "${effort}".`);
  }

  protected override async stop(): Promise<void> {
    this.#letGo();
    await this.#running;
  }

  protected override inspect(): { binaryPath: string; binaryVersion: string; isProcessAlive: boolean } {
    const isProcessAlive = this.#session !== undefined && this.status !== 'FAILED' && this.status !== 'TERMINATED';
    return { binaryPath: '(inside the bridge)', binaryVersion: '1', isProcessAlive };
  }

  #openSession(resume: AdapterConfig['resume']): { session: MockSession; how: AdapterInitResult['session'] } {
    if (resume === undefined) return { session: this.#options.sessions.create(), how: 'new' };
    const found = this.#options.sessions.resume(resume.nativeSessionId);
    if (found === undefined) {
      throw new AgentAdapterError('PROTOCOL_VIOLATION', `The mock agent knows no session ${resume.nativeSessionId}.`, {
        detail: { resumeRefused: true },
      });
    }
    if (resume.fork !== true) return found;
    const upTo = resume.at === undefined ? undefined : Number(resume.at);
    return { session: this.#options.sessions.create(found.session.prompts.slice(0, upTo)), how: found.how };
  }

  async #perform(prompt: PromptPayload, turn: Turn, session: MockSession, pace: Pace): Promise<void> {
    const after: Array<() => void> = [];
    const stage = new Stage({
      out: this.out,
      pace,
      mode: prompt.mode ?? this.#mode,
      workspacePath: this.#config?.workspacePath ?? '.',
      whenReady: () => this.whenReady(),
      nowMs: () => this.#options.clock.wallMs(),
      ask: (request) => this.#ask(request, turn),
      nextId: (kind) => this.#nextId(kind),
    });
    const { scenario, rest } = chooseScenario(prompt);
    const end = await endOf(() => scenario(stage, this.#backstage(prompt, rest, session, after)));
    if (end instanceof Crash) {
      this.#letGo();
      this.crashed(end.message);
      return;
    }
    const usage = stage.usage(prompt.text.split(/\s+/).length);
    if (this.out.turn === turn) this.out.emit('USAGE_UPDATED', { usage });
    const forkPoint = String(session.prompts.length);
    this.endTurn({ usage, ...end, ...(end.outcome === 'completed' && { forkPoint }) });
    for (const work of after) work();
  }

  #backstage(prompt: PromptPayload, rest: string, session: MockSession, after: Array<() => void>): Backstage {
    return {
      prompt,
      rest,
      session,
      systemPrompt: this.#config?.systemPromptOverlay ?? '',
      takeSteered: () => this.#steered.splice(0),
      crash: (message) => {
        throw new Crash(message);
      },
      ignoreInterrupt: () => {
        this.#hearsInterrupts = false;
      },
      afterEnd: (work) => after.push(work),
      startNewSession: () => {
        this.#session = this.#options.sessions.create();
        this.out.emit('SESSION_STARTED', { nativeSessionId: this.#session.nativeSessionId });
      },
    };
  }

  async #ask(request: ApprovalRequest, turn: Turn): Promise<ToolApprovalDecision> {
    const answered = new Promise<ToolApprovalDecision>((resolve) => this.#answers.set(request.requestId, resolve));
    await this.openApproval(request, turn);
    return answered;
  }

  /** The script ends at its next step; whoever waits for an answer is let go. */
  #letGo(): void {
    this.#pace?.stop();
    for (const [toolId, resolve] of this.#answers) resolve({ toolId, approved: false, refusal: 'cancelled' });
    this.#answers.clear();
  }

  #nextId(kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return `${this.id}-${kind}-${count}`;
  }
}

function checkModel(model: string): void {
  if (mockModels.some(({ id }) => id === model)) return;
  const fix = `Choose one of: ${mockModels.map(({ id }) => id).join(', ')}.`;
  throw new AgentAdapterError('MODEL_NOT_FOUND', `The mock agent has no model "${model}".`, { detail: { fix } });
}

/** How a script ended: by itself, by an interrupt, early by its own word, or with the process. */
async function endOf(script: () => Promise<void>): Promise<AdapterEventPayloads['STREAM_END'] | Crash> {
  try {
    await script();
    return { outcome: 'completed' };
  } catch (error) {
    if (error instanceof Stopped) return { outcome: 'interrupted', reason: 'interrupted' };
    if (error instanceof TurnEnded) return error.end;
    if (error instanceof Crash) return error;
    return new Crash(error instanceof Error ? error.message : 'The script failed.');
  }
}
