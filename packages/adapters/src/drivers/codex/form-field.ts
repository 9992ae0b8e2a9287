import { type Fields, fieldsAt, given, isFields, listAt, objectsAt, textAt, textsAt } from '../../fields.ts';
import type { ApprovalQuestion } from '../../port.ts';

/** One thing that a form of an MCP server asks for, as a question to people, and its value made of their answer. */
export interface FormField {
  name: string;
  question: ApprovalQuestion;
  readAnswer(answer: string): Answered;
}

type Answered = { is: 'empty' } | { is: 'not-allowed' } | { is: 'value'; value: unknown };

type Choice = { label: string; value: unknown };

/** For a field that may stay empty: the page wants every question answered. */
const leaveEmpty = { label: 'Leave empty', description: 'This is optional.' };

/** A card shows fewer, and less of each. */
const maxFields = 64;
const maxChoices = 256;
const maxMessageUnits = 240;
const maxNameUnits = 400;
const maxMoreUnits = 100;

/** The fields of a form in their order. No two share a question: answers come back by its text. */
export function formFields(message: string, schema: Fields): FormField[] {
  const required = new Set(textsAt(schema, 'required'));
  const asked = new Set<string>();
  const said = cut(message, maxMessageUnits);
  const entries = Object.entries(fieldsAt(schema, 'properties')).slice(0, maxFields);
  return entries.flatMap(([name, property]) => {
    if (!isFields(property)) return [];
    const header = textAt(property, 'title') ?? name;
    const question = unlike(asked, `${said} ${header}`.trim(), name);
    const isMulti = textAt(property, 'type') === 'array';
    const choices = choicesOf(isMulti ? fieldsAt(property, 'items') : property, isMulti);
    const description = textAt(property, 'description') ?? '';
    const options = (choices ?? []).map(({ label }) => ({ label, description }));
    const isOptional = !required.has(name);
    return [
      {
        name,
        question: {
          question,
          header,
          multiSelect: isMulti && choices !== undefined,
          // First: a card has no room for a list without an end.
          options: isOptional ? [leaveEmpty, ...options] : options,
          ...given('takes', takesOf(property, choices, isMulti)),
        },
        readAnswer: (answer) => {
          if (isOptional && answer === leaveEmpty.label) return { is: 'empty' };
          const value = readAnswer(
            property,
            choices,
            isMulti,
            isOptional && isMulti && choices !== undefined ? besides(answer) : answer,
          );
          return value === undefined ? { is: 'not-allowed' } : { is: 'value', value };
        },
      },
    ];
  });
}

/** Of several that are ticked, "Leave empty" says nothing: those beside it are the answer. */
const besides = (answer: string): string =>
  answer
    .split(', ')
    .filter((part) => part !== leaveEmpty.label)
    .join(', ');

/** Text may be anything; the rest is refused before it counts, by whoever shows the question. */
function takesOf(property: Fields, choices: Choice[] | undefined, isMulti: boolean): ApprovalQuestion['takes'] {
  if (choices !== undefined) return 'listed';
  const type = textAt(isMulti ? fieldsAt(property, 'items') : property, 'type');
  if (type !== 'integer' && type !== 'number') return undefined;
  return isMulti ? `${type}s` : type;
}

/** What people see of two things must differ where their answer is told apart by it, also in what a card has room for. */
function unlike(taken: Set<string>, text: string, more: string): string {
  const short = cut(text, maxNameUnits);
  const longer = `${short} (${cut(more, maxMoreUnits)})`;
  let own = taken.has(short) ? longer : short;
  for (let count = taken.size; taken.has(own); count += 1) own = `${longer} (${count})`;
  taken.add(own);
  return own;
}

const cut = (text: string, units: number): string =>
  (text.length <= units ? text : `${text.slice(0, units - 1)}…`).toWellFormed();

/** The values that a field may have, where it has a list of them: each spelling that the protocol knows. */
function choicesOf(property: Fields, isMulti: boolean): Choice[] | undefined {
  if (textAt(property, 'type') === 'boolean') return [true, false].map((value) => ({ label: String(value), value }));
  const named = [...objectsAt(property, 'oneOf'), ...objectsAt(property, 'anyOf')]
    .filter((one) => 'const' in one)
    .slice(0, maxChoices);
  const values = listAt(property, 'enum').slice(0, maxChoices);
  const names = textsAt(property, 'enumNames').slice(0, maxChoices);
  const raw: Choice[] =
    named.length > 0
      ? named.map((one) => ({ label: textAt(one, 'title') ?? textOf(one['const']), value: one['const'] }))
      : values.map((value, at) => ({
          label: names.length === values.length ? (names[at] ?? '') : textOf(value),
          value,
        }));
  if (raw.length === 0) return undefined;
  const taken = new Set([leaveEmpty.label]);
  // Several come as one text with commas between them: a name that is two others, too, would be meant for them.
  return raw.map(({ label, value }) => ({
    label: unlike(taken, isMulti ? label.replaceAll(', ', '; ') : label, textOf(value)),
    value,
  }));
}

/** Not `String`: an object of the server's may have a `toString` that is none. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function readAnswer(property: Fields, choices: Choice[] | undefined, isMulti: boolean, answer: string): unknown {
  if (choices === undefined) return isMulti ? listOf(property, answer) : plainValue(textAt(property, 'type'), answer);
  // What people picked is the name that they saw; another one's value may be spelled like it.
  if (!isMulti) return (choices.find(({ label }) => label === answer) ?? byValue(choices, answer))?.value;
  const picked = new Set(answer.split(', '));
  const known = choices.filter(({ label }) => picked.has(label));
  return known.length === picked.size ? known.map(({ value }) => value) : undefined;
}

/** Somebody who wrote their answer may have written the value itself. */
const byValue = (choices: Choice[], answer: string): Choice | undefined =>
  choices.find(({ value }) => textOf(value) === answer);

function listOf(property: Fields, answer: string): unknown {
  const type = textAt(fieldsAt(property, 'items'), 'type');
  const values = answer.split(/\s*[,\n]\s*/).map((part) => plainValue(type, part));
  return values.includes(undefined) ? undefined : values;
}

function plainValue(type: string | undefined, answer: string): unknown {
  if (type !== 'integer' && type !== 'number') return answer;
  const value = Number(answer);
  const isOne = answer.trim() !== '' && (type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value));
  return isOne ? value : undefined;
}
