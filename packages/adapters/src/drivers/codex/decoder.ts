import type { EventWriter, Turn } from '../../event-writer.ts';
import { type Fields, fieldsAt, numberAt, objectsAt, textAt, textsAt } from '../../fields.ts';
import type { AdapterEventPayloads, ToolCall } from '../../port.ts';
import { fileChangesOf } from './file-changes.ts';
import { keyOf, toolCallOf, toolEndOf } from './items.ts';

interface DecoderListener {
  onTurnStarted(turnId: string): void;
  onTurnCompleted(turnId: string, turn: Fields): void;
  onError(turnId: string | undefined, params: Fields): void;
  onUsage(turnId: string, usage: Fields): void;
  onSettings(settings: Fields): void;
  onRateLimits(rateLimits: Fields): void;
  onResolved(requestId: string | number): void;
  onStatus(status: string | undefined): void;
}

export interface DecoderOptions {
  out: EventWriter;
  workspacePath: string;
  threadId(): string | undefined;
  turnOf(turnId: string | undefined): Turn | undefined;
  listener: DecoderListener;
}

/** A diagnostics entry is looked at by people; more than this is not. */
const maxRawUnits = 4_096;

/** Calls of one turn that are remembered; no turn has as many. */
const maxEnded = 10_000;

/** Known, and of no use here: what they say comes in another way, or is the host's own business. */
const ignored: ReadonlySet<string> = new Set([
  'thread/started',
  'thread/name/updated',
  'thread/queue/changed',
  'thread/reverted',
  'account/updated',
  'account/login/completed',
  'item/reasoning/summaryPartAdded',
  'item/fileChange/outputDelta',
  'item/fileChange/patchUpdated',
  'item/commandExecution/terminalInteraction',
]);

/** Items that are no message and no tool. */
const silentItems: ReadonlySet<string> = new Set(['userMessage', 'hookPrompt', 'functionCallOutput', 'sleep']);

/** Turns what the app-server notifies into the events of the room. Decides nothing about turns: the adapter does. */
export class CodexDecoder {
  readonly #options: DecoderOptions;
  readonly #out: EventWriter;
  /** Calls that run, by their key. */
  readonly #calls = new Map<string, ToolCall>();
  /** Calls of this turn that are over: said once more, they are no new ones. */
  readonly #ended = new Set<string>();
  /** Messages that have begun and not ended: a retry makes them void. */
  readonly #openBlocks = new Set<string>();
  #lastKey = { turnId: '', itemId: '', key: keyOf('', '') };

  constructor(options: DecoderOptions) {
    this.#options = options;
    this.#out = options.out;
  }

  get hasRunningTool(): boolean {
    return this.#calls.size > 0;
  }

  callOf(toolId: string): ToolCall | undefined {
    return this.#calls.get(toolId);
  }

  /** The running calls of a tool. */
  callsOf(toolName: string): ToolCall[] {
    return [...this.#calls.values()].filter((call) => call.toolName === toolName);
  }

  isOver(toolId: string): boolean {
    return this.#ended.has(toolId);
  }

  /** A call that others have shown, with its end. */
  over(toolId: string): void {
    if (this.#ended.size < maxEnded) this.#ended.add(toolId);
  }

  turnEnded(): void {
    this.#calls.clear();
    this.#ended.clear();
    this.#openBlocks.clear();
  }

  /** Codex tries again: what it had begun to say is not said. */
  retract(turnId: string | undefined): void {
    const streamIds = [...this.#openBlocks];
    this.#openBlocks.clear();
    if (streamIds.length > 0) this.#out.retract(streamIds, { turn: this.#options.turnOf(turnId) });
  }

  notification(method: string, params: Fields, line: string): void {
    const { listener } = this.#options;
    const threadId = textAt(params, 'threadId');
    const turnId = textAt(params, 'turnId') ?? textAt(fieldsAt(params, 'turn'), 'id');
    if (method === 'serverRequest/resolved') {
      const id = textAt(params, 'requestId') ?? numberAt(params, 'requestId');
      if (id !== undefined) listener.onResolved(id);
      return;
    }
    // Another agent that this one started: its end comes as the call of this one.
    if (threadId !== undefined && threadId !== this.#options.threadId()) {
      this.#raw(method, line);
      return;
    }
    switch (method) {
      case 'turn/started':
        if (turnId === undefined) this.#raw(method, line);
        else listener.onTurnStarted(turnId);
        break;
      case 'turn/completed':
        if (turnId === undefined) this.#raw(method, line);
        else listener.onTurnCompleted(turnId, fieldsAt(params, 'turn'));
        break;
      case 'error':
        listener.onError(turnId, params);
        break;
      case 'thread/tokenUsage/updated':
        if (turnId !== undefined) listener.onUsage(turnId, fieldsAt(params, 'tokenUsage'));
        break;
      case 'thread/status/changed':
        listener.onStatus(textAt(fieldsAt(params, 'status'), 'type'));
        break;
      case 'thread/settings/updated':
        listener.onSettings(fieldsAt(params, 'threadSettings'));
        break;
      case 'account/rateLimits/updated':
        listener.onRateLimits(fieldsAt(params, 'rateLimits'));
        break;
      case 'mcpServer/startupStatus/updated':
        this.#mcpServer(params);
        break;
      case 'turn/plan/updated':
        this.#plan(turnId, params);
        break;
      default:
        if (!ignored.has(method)) this.#item(method, turnId ?? 'no-turn', params, line);
    }
  }

  #item(method: string, turnId: string, params: Fields, line: string): void {
    const delta = textAt(params, 'delta') ?? '';
    const key = this.#keyOf(turnId, textAt(params, 'itemId') ?? '');
    switch (method) {
      case 'item/started':
        this.#started(turnId, fieldsAt(params, 'item'), line);
        break;
      case 'item/completed':
        this.#completed(turnId, fieldsAt(params, 'item'));
        break;
      case 'item/agentMessage/delta':
      case 'item/plan/delta':
        this.#chunk(turnId, key, delta, false);
        break;
      case 'item/reasoning/summaryTextDelta':
        this.#chunk(turnId, `${key}/s${numberAt(params, 'summaryIndex') ?? 0}`, delta, true);
        break;
      case 'item/reasoning/textDelta':
        this.#chunk(turnId, `${key}/c${numberAt(params, 'contentIndex') ?? 0}`, delta, true);
        break;
      case 'item/commandExecution/outputDelta':
        if (delta !== '') this.#out.updateTool({ toolId: key, outputDelta: delta });
        break;
      case 'item/mcpToolCall/progress':
        // What it says of its progress is no new name of the call.
        this.#out.updateTool({ toolId: key, outputDelta: `${textAt(params, 'message') ?? ''}\n` });
        break;
      default:
        this.#raw(method, line);
    }
  }

  /** Deltas come in long rows of one item, so the last answer is kept. */
  #keyOf(turnId: string, itemId: string): string {
    if (this.#lastKey.itemId !== itemId || this.#lastKey.turnId !== turnId) {
      this.#lastKey = { turnId, itemId, key: keyOf(turnId, itemId) };
    }
    return this.#lastKey.key;
  }

  #started(turnId: string, item: Fields, line: string): void {
    const type = textAt(item, 'type') ?? 'untyped';
    const key = keyOf(turnId, textAt(item, 'id') ?? '');
    const call = toolCallOf(item, key, this.#options.workspacePath);
    if (call !== undefined) this.#startTool(turnId, call);
    else if (type === 'contextCompaction') this.#status(turnId, 'compacting', 'Codex is shortening the conversation.');
    else if (type === 'enteredReviewMode') this.#status(turnId, 'review', 'Codex reviews changes.');
    else if (!silentItems.has(type) && !isText(type) && type !== 'exitedReviewMode') this.#raw(`item/${type}`, line);
  }

  #completed(turnId: string, item: Fields): void {
    const key = keyOf(turnId, textAt(item, 'id') ?? '');
    const turn = this.#options.turnOf(turnId);
    switch (textAt(item, 'type')) {
      case 'agentMessage':
      case 'plan':
        this.#endBlock(key, textAt(item, 'text') ?? '', false, turn);
        break;
      case 'reasoning':
        for (const [index, text] of textsAt(item, 'summary').entries()) {
          this.#endBlock(`${key}/s${index}`, text, true, turn);
        }
        for (const [index, text] of textsAt(item, 'content').entries()) {
          this.#endBlock(`${key}/c${index}`, text, true, turn);
        }
        break;
      case 'contextCompaction':
        this.#status(turnId, 'compacted', 'The conversation was shortened.');
        break;
      default:
        this.#endTool(turnId, key, item);
    }
  }

  #startTool(turnId: string, call: ToolCall): void {
    if (this.#calls.has(call.toolId) || this.#ended.has(call.toolId)) return;
    this.#calls.set(call.toolId, call);
    this.#out.startTool(call, { turn: this.#options.turnOf(turnId) });
  }

  #endTool(turnId: string, key: string, item: Fields): void {
    const call = toolCallOf(item, key, this.#options.workspacePath);
    const turn = this.#options.turnOf(turnId);
    if (call === undefined) return;
    // Some calls are told with their end only. One of a turn that is over is not opened again.
    if (!this.#calls.has(key) && turn !== undefined && turn === this.#out.turn) this.#startTool(turnId, call);
    const known = this.#calls.get(key);
    if (known === undefined) return;
    this.#calls.delete(key);
    this.over(key);
    // A search is announced before its words are known.
    if (known.title !== call.title) this.#out.updateTool({ toolId: key, title: call.title, arguments: call.arguments });
    const end = toolEndOf(item);
    if (textAt(item, 'type') === 'fileChange' && end.status === 'completed') {
      for (const change of fileChangesOf(item, key, this.#options.workspacePath)) {
        this.#out.emit('FILE_CHANGED', change, { turn });
      }
    }
    this.#out.endTool(key, end);
    if (end.output.startsWith('bwrap: ')) {
      this.#status(turnId, 'sandbox_failed', 'Codex’s sandbox does not work on this computer, so commands fail.');
    }
  }

  #chunk(turnId: string, streamId: string, text: string, reasoning: boolean): void {
    if (text === '') return;
    this.#openBlocks.add(streamId);
    this.#out.addChunk(streamId, text, { reasoning, turn: this.#options.turnOf(turnId) });
  }

  #endBlock(streamId: string, text: string, reasoning: boolean, turn: Turn | undefined): void {
    const wasOpen = this.#openBlocks.delete(streamId);
    if (text !== '' || wasOpen) this.#out.endBlock(streamId, { text, reasoning, turn });
  }

  #plan(turnId: string | undefined, params: Fields): void {
    const entries: AdapterEventPayloads['PLAN_UPDATED']['entries'] = objectsAt(params, 'plan').map((step) => ({
      text: textAt(step, 'step') ?? '',
      status: planStatus(textAt(step, 'status')),
    }));
    this.#out.emit('PLAN_UPDATED', { entries }, { turn: this.#options.turnOf(turnId) });
  }

  #mcpServer(params: Fields): void {
    if (textAt(params, 'status') !== 'failed') return;
    const name = textAt(params, 'name') ?? 'unknown';
    this.#out.emit('STATUS', { code: 'mcp_failed', text: `The MCP server ${name} did not start.` });
  }

  #status(turnId: string, code: string, text: string): void {
    this.#out.emit('STATUS', { code, text }, { turn: this.#options.turnOf(turnId) });
  }

  /** Also warnings of Codex about its own set-up: they name folders of the host. */
  #raw(nativeType: string, line: string): void {
    this.#out.emit('RAW', { nativeType, text: line.slice(0, maxRawUnits) });
  }
}

const isText = (type: string): boolean => type === 'agentMessage' || type === 'plan' || type === 'reasoning';

function planStatus(status: string | undefined): 'pending' | 'in_progress' | 'completed' {
  if (status === 'inProgress') return 'in_progress';
  return status === 'completed' ? 'completed' : 'pending';
}
