import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { EventWriter } from '../../event-writer.ts';
import { type Fields, fieldsAt, given, numberAt, textAt } from '../../fields.ts';
import { outputDifference } from '../../output-difference.ts';
import type { ToolCall } from '../../port.ts';
import { shownPath } from '../../shown-path.ts';
import { patchChange, resultText, toolCallOf, writeChange } from './tools.ts';

/** A file that is larger is not compared: git shows what happened to it. */
const maxComparedBytes = 512 * 1024;

type Running = {
  call: ToolCall;
  /** What was told of its output so far. */
  told: string;
  isRefused: boolean;
  /** What `write` finds before it writes; absent where it was not looked at. */
  before?: { content: string | undefined };
};

/** The calls that run. The vendor's ids come from the model, so each gets one of ours. */
export class ToolCalls {
  readonly #out: EventWriter;
  readonly #idPrefix: string;
  readonly #workspacePath: string;
  readonly #running = new Map<string, Running>();
  #count = 0;
  /** The turn is being stopped: what fails now was cancelled. */
  isInterrupting = false;

  constructor(out: EventWriter, idPrefix: string, workspacePath: string) {
    this.#out = out;
    this.#idPrefix = idPrefix;
    this.#workspacePath = workspacePath;
  }

  get hasRunning(): boolean {
    return this.#running.size > 0;
  }

  started(message: Fields): void {
    this.#start(textAt(message, 'toolCallId') ?? '', textAt(message, 'toolName') ?? 'tool', fieldsAt(message, 'args'));
  }

  /** The running call; one that was never announced begins here. */
  callOf(toolCallId: string, toolName: string, input: Fields, parentToolCallId?: string): ToolCall {
    const known = this.#running.get(toolCallId)?.call;
    return known ?? this.#start(toolCallId, toolName, input, parentToolCallId);
  }

  markRefused(toolCallId: string): void {
    const running = this.#running.get(toolCallId);
    if (running !== undefined) running.isRefused = true;
  }

  /** It was allowed to run with this input; of a file that it writes it is kept what stands there now. */
  async willRun(toolCallId: string, input: Fields): Promise<void> {
    const running = this.#running.get(toolCallId);
    if (running === undefined) return;
    running.call = { ...running.call, arguments: { ...input } };
    const path = textAt(input, 'path');
    if (running.call.toolName !== 'write' || path === undefined) return;
    const file = resolve(this.#workspacePath, path);
    try {
      const found = await stat(file);
      if (found.isFile() && found.size <= maxComparedBytes) running.before = { content: await readFile(file, 'utf8') };
    } catch (error) {
      // Nothing there: the file is new. What cannot be read is not compared.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') running.before = { content: undefined };
    }
  }

  updated(message: Fields): void {
    const running = this.#running.get(textAt(message, 'toolCallId') ?? '');
    if (running === undefined) return;
    const now = resultText(fieldsAt(message, 'partialResult'));
    // The first report of a command is empty.
    if (now === '' || now === running.told) return;
    const outputDelta = outputDifference(running.told, now);
    running.told = now;
    if (outputDelta !== '') this.#out.updateTool({ toolId: running.call.toolId, outputDelta });
  }

  ended(message: Fields): void {
    const toolCallId = textAt(message, 'toolCallId') ?? '';
    const running = this.#running.get(toolCallId);
    if (running === undefined) return;
    this.#running.delete(toolCallId);
    const result = fieldsAt(message, 'result');
    const isError = message['isError'] === true;
    if (!isError) this.#tellChange(running, result);
    this.#out.endTool(running.call.toolId, {
      status: running.isRefused ? 'denied' : !isError ? 'completed' : this.isInterrupting ? 'cancelled' : 'failed',
      output: resultText(result),
      ...given('exitCode', numberAt(fieldsAt(result, 'structuredContent'), 'exit_code')),
      ...given('durationMs', numberAt(message, 'durationMs')),
    });
  }

  clear(): void {
    this.#running.clear();
    this.isInterrupting = false;
  }

  #start(toolCallId: string, toolName: string, input: Fields, parentToolCallId?: string): ToolCall {
    this.#count += 1;
    const parentToolId = this.#running.get(parentToolCallId ?? '')?.call.toolId;
    const toolId = `${this.#idPrefix}t${this.#count}/${toolCallId}`;
    const call = toolCallOf({ toolId, toolName, input, parentToolId }, this.#workspacePath);
    this.#running.set(toolCallId, { call, told: '', isRefused: false });
    this.#out.startTool(call);
    return call;
  }

  #tellChange({ call, before }: Running, result: Fields): void {
    const path = shownPath(textAt(call.arguments, 'path') ?? '', this.#workspacePath);
    const patch = textAt(fieldsAt(result, 'details'), 'patch');
    if (call.toolName === 'edit' && patch !== undefined) {
      this.#out.emit('FILE_CHANGED', { toolId: call.toolId, path, change: 'modified', ...patchChange(path, patch) });
    } else if (call.toolName === 'write' && before !== undefined) {
      const after = textAt(call.arguments, 'content') ?? '';
      this.#out.emit('FILE_CHANGED', { toolId: call.toolId, path, ...writeChange(path, before.content, after) });
    }
  }
}
