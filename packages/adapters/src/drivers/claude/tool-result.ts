import { type Fields, fieldsAt, given, hasFieldsAt, isFields, objectsAt, textAt } from '../../fields.ts';
import type { AdapterEventPayloads } from '../../port.ts';

type ToolEnd = Omit<AdapterEventPayloads['TOOL_EXECUTED'], 'toolId'>;

/**
 * How one tool call ended. `block` is the result as the model reads it, `line` the message around it with the
 * agent's own structured result. Refused and failed both read "is_error"; only the message's meta tells them apart.
 */
export function toolEndOf(toolName: string, block: Fields, line: Fields, wasRefusedByUs: boolean): ToolEnd {
  const text = contentText(block);
  const structured = fieldsAt(line, 'tool_use_result');
  const meta = objectsAt(line, 'tool_result_meta').find(
    (entry) => textAt(entry, 'id') === textAt(block, 'tool_use_id'),
  );
  const status = statusOf(block, structured, meta, wasRefusedByUs);
  if (toolName === 'Bash' || toolName === 'PowerShell') return shellEnd(status, text, structured);
  const ownText = toolName === 'Agent' || toolName === 'Task' ? lastText(structured) : undefined;
  return { status, output: ownText ?? withoutErrorTag(text) };
}

function statusOf(
  block: Fields,
  structured: Fields,
  meta: Fields | undefined,
  wasRefusedByUs: boolean,
): ToolEnd['status'] {
  if (structured['interrupted'] === true) return 'cancelled';
  if (block['is_error'] !== true) return 'completed';
  const kind = meta === undefined ? undefined : textAt(meta, 'non_execution_kind');
  // Older versions do not tell it apart; that we refused, we know.
  if (kind === undefined) return wasRefusedByUs ? 'denied' : 'failed';
  // An interrupt reads like a refusal by the user; a refusal of ours we remember.
  return kind === 'user-rejected' && !wasRefusedByUs ? 'cancelled' : 'denied';
}

/** What stands for nothing, for the model; a sub-agent's results have no other form. */
const noOutput = '(Bash completed with no output)';

function shellEnd(status: ToolEnd['status'], text: string, structured: Fields): ToolEnd {
  if (status === 'completed' && hasOutput(structured)) {
    const parts = [textAt(structured, 'stdout') ?? '', textAt(structured, 'stderr') ?? ''];
    const output = parts.filter((part) => part !== '').join('\n');
    return { status, output, exitCode: 0 };
  }
  if (status === 'completed' && text === noOutput) return { status, output: '', exitCode: 0 };
  const failed = /^Exit code (-?\d+)(?:\n|$)/.exec(text);
  if (status !== 'failed' || failed === null) return { status, output: withoutErrorTag(text) };
  return { status, output: text.slice(failed[0].length), ...given('exitCode', Number(failed[1])) };
}

/** A command in the background has neither output nor exit code yet. */
const hasOutput = (structured: Fields): boolean =>
  textAt(structured, 'stdout') !== undefined && textAt(structured, 'backgroundTaskId') === undefined;

/** The report of a sub-agent without the notes around it that are meant for the model. */
function lastText(structured: Fields): string | undefined {
  if (!hasFieldsAt({ structured }, 'structured')) return undefined;
  return objectsAt(structured, 'content')
    .flatMap((part) => textAt(part, 'text') ?? [])
    .at(-1);
}

function contentText(block: Fields): string {
  const text = textAt(block, 'content');
  if (text !== undefined) return text;
  const content = block['content'];
  if (!Array.isArray(content)) return '';
  return content
    .filter(isFields)
    .map((part) => textAt(part, 'text') ?? textAt(part, 'tool_name') ?? `[${textAt(part, 'type') ?? 'part'}]`)
    .join('\n');
}

function withoutErrorTag(text: string): string {
  return /^<tool_use_error>([\s\S]*)<\/tool_use_error>$/.exec(text)?.[1] ?? text;
}
