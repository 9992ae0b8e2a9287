import { epochMs } from '../../epoch-ms.ts';
import type { EventWriter } from '../../event-writer.ts';
import { type Fields, fieldsAt, numberAt, textAt } from '../../fields.ts';
import { retryFailure } from './failures.ts';

/** What the agent says about itself beside the conversation: retries, limits, compaction, background tasks. */
export class Notices {
  readonly #out: EventWriter;
  readonly #nowMs: () => number;
  /** A task's own id → the tool call that started it. */
  readonly #toolOfTask = new Map<string, string>();
  #toldRetries = new Set<string>();
  #limit: { resetsAtMs: number } | undefined;

  constructor(out: EventWriter, nowMs: () => number) {
    this.#out = out;
    this.#nowMs = nowMs;
  }

  /** The limit that was hit in this turn, if the agent named its end. */
  get limit(): { resetsAtMs: number } | undefined {
    return this.#limit;
  }

  toolOfTask(taskId: string | undefined): string | undefined {
    return taskId === undefined ? undefined : this.#toolOfTask.get(taskId);
  }

  turnEnded(): void {
    this.#limit = undefined;
    this.#toldRetries = new Set();
  }

  /** An error is told once per turn; every attempt has its status line. */
  retry(line: Fields): void {
    const [attempt, most] = [numberAt(line, 'attempt') ?? 1, numberAt(line, 'max_retries')];
    const delaySeconds = Math.ceil((numberAt(line, 'retry_delay_ms') ?? 0) / 1_000);
    const count = most === undefined ? `${attempt}` : `${attempt} of ${most}`;
    this.#tell('retrying', `Trying again in ${delaySeconds} s (${count}).`);
    const error = retryFailure(line, this.#nowMs());
    if (error === undefined || this.#toldRetries.has(error.code)) return;
    this.#toldRetries.add(error.code);
    this.#out.error(error);
  }

  status(line: Fields): void {
    if (textAt(line, 'status') === 'compacting')
      this.#tell('compacting', 'Claude Code is shortening the conversation.');
    const result = textAt(line, 'compact_result');
    if (result !== undefined && result !== 'success') {
      this.#tell('compact_failed', 'The conversation could not be shortened.');
    }
  }

  /** Returns the size of the conversation after it, where it is told. */
  compacted(line: Fields): number | undefined {
    const metadata = fieldsAt(line, 'compact_metadata');
    const [before, after] = [numberAt(metadata, 'pre_tokens'), numberAt(metadata, 'post_tokens')];
    const counts = before === undefined || after === undefined ? '' : ` from ${before} to ${after} tokens`;
    this.#tell('compacted', `The conversation was shortened${counts}.`);
    return after;
  }

  cleared(): void {
    this.#tell('conversation_cleared', 'The conversation was cleared.');
  }

  taskStarted(line: Fields): void {
    const [taskId, toolId] = [textAt(line, 'task_id'), textAt(line, 'tool_use_id')];
    if (taskId !== undefined && toolId !== undefined) this.#toolOfTask.set(taskId, toolId);
    if (line['is_backgrounded'] !== true) return;
    const text = textAt(line, 'description') ?? textAt(line, 'task_type') ?? 'a task';
    this.#tell('background_task_started', `Runs in the background: ${text}`);
  }

  /** Of tasks that nobody waits for: the others end with their tool call. */
  taskEnded(line: Fields): void {
    const status = textAt(line, 'status') ?? 'ended';
    this.#tell('background_task_ended', `Background task ${status}: ${textAt(line, 'summary') ?? 'a task'}`);
  }

  rateLimit(info: Fields): void {
    const resetsAt = numberAt(info, 'resetsAt');
    const status = textAt(info, 'status');
    if (status === 'rejected' && resetsAt !== undefined) this.#limit = { resetsAtMs: epochMs(resetsAt) };
    if (status !== 'allowed_warning') return;
    const share = numberAt(info, 'utilization');
    const used = share === undefined ? 'Nearly all' : `${Math.round(share * 100)} %`;
    const limitName = (textAt(info, 'rateLimitType') ?? 'usage').replaceAll('_', ' ');
    this.#tell('rate_limit_near', `${used} of the ${limitName} limit is used.`);
  }

  #tell(code: string, text: string): void {
    this.#out.emit('STATUS', { code, text });
  }
}
