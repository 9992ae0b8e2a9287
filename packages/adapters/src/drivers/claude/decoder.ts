import { stripVTControlCharacters } from 'node:util';
import type { EventWriter } from '../../event-writer.ts';
import { type Fields, fieldsAt, given, numberAt, objectsAt, textAt, textsAt } from '../../fields.ts';
import type { AdapterErrorInfo, TokenUsage } from '../../port.ts';
import { failureOfLine, failureWords, type NamedFailure, turnFailure } from './failures.ts';
import { fileChangeOf } from './file-change.ts';
import { LastLines } from './last-lines.ts';
import { MessageBlocks } from './message-blocks.ts';
import { Notices } from './notices.ts';
import { PlanTracker } from './plan.ts';
import { toolEndOf } from './tool-result.ts';
import { toolCallOf } from './tools.ts';
import { addUsage, contextTokensOf, contextWindowOf, totalCostOf, turnUsage } from './usage.ts';

/** A finished turn in the agent's own words. */
export interface TurnResult {
  outcome: 'completed' | 'interrupted' | 'failed';
  /** The prompts that it answers; empty where the agent does not say. */
  promptUuids: string[];
  reason?: string;
  usage: TokenUsage;
  error?: AdapterErrorInfo;
  /** The agent's own sentences, for a session that could not be resumed. */
  errors: string[];
}

/** What the decoder cannot say in events. */
interface DecoderListener {
  onSession(nativeSessionId: string, model: string | undefined): void;
  onPermissionMode(permissionMode: string): void;
  onLifecycle(promptUuid: string, state: string): void;
  onResult(result: TurnResult): void;
}

export interface DecoderOptions {
  out: EventWriter;
  workspacePath: string;
  nowMs(): number;
  listener: DecoderListener;
}

/** A diagnostics entry is looked at by people; more than this is not. */
const maxRawUnits = 4_096;

/** The model of lines that Claude Code writes itself. */
const ownModel = '<synthetic>';
const noAnswer = 'No response requested.';
const localOutput = /^<local-command-(stdout|stderr)>([\s\S]*)<\/local-command-\1>\s*$/;

/** Made once: a delta is the most frequent line by far. */
const textBlock = { reasoning: false };
const reasoningBlock = { reasoning: true };

type RunningTool = { name: string; input: Fields; parentToolId: string | undefined };

/** Turns the lines of Claude Code, control lines apart, into events. One per process. */
export class ClaudeDecoder {
  readonly #out: EventWriter;
  readonly #options: DecoderOptions;
  readonly #blocks = new MessageBlocks();
  readonly #plan = new PlanTracker();
  readonly #notices: Notices;
  readonly #tools = new Map<string, RunningTool>();
  readonly #refused = new Set<string>();
  readonly #lastLines = new LastLines();
  #failure: NamedFailure | undefined;
  /** This turn has shown a text. */
  #hasAnswered = false;
  #results = 0;
  #sessionId: string | undefined;
  #model: string | undefined;
  #total: TokenUsage = {};
  /** As the process told it last. */
  #totalCostUsd = 0;
  #contextTokens: number | undefined;
  #contextWindowTokens: number | undefined;

  constructor(options: DecoderOptions) {
    this.#options = options;
    this.#out = options.out;
    this.#notices = new Notices(options.out, options.nowMs);
  }

  /** True while a tool call runs: then silence is no stall. */
  get hasRunningTool(): boolean {
    return this.#tools.size > 0;
  }

  /** The tool call that started a sub-agent. */
  toolOfAgent(agentId: string | undefined): string | undefined {
    return this.#notices.toolOfTask(agentId);
  }

  inputOf(toolId: string): Fields | undefined {
    return this.#tools.get(toolId)?.input;
  }

  /** We refused this call: its result then says "denied", not "cancelled". */
  markRefused(toolId: string): void {
    this.#refused.add(toolId);
  }

  decode(line: Fields, text: string): void {
    switch (textAt(line, 'type')) {
      case 'stream_event':
        this.#streamEvent(line);
        return;
      case 'assistant':
        this.#assistant(line);
        return;
      case 'user':
        this.#user(line);
        return;
      case 'result':
        this.#result(line);
        return;
      case 'system':
        this.#system(line, text);
        return;
      case 'rate_limit_event':
        this.#notices.rateLimit(fieldsAt(line, 'rate_limit_info'));
        return;
      case 'conversation_reset':
        this.#notices.cleared();
        return;
      case 'command_lifecycle':
        this.#options.listener.onLifecycle(textAt(line, 'command_uuid') ?? '', textAt(line, 'state') ?? '');
        return;
      case 'keep_alive':
      case 'tool_progress':
      case 'tool_use_summary':
      case 'prompt_suggestion':
      case 'auth_status':
        return;
      default:
        this.#raw(textAt(line, 'type') ?? 'untyped', text);
        return;
    }
  }

  #streamEvent(line: Fields): void {
    const event = fieldsAt(line, 'event');
    const type = textAt(event, 'type');
    if (type === 'content_block_delta') {
      this.#delta(line, event);
      return;
    }
    const lane = textAt(line, 'parent_tool_use_id');
    const begunId = type === 'message_start' ? textAt(fieldsAt(event, 'message'), 'id') : undefined;
    if (begunId !== undefined) this.#blocks.begin(lane, begunId);
    if (type === 'content_block_start') {
      const messageId = textAt(line, 'api_message_id') ?? this.#blocks.begunIn(lane);
      const blockType = textAt(fieldsAt(event, 'content_block'), 'type') ?? '';
      this.#blocks.open(messageId, numberAt(event, 'index') ?? 0, blockType);
    } else if (type === 'message_start') {
      // The meter is the conversation's; a sub-agent has one of its own.
      if (lane === undefined) this.#readContext(fieldsAt(fieldsAt(event, 'message'), 'usage'));
    } else if (type === 'message_stop') {
      const abandoned = fieldsAt(line, 'abandoned_blocks');
      const abandonedId = textAt(abandoned, 'api_message_id');
      if (abandonedId === undefined) return;
      const streamIds = this.#blocks.abandon(abandonedId, numberAt(abandoned, 'from_block_index') ?? 0);
      if (streamIds.length > 0) this.#out.retract(streamIds);
    }
  }

  #delta(line: Fields, event: Fields): void {
    const delta = fieldsAt(event, 'delta');
    const reasoning = textAt(delta, 'thinking');
    const piece = reasoning ?? textAt(delta, 'text');
    if (piece === undefined || piece === '') return;
    const parentToolId = textAt(line, 'parent_tool_use_id');
    const messageId = textAt(line, 'api_message_id') ?? this.#blocks.begunIn(parentToolId);
    const streamId = this.#blocks.piece(messageId, numberAt(event, 'index') ?? 0);
    if (reasoning === undefined && parentToolId === undefined) this.#hasAnswered = true;
    const options = reasoning === undefined ? textBlock : reasoningBlock;
    this.#out.addChunk(streamId, piece, parentToolId === undefined ? options : { ...options, parentToolId });
  }

  #assistant(line: Fields): void {
    const message = fieldsAt(line, 'message');
    const content = objectsAt(message, 'content');
    const parentToolId = textAt(line, 'parent_tool_use_id');
    if (this.#lastLines.isRepeated(textAt(line, 'uuid'))) return;
    const isOwn = textAt(message, 'model') === ownModel;
    const said = content.map((block) => textAt(block, 'text') ?? '').join('\n');
    const isFailure = textAt(line, 'error') !== undefined || line['is_api_error_message'] === true;
    if (isFailure || (isOwn && failureWords(said) !== undefined)) {
      this.#failure = failureOfLine(line, said);
      return;
    }
    // Said of a turn that nobody asked for; it answers nothing.
    if (isOwn && said === noAnswer) return;
    const messageId = textAt(message, 'id') ?? textAt(line, 'uuid') ?? '';
    for (const block of content) {
      const type = textAt(block, 'type');
      if (type === 'text' || type === 'thinking') {
        const { streamId, wasStreamed } = this.#blocks.whole(messageId, type);
        const text = textAt(block, type) ?? '';
        if (text === '' && !wasStreamed) continue;
        const incomplete = line['aborted'] === true;
        const options = { reasoning: type === 'thinking', incomplete, ...given('parentToolId', parentToolId) };
        if (type === 'text' && parentToolId === undefined) this.#hasAnswered = true;
        this.#out.endBlock(streamId, { ...options, text });
        continue;
      }
      this.#blocks.whole(messageId, 'other');
      if (type === 'tool_use') this.#startTool(block, parentToolId);
    }
  }

  #startTool(block: Fields, parentToolId: string | undefined): void {
    const toolId = textAt(block, 'id');
    if (toolId === undefined || this.#tools.has(toolId)) return;
    const name = textAt(block, 'name') ?? 'unknown';
    const input = { ...fieldsAt(block, 'input') };
    this.#tools.set(toolId, { name, input, parentToolId });
    this.#out.startTool(toolCallOf({ toolId, toolName: name, input, parentToolId }, this.#options.workspacePath));
  }

  #user(line: Fields): void {
    const text = textAt(fieldsAt(line, 'message'), 'content');
    // A helper is told its work in such a line: those are the model's words, and no answer.
    const isOwn = textAt(line, 'parent_tool_use_id') === undefined;
    const output = text === undefined || !isOwn ? undefined : localOutput.exec(text)?.[2];
    if (output !== undefined) this.#localOutput(line, output);
    for (const block of objectsAt(fieldsAt(line, 'message'), 'content')) {
      if (textAt(block, 'type') === 'tool_result') this.#endTool(block, line);
    }
  }

  #endTool(block: Fields, line: Fields): void {
    const toolId = textAt(block, 'tool_use_id') ?? '';
    const tool = this.#tools.get(toolId);
    if (tool === undefined) return;
    this.#tools.delete(toolId);
    const end = toolEndOf(tool.name, block, line, this.#refused.delete(toolId));
    const structured = fieldsAt(line, 'tool_use_result');
    if (end.status === 'completed') {
      const change = fileChangeOf(structured, toolId, this.#options.workspacePath);
      if (change !== undefined) this.#out.emit('FILE_CHANGED', change);
    }
    this.#out.endTool(toolId, end);
    if (end.status !== 'completed' || tool.parentToolId !== undefined) return;
    const entries = this.#plan.read(tool.name, tool.input, structured);
    if (entries !== undefined) this.#out.emit('PLAN_UPDATED', { entries });
  }

  /** What a command of Claude Code itself printed (`/context`): an answer like any other. */
  #localOutput(line: Fields, output: string): void {
    const text = stripVTControlCharacters(output).trim();
    if (text === '' || this.#out.turn === undefined || this.#hasAnswered) return;
    this.#hasAnswered = true;
    this.#out.endBlock(`local:${textAt(line, 'uuid') ?? this.#results}`, { text });
  }

  #result(line: Fields): void {
    this.#readSession(line);
    this.#results += 1;
    const reason = textAt(line, 'terminal_reason');
    const isAborted = reason?.startsWith('aborted_') === true;
    const isFailed = line['is_error'] === true || (textAt(line, 'subtype') ?? 'success') !== 'success';
    const outcome = isAborted ? 'interrupted' : isFailed ? 'failed' : 'completed';
    this.#contextWindowTokens = contextWindowOf(line, this.#model) ?? this.#contextWindowTokens;
    const usage = turnUsage(line, this.#totalCostUsd);
    this.#totalCostUsd = totalCostOf(line) ?? this.#totalCostUsd;
    this.#total = addUsage(this.#total, usage);
    // Some answers stand in the result and nowhere else.
    if (outcome === 'completed') this.#localOutput(line, textAt(line, 'result') ?? '');
    this.#hasAnswered = false;
    const error = outcome === 'failed' ? turnFailure(line, this.#failure, this.#notices.limit) : undefined;
    this.#failure = undefined;
    this.#notices.turnEnded();
    this.#tools.clear();
    const own = textAt(line, 'user_message_uuid');
    const promptUuids = [...textsAt(line, 'user_message_uuids'), ...(own === undefined ? [] : [own])];
    this.#out.emit('USAGE_UPDATED', { usage: { ...this.#total, ...this.#context() } });
    this.#options.listener.onResult({
      outcome,
      promptUuids,
      usage,
      errors: textsAt(line, 'errors'),
      ...given('reason', reason),
      ...given('error', error),
    });
  }

  #system(line: Fields, text: string): void {
    const subtype = textAt(line, 'subtype');
    switch (subtype) {
      case 'init':
        this.#readSession(line);
        this.#readMode(line);
        return;
      case 'status':
        this.#readMode(line);
        this.#notices.status(line);
        return;
      case 'compact_boundary':
        this.#contextTokens = this.#notices.compacted(line) ?? this.#contextTokens;
        return;
      case 'local_command_output':
        this.#localOutput(line, textAt(line, 'content') ?? '');
        return;
      case 'api_retry':
        this.#notices.retry(line);
        return;
      case 'task_started':
        this.#notices.taskStarted(line);
        return;
      case 'task_notification':
        if (!this.#tools.has(textAt(line, 'tool_use_id') ?? '')) this.#notices.taskEnded(line);
        return;
      case 'task_progress':
      case 'task_updated':
      case 'background_tasks_changed':
      case 'thinking_tokens':
      case 'session_state_changed':
      case 'permission_denied':
      case 'ui_invalidate':
      case 'commands_changed':
      case 'hook_started':
      case 'hook_progress':
      case 'hook_response':
      case 'control_request_progress':
        return;
      default:
        this.#raw(`system/${subtype ?? 'untyped'}`, text);
        return;
    }
  }

  #readSession(line: Fields): void {
    const model = textAt(line, 'model');
    const isNewModel = model !== undefined && model !== this.#model;
    if (model !== undefined) this.#model = model;
    const sessionId = textAt(line, 'session_id');
    if (sessionId === undefined || (sessionId === this.#sessionId && !isNewModel)) return;
    this.#sessionId = sessionId;
    this.#options.listener.onSession(sessionId, this.#model);
  }

  #readMode(line: Fields): void {
    const permissionMode = textAt(line, 'permissionMode');
    if (permissionMode !== undefined) this.#options.listener.onPermissionMode(permissionMode);
  }

  #readContext(usage: Fields): void {
    const tokens = contextTokensOf(usage);
    if (tokens === undefined) return;
    this.#contextTokens = tokens;
    this.#out.emit('USAGE_UPDATED', { usage: this.#context() });
  }

  #context(): TokenUsage {
    return {
      ...given('contextTokens', this.#contextTokens),
      ...given('contextWindowTokens', this.#contextWindowTokens),
    };
  }

  #raw(nativeType: string, text: string): void {
    this.#out.emit('RAW', { nativeType, text: text.slice(0, maxRawUnits) });
  }
}
