import { createHash } from 'node:crypto';
import type { AdapterErrorInfo, AdapterEvent, AdapterEventOf, TokenUsage } from '@collagility/adapters/port';
import type { Delta, LiveBlock } from '@collagility/protocol/ephemeral';
import type { BigText, Usage } from '@collagility/protocol/events';
import { type AgentId, as, type PromptId, type StreamId, type ToolId } from '@collagility/protocol/ids';
import { fullBucket, type TokenBucket } from '@collagility/protocol/token-bucket';
import type { Redactor } from '../redaction/redactor.ts';
import { Diagnostics } from './diagnostics.ts';
import type { NewEvent } from './engine-state.ts';
import { OpenBlock } from './live-block.ts';
import { LiveOutput, outputRate } from './live-output.ts';
import { withDoctor } from './with-doctor.ts';

export type Translated = { events: NewEvent[]; deltas: Delta[] };

export type TextEventsOptions = {
  agentId: AgentId;
  /** Before each of the agent's own ids: they repeat from one start of the agent to the next, ours may not. */
  idPrefix: string;
  redactor: Redactor;
  keepText(text: string): BigText;
  /** Hex of the hash that `ai.stream.end` carries. */
  textHash(bytes: Uint8Array): string;
  monotonicMs(): number;
  /** A settings file was touched: what is secret has to be read again. */
  secretsChanged(): void;
};

/** Bounds of the short texts inside one event; long ones go by `keepText`. */
const maxTitleUnits = 300;
const maxMessageUnits = 4_000;
const maxPlanEntries = 100;
const maxIdUnits = 100;
/** An input that is told while it is written has many forms: a few are shown as they come, then the last one. */
const maxRetold = 4;

type Block = { open: OpenBlock; reasoning: boolean; promptId?: PromptId; parentToolId?: ToolId };
/** How a call reads, redacted. */
type Reading = { title: string; input: string };
/** `told`: how the room reads it; `now`: how it reads. */
type Tool = {
  open: LiveOutput;
  touchesSettings: boolean;
  promptId?: PromptId;
  told: Reading;
  now: Reading;
  retold: number;
};

/**
 * Turns what an agent says into what the room sees: every text redacted, long ones kept as blobs, provisional text as
 * deltas. Requests, ends of turns and session ids are not its matter.
 */
export class TextEvents {
  readonly diagnostics = new Diagnostics();
  readonly #options: TextEventsOptions;
  readonly #blocks = new Map<string, Block>();
  readonly #tools = new Map<string, Tool>();
  readonly #outputBucket: TokenBucket;
  #hiddenBefore: number;

  constructor(options: TextEventsOptions) {
    this.#options = options;
    this.#hiddenBefore = options.redactor.hiddenTotal;
    this.#outputBucket = fullBucket(outputRate, options.monotonicMs());
  }

  /** Output of commands waits for room. */
  get isBehind(): boolean {
    return [...this.#tools.values()].some(({ open }) => open.isBehind);
  }

  /** What there is room for by now. */
  due(): Delta[] {
    return [...this.#tools.values()].flatMap(({ open }) => open.due());
  }

  /** Text so far of everything that is being written. */
  live(): LiveBlock[] {
    const all = [...this.#blocks.values(), ...this.#tools.values()].map(({ open }) => open.live);
    return all.filter(({ x }) => x !== '');
  }

  toolId(native: string): ToolId {
    return as<ToolId>(this.#id(native));
  }

  take(event: AdapterEvent): Translated {
    const translated = this.#translate(event);
    const total = this.diagnostics.due(this.#options.monotonicMs());
    if (total !== undefined) translated.events.push({ type: 'ai.raw.counted', agentId: this.#options.agentId, total });
    return translated;
  }

  /** The turn is over: what has no end gets one, and how much was hidden is told. */
  endTurn(promptId: PromptId): Translated {
    const { agentId, redactor } = this.#options;
    const events: NewEvent[] = [];
    const deltas: Delta[] = [];
    for (const [streamId, block] of this.#blocks) {
      if (block.promptId !== promptId) continue;
      const { text, deltas: rest } = block.open.end();
      deltas.push(...rest);
      events.push(this.#endBlock(as<StreamId>(streamId), block, text, true));
    }
    for (const [id, tool] of this.#tools) {
      const output = this.#options.keepText(tool.open.end().text);
      events.push(...this.#retell(as<ToolId>(id), tool));
      events.push({ type: 'ai.tool.ended', agentId, promptId, toolId: as<ToolId>(id), status: 'cancelled', output });
    }
    this.#tools.clear();
    const total = this.diagnostics.due(this.#options.monotonicMs(), true);
    if (total !== undefined) events.push({ type: 'ai.raw.counted', agentId, total });
    const hidden = redactor.hiddenTotal - this.#hiddenBefore;
    this.#hiddenBefore = redactor.hiddenTotal;
    if (hidden > 0) {
      const text = `${hidden} secret ${hidden === 1 ? 'value was' : 'values were'} hidden.`;
      events.push({ type: 'ai.status', agentId, promptId, code: 'values_hidden', text });
    }
    return { events, deltas };
  }

  #translate(event: AdapterEvent): Translated {
    const { agentId, redactor, keepText } = this.#options;
    const inTurn = { agentId, ...(event.promptId !== undefined && { promptId: as<PromptId>(event.promptId) }) };
    const tell = (...events: NewEvent[]): Translated => ({ events, deltas: [] });
    const short = (text: string, units = maxMessageUnits) => cut(redactor.text(text), units);
    switch (event.type) {
      case 'STREAM_CHUNK':
        return this.#chunk(event, event.payload.delta);
      case 'REASONING_CHUNK':
        return this.#chunk(event, event.payload.reasoning);
      case 'BLOCK_END':
        return this.#blockEnd(event);
      case 'RETRACTED': {
        const streamIds = event.payload.streamIds.map((id) => as<StreamId>(this.#id(id)));
        for (const id of streamIds) this.#blocks.delete(id);
        return tell({ type: 'ai.stream.retracted', ...inTurn, streamIds });
      }
      case 'TOOL_STARTED':
        return this.#toolStarted(event);
      case 'TOOL_UPDATED': {
        const { toolId, outputDelta, title = '', arguments: input } = event.payload;
        const tool = this.#tools.get(this.#id(toolId));
        // Some agents announce a call by its title, and say only then what it is given.
        if (tool !== undefined && namesSettings(title + (input === undefined ? '' : JSON.stringify(input))))
          tool.touchesSettings = true;
        const events = tool === undefined ? [] : this.#readAgain(toolId, tool, event.payload);
        return { events, deltas: tool && outputDelta ? tool.open.push(outputDelta) : [] };
      }
      case 'TOOL_EXECUTED':
        return this.#toolEnded(event);
      case 'FILE_CHANGED': {
        const { toolId, path, previousPath, change, diff, added, removed } = event.payload;
        if (namesSettings(path)) this.#options.secretsChanged();
        return tell({
          type: 'ai.file.changed',
          ...inTurn,
          ...(toolId !== undefined && { toolId: this.toolId(toolId) }),
          path: short(path),
          ...(previousPath !== undefined && { previousPath: short(previousPath) }),
          change,
          added: countOf(added) ?? 0,
          removed: countOf(removed) ?? 0,
          diff: keepText(redactor.text(diff)),
        });
      }
      case 'PLAN_UPDATED': {
        const entries = event.payload.entries
          .slice(0, maxPlanEntries)
          .map(({ text, status }) => ({ text: short(text, maxTitleUnits), status }));
        return tell({ type: 'ai.plan.updated', ...inTurn, entries });
      }
      case 'USAGE_UPDATED':
        return tell({ type: 'ai.usage.updated', ...inTurn, usage: usageOf(event.payload.usage) });
      case 'STATUS':
        return tell({ type: 'ai.status', ...inTurn, code: event.payload.code, text: short(event.payload.text) });
      case 'DROPPED': {
        const text = `${event.payload.count} pieces of provisional text were left out; the whole follows.`;
        return tell({ type: 'ai.status', ...inTurn, code: 'dropped', text });
      }
      case 'ERROR':
        return tell({ type: 'ai.error', ...inTurn, ...this.error(event.payload.error) });
      case 'ARTIFACT': {
        const { artifactId, kind, displayName, mimeType, contentHash, sizeBytes } = event.payload;
        const name = short(displayName, maxTitleUnits);
        const artifact = {
          artifactId,
          kind,
          displayName: name,
          mimeType,
          contentHash,
          sizeBytes: countOf(sizeBytes) ?? 0,
        };
        return tell({ type: 'ai.artifact.created', ...inTurn, ...artifact });
      }
      case 'RAW':
        this.diagnostics.add({
          atMs: event.timestamp,
          nativeType: event.payload.nativeType,
          text: redactor.text(event.payload.text),
        });
        return tell();
      case 'SESSION_STARTED':
      case 'COMMANDS_CHANGED':
      case 'STREAM_START':
      case 'STREAM_END':
      case 'TOOL_APPROVAL_REQUESTED':
      case 'APPROVAL_WITHDRAWN':
        return tell();
      default:
        return event satisfies never;
    }
  }

  /** An error as the room may see it. */
  error(error: AdapterErrorInfo): AdapterErrorInfo {
    const { redactor } = this.#options;
    const short = (text: string) => cut(redactor.text(text), maxMessageUnits);
    return {
      code: error.code,
      message: short(error.message),
      recoverable: error.recoverable,
      ...(error.kept !== undefined && { kept: short(error.kept) }),
      ...(error.fix !== undefined && { fix: short(withDoctor(error.code, error.fix)) }),
      ...(isTime(error.retryAtMs) && { retryAtMs: Math.round(error.retryAtMs) }),
    };
  }

  #chunk(event: AdapterEventOf<'STREAM_CHUNK'> | AdapterEventOf<'REASONING_CHUNK'>, piece: string): Translated {
    const { agentId, redactor, monotonicMs } = this.#options;
    const { streamId: native, offset, parentToolId } = event.payload;
    const id = this.#id(native);
    const reasoning = event.type === 'REASONING_CHUNK';
    const events: NewEvent[] = [];
    let block = this.#blocks.get(id);
    if (block === undefined) {
      const open = new OpenBlock(reasoning ? 'reasoning' : 'text', id, redactor.stream(), monotonicMs());
      block = {
        open,
        reasoning,
        ...(event.promptId !== undefined && { promptId: as<PromptId>(event.promptId) }),
        ...(parentToolId !== undefined && { parentToolId: this.toolId(parentToolId) }),
      };
      this.#blocks.set(id, block);
      const { open: _, ...said } = block;
      events.push({ type: 'ai.stream.start', agentId, streamId: as<StreamId>(id), ...said });
    }
    return { events, deltas: block.open.push(piece, offset) };
  }

  #blockEnd(event: AdapterEventOf<'BLOCK_END'>): Translated {
    const { redactor, monotonicMs } = this.#options;
    const { streamId: native, reasoning, text, incomplete, parentToolId } = event.payload;
    const id = this.#id(native);
    const block: Block = this.#blocks.get(id) ?? {
      open: new OpenBlock(reasoning ? 'reasoning' : 'text', id, redactor.stream(), monotonicMs()),
      reasoning,
      ...(event.promptId !== undefined && { promptId: as<PromptId>(event.promptId) }),
      ...(parentToolId !== undefined && { parentToolId: this.toolId(parentToolId) }),
    };
    const whole = redactor.text(text);
    return { events: [this.#endBlock(as<StreamId>(id), block, whole, incomplete === true)], deltas: [] };
  }

  #endBlock(streamId: StreamId, block: Block, redacted: string, incomplete: boolean): NewEvent {
    const { agentId, keepText, textHash, monotonicMs } = this.#options;
    this.#blocks.delete(streamId);
    const text = redacted.toWellFormed();
    const bytes = new TextEncoder().encode(text);
    const { open, ...said } = block;
    return {
      type: 'ai.stream.end',
      agentId,
      streamId,
      ...said,
      content: keepText(text),
      textHash: textHash(bytes),
      len: bytes.length,
      ...(incomplete && { incomplete }),
      durationMs: Math.max(0, Math.round(monotonicMs() - open.startedMs)),
    };
  }

  #toolStarted(event: AdapterEventOf<'TOOL_STARTED'>): Translated {
    const { agentId, redactor, keepText, monotonicMs } = this.#options;
    const { toolId: native, toolName, kind, title, arguments: input, parentToolId } = event.payload.toolCall;
    const toolId = this.toolId(native);
    const json = JSON.stringify(input);
    const now = { title: cut(redactor.text(title), maxTitleUnits), input: JSON.stringify(redactor.json(input).value) };
    const promptId = event.promptId === undefined ? {} : { promptId: as<PromptId>(event.promptId) };
    const open = new LiveOutput(toolId, redactor.stream(), this.#outputBucket, monotonicMs);
    const touchesSettings = namesSettings(title + json);
    this.#tools.set(toolId, { open, touchesSettings, ...promptId, told: now, now, retold: 0 });
    const started: NewEvent = {
      type: 'ai.tool.started',
      agentId,
      ...(event.promptId !== undefined && { promptId: as<PromptId>(event.promptId) }),
      toolId,
      toolName: cut(redactor.text(toolName), maxTitleUnits),
      kind,
      title: now.title,
      input: keepText(now.input),
      ...(parentToolId !== undefined && { parentToolId: this.toolId(parentToolId) }),
    };
    return { events: [started], deltas: [] };
  }

  #toolEnded(event: AdapterEventOf<'TOOL_EXECUTED'>): Translated {
    const { agentId, redactor, keepText, secretsChanged } = this.#options;
    const { toolId: native, status, output, exitCode, durationMs } = event.payload;
    const toolId = this.toolId(native);
    const tookMs = countOf(durationMs);
    // What it wrote or read may have become a secret just now.
    const tool = this.#tools.get(toolId);
    if (tool?.touchesSettings === true) secretsChanged();
    const retold = tool === undefined ? [] : this.#retell(toolId, tool);
    this.#tools.delete(toolId);
    const ended: NewEvent = {
      type: 'ai.tool.ended',
      agentId,
      ...(event.promptId !== undefined && { promptId: as<PromptId>(event.promptId) }),
      toolId,
      status,
      output: keepText(redactor.text(output).toWellFormed()),
      ...(Number.isFinite(exitCode) && { exitCode }),
      ...(tookMs !== undefined && { durationMs: tookMs }),
    };
    return { events: [...retold, ended], deltas: [] };
  }

  #readAgain(native: string, tool: Tool, update: AdapterEventOf<'TOOL_UPDATED'>['payload']): NewEvent[] {
    const { redactor } = this.#options;
    const { title, arguments: input } = update;
    if (title === undefined && input === undefined) return [];
    tool.now = {
      title: title === undefined ? tool.now.title : cut(redactor.text(title), maxTitleUnits),
      input: input === undefined ? tool.now.input : JSON.stringify(redactor.json(input).value),
    };
    return tool.retold < maxRetold ? this.#retell(this.toolId(native), tool) : [];
  }

  /** Nothing where the room reads it so already. */
  #retell(toolId: ToolId, tool: Tool): NewEvent[] {
    const { agentId, keepText } = this.#options;
    const { told, now, promptId } = tool;
    if (told.title === now.title && told.input === now.input) return [];
    tool.told = now;
    tool.retold += 1;
    const said = { agentId, ...(promptId !== undefined && { promptId }), toolId };
    return [{ type: 'ai.tool.updated', ...said, title: now.title, input: keepText(now.input) }];
  }

  #id(native: string): string {
    const { idPrefix } = this.#options;
    if (native.length <= maxIdUnits) return idPrefix + native;
    return idPrefix + createHash('sha256').update(native).digest('hex');
  }
}

const namesSettings = (text: string): boolean => text.includes('.env');

export const cut = (text: string, units: number): string =>
  text.length <= units ? text.toWellFormed() : `${text.slice(0, units - 1)}…`.toWellFormed();

/**
 * Numbers are the agent's own word. One that is none, or beyond what an event may hold, is left out: the whole event would
 * be unreadable for every page, and an end that cannot be read is no end.
 */
export function usageOf(usage: TokenUsage): Usage {
  const { costUsd, ...counts } = usage;
  const whole = Object.entries(counts).flatMap(([name, value]) => {
    const count = countOf(value);
    return count === undefined ? [] : [[name, count] as const];
  });
  return { ...Object.fromEntries(whole), ...(Number.isFinite(costUsd) && { costUsd }) };
}

function countOf(value: unknown): number | undefined {
  const whole = typeof value === 'number' ? Math.max(0, Math.round(value)) : Number.NaN;
  return Number.isSafeInteger(whole) ? whole : undefined;
}

/** What a calendar has: a limit that ends later has no end. */
const maxTimeMs = 8.64e15;
const isTime = (ms: number | undefined): ms is number => ms !== undefined && Math.abs(ms) <= maxTimeMs;
