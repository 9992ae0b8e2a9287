import type { EventWriter, Turn } from '../../event-writer.ts';
import { type Fields, given, objectsAt, textAt } from '../../fields.ts';
import type { AdapterEventPayloads, ToolCall, ToolKind } from '../../port.ts';
import { shownPath } from '../../shown-path.ts';
import { fileDiff } from '../../unified-diff.ts';
import { EarlyOutput } from './early-output.ts';
import { meantBy } from './meant-by.ts';
import type { AcpProfile } from './profile.ts';
import {
  diffsOf,
  exitCodeOf,
  extraOutputOf,
  inputFieldsOf,
  outputOf,
  shortTitle,
  type ToolDiff,
  terminalIdsOf,
  toolKindOf,
  toolNameOf,
} from './tool-facts.ts';

/** `request`: the tool call inside a permission request, which may be its first sight. */
export type Sight = 'announced' | 'update' | 'request';

interface Tool {
  readonly toolId: string;
  readonly turn: Turn | undefined;
  name: string;
  kind: ToolKind;
  title: string;
  input: Fields;
  output: string;
  diffs: Map<string, ToolDiff>;
  exitCode?: number;
  /** What was asked of people for it, and answered. */
  permission: 'none' | 'asked' | 'allowed' | 'refused';
  isEnded: boolean;
}

export interface ToolCallsOptions {
  out: EventWriter;
  profile: AcpProfile;
  workspacePath(): string;
  /** A call that fails now was stopped. */
  isInterrupting(): boolean;
  /** How a command ended that the bridge ran itself. */
  exitOfTerminal(terminalId: string): number | undefined;
  /** A call changed something and nobody was asked about it. */
  onUnaskedChange(title: string): void;
  /** The calls of which people are being asked now; fewer than are kept. */
  askedAbout(): ReadonlySet<string>;
}

/** Calls that are followed, the ended ones for late updates. No agent runs as many at once. */
const maxKept = 512;
/** Output of one call that is kept, as much as of any tool; what comes behind it is passed on and not kept. */
const maxOutputUnits = 16 * 1024 * 1024;

/**
 * The tool calls of a session, put together from announcements, updates and permission requests in any order: agents
 * differ in which of them comes first, and some send only one.
 */
export class ToolCalls {
  readonly #options: ToolCallsOptions;
  readonly #tools = new Map<string, Tool>();
  readonly #ofTerminal = new Map<string, Tool>();
  readonly #early = new EarlyOutput();
  #count = 0;
  #hasForgotten = false;

  constructor(options: ToolCallsOptions) {
    this.#options = options;
  }

  get hasRunning(): boolean {
    return [...this.#tools.values()].some((tool) => !tool.isEnded);
  }

  /** The latest call of this kind that runs. */
  runningOf(kind: ToolKind): string | undefined {
    return [...this.#tools.values()].findLast((tool) => !tool.isEnded && tool.kind === kind)?.toolId;
  }

  /** Whether this call has not been seen yet. */
  isNew(call: Fields): boolean {
    return !this.#tools.has(textAt(call, 'toolCallId') ?? '');
  }

  /** Merges one sight of a call. */
  see(call: Fields, sight: Sight): ToolCall {
    const vendorId = textAt(call, 'toolCallId') ?? this.#anonymousId(sight);
    const known = this.#tools.get(vendorId) ?? this.#announcedFor(vendorId, call, sight);
    const { out } = this.#options;
    // Some agents count their calls anew in each turn: the same id in another turn is another call. Who is asked about
    // one that has ended is asked about another, and must not be shown the old one.
    const isAnother = sight === 'request' || (sight === 'announced' && known?.turn !== out.turn);
    const isAgain = known?.isEnded === true && isAnother;
    if (known !== undefined && !isAgain) {
      if (!known.isEnded) this.#merge(known, call, sight);
      return toolCallOf(known);
    }
    const tool = this.#start(vendorId, call);
    this.#merge(tool, call, sight);
    return toolCallOf(tool);
  }

  allowed(toolId: string): void {
    const tool = this.#byToolId(toolId);
    if (tool !== undefined) tool.permission = 'allowed';
  }

  /** A refusal that the agent will tell as a failure, or not at all. */
  refused(toolId: string): void {
    const tool = this.#byToolId(toolId);
    if (tool === undefined) return;
    tool.permission = 'refused';
    if (this.#options.profile.approvals?.refusalIsSilent === true) this.#end(tool, 'denied', tool.output);
  }

  terminalOutput(terminalId: string, text: string): void {
    const tool = this.#ofTerminal.get(terminalId);
    if (tool === undefined) this.#early.add(terminalId, text);
    else if (!tool.isEnded) this.#addOutput(tool, text);
  }

  /** Before a turn ends: what was refused and never told of again was refused, not cancelled; the rest may have run. */
  closeUntold(isCompleted: boolean): void {
    const hasRun = isCompleted && this.#options.profile.approvals?.endsUntold === true;
    for (const tool of this.#tools.values()) {
      if (tool.isEnded) continue;
      if (tool.permission === 'refused') this.#end(tool, 'denied', tool.output);
      // What nobody answered did not run.
      else if (hasRun && tool.permission !== 'asked') this.#completed(tool, tool.output);
    }
  }

  /** The base closes what is open; it is not open here any more either. */
  turnEnded(): void {
    for (const tool of this.#tools.values()) tool.isEnded = true;
    this.#ofTerminal.clear();
    this.#early.clear();
  }

  /**
   * Where requests have ids of their own: the announced call that this one can only mean. One that does not name what is
   * asked takes title and input of the request: people must not read of one thing while they allow another.
   */
  #announcedFor(vendorId: string, call: Fields, sight: Sight): Tool | undefined {
    if (sight !== 'request' || this.#options.profile.approvals?.requestsHaveOwnIds !== true) return undefined;
    const kind = toolKindOf(call, toolNameOf(call, false) ?? '');
    const waiting = [...this.#tools.values()].filter(
      (one) => !one.isEnded && one.permission === 'none' && one.kind === kind,
    );
    const meant = meantBy(call, waiting);
    if (meant === undefined) return undefined;
    this.#tools.set(vendorId, meant.call);
    const title = shortTitle(textAt(call, 'title') ?? '');
    if (!meant.isNamed && title !== '') {
      meant.call.title = title;
      meant.call.input = {};
      this.#options.out.updateTool({ toolId: meant.call.toolId, title });
    }
    return meant.call;
  }

  /**
   * The oldest of those that have ended is forgotten; where none has, the oldest of all is told as given up. Never one that
   * people are being asked about: they would allow what is shown as over.
   */
  #makeRoom(): void {
    if (this.#tools.size < maxKept) return;
    const all = [...this.#tools];
    const asked = this.#options.askedAbout();
    const oldest = all.find(([, tool]) => tool.isEnded) ?? all.find(([, { toolId }]) => !asked.has(toolId));
    if (oldest === undefined) return;
    const [vendorId, tool] = oldest;
    if (!tool.isEnded) this.#end(tool, 'cancelled', tool.output);
    this.#tools.delete(vendorId);
    this.#hasForgotten = true;
    for (const [terminalId, one] of this.#ofTerminal) if (one === tool) this.#ofTerminal.delete(terminalId);
  }

  #byToolId(toolId: string): Tool | undefined {
    return [...this.#tools.values()].find((one) => one.toolId === toolId);
  }

  #anonymousId(sight: Sight): string {
    // An update without an id can only mean the latest call.
    if (sight === 'update') return [...this.#tools.keys()].at(-1) ?? 'call';
    this.#count += 1;
    return `call-${this.#count}`;
  }

  #start(vendorId: string, call: Fields): Tool {
    const { out, profile } = this.#options;
    // One that was forgotten may have had this id: two calls under one id are one for the page.
    const isTaken = this.#hasForgotten || this.#tools.has(vendorId);
    if (isTaken) this.#count += 1;
    const title = shortTitle(textAt(call, 'title') ?? '');
    const name = toolNameOf(call, profile.text?.toolNameInId === true) ?? (/^[\w.-]+$/.test(title) ? title : undefined);
    const tool: Tool = {
      toolId: isTaken ? `${vendorId}#${this.#count}` : vendorId,
      turn: out.turn,
      name: name ?? textAt(call, 'kind') ?? 'tool',
      kind: toolKindOf(call, name ?? ''),
      title: title === '' ? (name ?? 'tool') : title,
      input: {},
      output: '',
      diffs: new Map(),
      permission: 'none',
      isEnded: false,
    };
    this.#tools.delete(vendorId);
    this.#makeRoom();
    this.#tools.set(vendorId, tool);
    this.#readInput(tool, call);
    for (const diff of diffsOf(call)) tool.diffs.set(diff.path, diff);
    tool.input = inputOf(tool, call, profile);
    out.startTool(toolCallOf(tool));
    return tool;
  }

  #merge(tool: Tool, call: Fields, sight: Sight): void {
    const { out, profile } = this.#options;
    const before = { title: tool.title, input: JSON.stringify(tool.input) };
    if (sight === 'request' && tool.permission === 'none') tool.permission = 'asked';
    this.#readTitle(tool, call, sight);
    this.#readInput(tool, call);
    for (const diff of diffsOf(call)) if (!tool.diffs.has(diff.path)) tool.diffs.set(diff.path, diff);
    if (Object.keys(tool.input).length === 0) tool.input = inputOf(tool, call, profile);
    const title = tool.title === before.title ? undefined : tool.title;
    const isSameInput = JSON.stringify(tool.input) === before.input;
    if (title !== undefined || !isSameInput) {
      out.updateTool({
        toolId: tool.toolId,
        ...given('title', title),
        ...(isSameInput ? {} : { arguments: { ...tool.input } }),
      });
    }
    for (const terminalId of terminalIdsOf(call)) {
      this.#ofTerminal.set(terminalId, tool);
      const early = this.#early.take(terminalId);
      if (early !== '') this.#addOutput(tool, early);
    }
    // Who asks first has not done it, whatever it says: the call would be over, and people asked about one without its input.
    if (sight !== 'request' || !isOver(call)) this.#readState(tool, call);
  }

  #readTitle(tool: Tool, call: Fields, sight: Sight): void {
    const title = shortTitle(textAt(call, 'title') ?? '');
    if (title === '' || title.toLowerCase() === tool.name.toLowerCase()) return;
    const isOnlyName = /^[\w.-]+$/.test(tool.title);
    // A request's title is often only the tool's name, or less than what was announced.
    if (sight !== 'request' || isOnlyName) tool.title = title;
  }

  #readInput(tool: Tool, call: Fields): void {
    const { _meta, ...input } = inputFieldsOf(call);
    if (Object.keys(input).length > 0) tool.input = { ...tool.input, ...input };
  }

  #readState(tool: Tool, call: Fields): void {
    const status = textAt(call, 'status');
    if (status === undefined || status === 'pending') return;
    const exitCode = exitCodeOf(call) ?? this.#exitOfTerminal(tool);
    if (exitCode !== undefined) tool.exitCode = exitCode;
    const output = withoutNote(outputOf(call), this.#options.profile.text?.noOutput);
    const extra = extraOutputOf(call);
    if (extra.delta !== undefined) this.#addOutput(tool, extra.delta);
    const whole = extra.whole ?? output;
    // Cumulative output goes on as the difference; what was rewritten is told with the end.
    if (tool.output.length < maxOutputUnits && whole?.startsWith(tool.output) === true)
      this.#addOutput(tool, whole.slice(tool.output.length));
    const entries = planOf(tool.input);
    if (status === 'completed') this.#completed(tool, whole ?? tool.output);
    else if (status === 'failed') {
      const how = tool.permission === 'refused' ? 'denied' : this.#options.isInterrupting() ? 'cancelled' : 'failed';
      this.#end(tool, how, whole ?? tool.output);
    }
    if (entries !== undefined) this.#options.out.emit('PLAN_UPDATED', { entries }, { turn: tool.turn });
  }

  #exitOfTerminal(tool: Tool): number | undefined {
    const terminalId = [...this.#ofTerminal].find(([, one]) => one === tool)?.[0];
    return terminalId === undefined ? undefined : this.#options.exitOfTerminal(terminalId);
  }

  #completed(tool: Tool, output: string): void {
    const { out, workspacePath, onUnaskedChange } = this.#options;
    if (tool.permission === 'none' && (changes.has(tool.kind) || tool.diffs.size > 0)) onUnaskedChange(tool.title);
    if (tool.permission !== 'refused') {
      for (const diff of tool.diffs.values()) {
        const path = shownPath(diff.path, workspacePath());
        const change = fileDiff(path, diff.oldText, diff.newText);
        out.emit('FILE_CHANGED', { toolId: tool.toolId, path, change: diff.change, ...change }, { turn: tool.turn });
      }
    }
    this.#end(tool, tool.permission === 'refused' ? 'denied' : 'completed', output);
  }

  #end(tool: Tool, status: AdapterEventPayloads['TOOL_EXECUTED']['status'], output: string): void {
    tool.isEnded = true;
    this.#options.out.endTool(tool.toolId, { status, output, ...given('exitCode', tool.exitCode) });
    // Ended calls are kept for their id, not for their bytes.
    tool.output = '';
    tool.input = {};
    tool.diffs.clear();
  }

  #addOutput(tool: Tool, outputDelta: string): void {
    if (outputDelta === '') return;
    tool.output += outputDelta.slice(0, maxOutputUnits - tool.output.length);
    this.#options.out.updateTool({ toolId: tool.toolId, outputDelta });
  }
}

/** Kinds of calls that change files. What a command does nobody here can tell; many agents run those that only read. */
const changes: ReadonlySet<ToolKind> = new Set(['edit', 'delete', 'move']);

const isOver = (call: Fields): boolean => ['completed', 'failed'].includes(textAt(call, 'status') ?? '');

/** Some say where a command runs in the place of its output. */
const withoutNote = (output: string | undefined, note: RegExp | undefined): string | undefined =>
  output !== undefined && note?.test(output) === true ? undefined : output;

function toolCallOf(tool: Tool): ToolCall {
  const { toolId, name, kind, title, input } = tool;
  return { toolId, toolName: name, kind, title, arguments: { ...input } };
}

/** What is known of the input of a call that does not give it: the command in its title, the file of its diff. */
function inputOf(tool: Tool, call: Fields, profile: AcpProfile): Fields {
  if (Object.keys(tool.input).length > 0) return tool.input;
  const title = textAt(call, 'title');
  if (tool.kind === 'execute' && profile.approvals?.titleIsCommand === true && title !== undefined)
    return { command: title };
  const [diff] = tool.diffs.values();
  if (diff !== undefined) {
    const texts =
      diff.oldText === undefined ? { content: diff.newText } : { old_text: diff.oldText, new_text: diff.newText };
    return { file_path: diff.path, ...texts };
  }
  const path = textAt(objectsAt(call, 'locations')[0] ?? {}, 'path');
  return path === undefined ? {} : { file_path: path };
}

/** The to-do list that some tools are given whole. */
function planOf(input: Fields): AdapterEventPayloads['PLAN_UPDATED']['entries'] | undefined {
  const todos = objectsAt(input, 'todos');
  return todos.length === 0 ? undefined : planEntries(todos, 'content');
}

export function planEntries(list: readonly Fields[], key: string): AdapterEventPayloads['PLAN_UPDATED']['entries'] {
  return list.map((entry) => {
    const status = textAt(entry, 'status');
    const isKnown = status === 'in_progress' || status === 'completed';
    return { text: textAt(entry, key) ?? '', status: isKnown ? status : 'pending' };
  });
}
