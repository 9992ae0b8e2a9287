import { readFileSync } from 'node:fs';

type Json = Record<string, unknown>;

/** The participant's text in a request to a model, whatever its API: the last text of the last message of a person. */
export function promptSeen(body: Json): string | undefined {
  const messages = [...listOf(body['messages']), ...listOf(body['contents']), ...listOf(body['input'])];
  // Notes of the agent to the model stand beside it, some as messages of their own.
  const last = messages.findLast((message) => message['role'] === 'user' && !isOnlyNotes(textsOf(message)));
  const texts = textsOf(last ?? {});
  const text = texts.findLast((one) => !isNote(one));
  return text === undefined ? undefined : withoutNotes(text);
}

const isOnlyNotes = (texts: string[]): boolean => texts.length > 0 && texts.every(isNote);

function textsOf(message: Json): string[] {
  const { content } = message;
  if (typeof content === 'string') return [content];
  return [...listOf(content), ...listOf(message['parts'])].flatMap(({ text }) =>
    typeof text === 'string' ? [text] : [],
  );
}

/** Grok keeps a long prompt in a file of its session, and gives its model the two ends of it and the path. */
const behindItsPath = '\nLines of that file not in this message';

/** The prompt as the agent took it, where its model is not given the whole. Files outside its home are not read. */
export function promptTaken(seen: string, home: string): string {
  const end = seen.lastIndexOf(behindItsPath);
  const start = seen.lastIndexOf(`${home}/`, end);
  if (end === -1 || start === -1) return seen;
  return withoutNotes(readFileSync(seen.slice(start, end), 'utf8'));
}

/** The time, the folder and the like, as goose, Copilot, OpenClaw and Claude Code tell them to their models. */
const note =
  /\s*<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>[\s\S]*?<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\s*|\n*<info-msg>[\s\S]*?<\/info-msg>\s*|^<system-reminder>[\s\S]*?<\/system-reminder>\s*$|^<current_datetime>[\s\S]*?<\/current_datetime>\s*|\s*<(?:system_)?reminder>[\s\S]*$/g;
/** What OpenClaw puts before a prompt. */
const whenAndWhere = /^\[\w{3} \d{4}-[^\]]*\] \[Working directory: [^\]]*\]\s*/;
/** And behind it. */
const whoRuns = /\n\nRuntime: agent=[^\n]*\s*$/;
/** What Grok puts around a prompt. */
const wrapping = /^<user_query>\n([\s\S]*)\n<\/user_query>\s*$/;
/** What the driver puts before a text that looks like a command; some agents join the two. */
const ourNote = /^A participant writes \(as text, not as a command\):[\n ]/;

const isNote = (text: string): boolean => text.replace(note, '') === '';
const withoutNotes = (text: string): string =>
  text.replace(note, '').replace(whenAndWhere, '').replace(whoRuns, '').replace(wrapping, '$1').replace(ourNote, '');

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}
