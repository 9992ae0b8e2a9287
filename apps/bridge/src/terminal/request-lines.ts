import type { RoomEventOf } from '@collagility/protocol/events';
import * as v from 'valibot';
import { safeLines, safeText } from './safe-text.ts';

const Shown = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ input: v.record(v.string(), v.unknown()), cwd: v.optional(v.string()) }),
);

/** The request as lines of text that are only text: the command, or each field of the input. Nothing is left out. */
export function requestLines(request: RoomEventOf<'approval.requested'>): { lines: string[]; cwd?: string } {
  if (request.kind === 'plan_review' && request.plan !== undefined) return { lines: safeLines(request.plan) };
  if (request.kind === 'question' && request.questions !== undefined) {
    return {
      lines: request.questions.flatMap(({ question, options }) => [
        safeText(question),
        ...options.map(({ label }) => `  · ${safeText(label)}`),
      ]),
    };
  }
  const parsed = v.safeParse(Shown, request.shown);
  // Not what we know: then the signed text itself, as it is.
  if (!parsed.success) return { lines: safeLines(request.shown) };
  const { input, cwd } = parsed.output;
  const { command, ...rest } = input;
  const head = typeof command === 'string' ? safeLines(command) : [`${safeText(request.toolName)}`];
  const fields = typeof command === 'string' ? rest : input;
  const lines = [...head, ...Object.entries(fields).flatMap(([name, value]) => field(name, value))];
  return cwd === undefined ? { lines } : { lines, cwd: safeText(cwd) };
}

function field(name: string, value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const [first = '', ...more] = safeLines(text);
  return [`${safeText(name)}: ${first}`, ...more.map((line) => `  ${line}`)];
}
