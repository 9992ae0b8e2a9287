import type { ApprovalRequest } from '../../approval-ledger.ts';
import type { EventWriter } from '../../event-writer.ts';
import type {
  AdapterEventPayloads,
  AdapterMode,
  TokenUsage,
  ToolApprovalDecision,
  ToolCall,
  ToolKind,
} from '../../port.ts';
import { type Change, DemoFolder } from './demo-folder.ts';
import { type Pace, Stopped } from './pace.ts';
import { refusalWords } from './words.ts';

export type StageParts = {
  out: EventWriter;
  pace: Pace;
  mode: AdapterMode;
  workspacePath: string;
  whenReady(): Promise<void>;
  nowMs(): number;
  /** Opens the request and waits for the answer. */
  ask(request: ApprovalRequest): Promise<ToolApprovalDecision>;
  /** Ids that are unique in the adapter's life. */
  nextId(kind: string): string;
};

export type ToolWords = { toolName: string; kind: ToolKind; title: string; arguments: Record<string, unknown> };
type Ended = 'completed' | 'failed' | 'denied' | 'cancelled';

/** A turn that its script, or an answer, brings to an early end. */
export class TurnEnded extends Error {
  readonly end: AdapterEventPayloads['STREAM_END'];
  constructor(end: AdapterEventPayloads['STREAM_END']) {
    super('The turn ended.');
    this.name = 'TurnEnded';
    this.end = end;
  }
}

/** The verbs that scripts are written in. */
export class Stage {
  readonly out: EventWriter;
  readonly pace: Pace;
  readonly mode: AdapterMode;
  readonly folder: DemoFolder;
  readonly #parts: StageParts;
  #wordsWritten = 0;

  constructor(parts: StageParts) {
    this.#parts = parts;
    this.out = parts.out;
    this.pace = parts.pace;
    this.mode = parts.mode;
    this.folder = new DemoFolder(parts.workspacePath);
  }

  id(kind: string): string {
    return this.#parts.nextId(kind);
  }

  nowMs(): number {
    return this.#parts.nowMs();
  }

  async pause(ms: number, atLeastMs = 0): Promise<void> {
    await this.#parts.whenReady();
    await this.pace.pause(ms, atLeastMs);
  }

  usage(inputWords: number): TokenUsage {
    const outputTokens = this.#wordsWritten;
    const contextTokens = inputWords + outputTokens;
    return { inputTokens: inputWords, outputTokens, cacheReadTokens: 0, contextTokens, contextWindowTokens: 8_000 };
  }

  /** Streams Markdown word by word. Resolves to the block's id. */
  say(text: string, options: { parentToolId?: string; msPerWord?: number } = {}): Promise<string> {
    return this.#stream(text, { reasoning: false, ...options });
  }

  think(text: string, options: { parentToolId?: string } = {}): Promise<string> {
    return this.#stream(text, { reasoning: true, ...options });
  }

  status(code: string, text: string): void {
    this.out.emit('STATUS', { code, text });
  }

  plan(entries: AdapterEventPayloads['PLAN_UPDATED']['entries']): void {
    this.out.emit('PLAN_UPDATED', { entries });
  }

  startTool(words: ToolWords, parentToolId?: string): ToolCall {
    const parent = parentToolId === undefined ? {} : { parentToolId };
    const call: ToolCall = { toolId: this.id('tool'), ...words, ...parent };
    this.out.startTool(call);
    return call;
  }

  /** A tool that changes nothing, so nobody is asked. Its output comes in pieces. */
  async look(words: ToolWords, output: string, parentToolId?: string): Promise<void> {
    const { toolId } = this.startTool(words, parentToolId);
    await this.type(toolId, output);
    this.endTool(toolId, 'completed', output);
  }

  /** Live output, line by line. */
  async type(toolId: string, output: string, msPerLine = 60): Promise<void> {
    for (const line of output.split(/(?<=\n)/)) {
      await this.pause(msPerLine);
      this.out.updateTool({ toolId, outputDelta: line });
    }
  }

  endTool(toolId: string, status: Ended, output: string, exitCode?: number): void {
    this.out.endTool(toolId, { status, output, durationMs: 40, ...(exitCode === undefined ? {} : { exitCode }) });
  }

  changed(toolId: string, change: Change, kind: AdapterEventPayloads['FILE_CHANGED']['change']): void {
    this.out.emit('FILE_CHANGED', { toolId, change: kind, ...change });
  }

  /** Asks before a tool runs, except in `act`. */
  async mayRun(call: ToolCall, reason?: string): Promise<{ input: Record<string, unknown> } | { refused: string }> {
    if (this.mode === 'act') return { input: call.arguments };
    const decision = await this.ask('permission', call, reason === undefined ? {} : { reason });
    if (decision.approved) return { input: decision.updatedInput ?? call.arguments };
    const refused = refusalWords(decision);
    this.endTool(call.toolId, decision.refusal === 'cancelled' ? 'cancelled' : 'denied', refused);
    this.pace.check();
    if (decision.endTurn === true) throw new TurnEnded({ outcome: 'interrupted', reason: 'denied' });
    return { refused };
  }

  async ask(
    kind: ApprovalRequest['kind'],
    toolCall: ToolCall,
    more: Pick<ApprovalRequest, 'questions' | 'plan' | 'reason'> = {},
  ): Promise<ToolApprovalDecision> {
    const nativeRequest = JSON.stringify({ tool: toolCall.toolName, input: toolCall.arguments });
    const decision = await this.#parts.ask({
      requestId: this.id('request'),
      kind,
      toolCall,
      nativeRequest,
      mayEdit: kind === 'permission',
      mayGiveFeedback: true,
      ...more,
    });
    if (decision.refusal === 'cancelled' && this.pace.isStopped) throw new Stopped();
    return decision;
  }

  async #stream(
    text: string,
    options: { reasoning: boolean; parentToolId?: string; msPerWord?: number },
  ): Promise<string> {
    const streamId = this.id(options.reasoning ? 'thought' : 'text');
    const { reasoning, parentToolId, msPerWord = 25 } = options;
    const block = { reasoning, ...(parentToolId === undefined ? {} : { parentToolId }) };
    for (const word of text.split(/(?<=\s)(?=\S)/)) {
      await this.pause(msPerWord);
      this.#wordsWritten += 1;
      this.out.addChunk(streamId, word, block);
    }
    this.out.endBlock(streamId, { ...block, text });
    return streamId;
  }
}
