import { type Fields, fieldsAt, isFields, listAt, objectsAt, textAt, textsAt } from '../../fields.ts';
import type { ApprovalQuestion } from '../../port.ts';

/** One thing that a form of an MCP server asks for, as a question to people, and its value made of their answer. */
export interface FormField {
  name: string;
  question: ApprovalQuestion;
  /** Undefined: left empty, or an answer that the form does not allow. */
  readAnswer(answer: string): unknown;
}

type Choice = { label: string; value: unknown };

/** For a field that may stay empty: the page wants every question answered. */
const leaveEmpty = { label: 'Leave empty', description: 'This is optional.' };

/** The fields of a form in their order. No two share a question: answers come back by its text. */
export function formFields(message: string, schema: Fields): FormField[] {
  const required = new Set(textsAt(schema, 'required'));
  const asked = new Set<string>();
  return Object.entries(fieldsAt(schema, 'properties')).flatMap(([name, property]) => {
    if (!isFields(property)) return [];
    const header = textAt(property, 'title') ?? name;
    const plain = `${message} ${header}`.trim();
    const question = asked.has(plain) ? `${plain} (${name})` : plain;
    asked.add(question);
    const isMulti = textAt(property, 'type') === 'array';
    const choices = choicesOf(isMulti ? fieldsAt(property, 'items') : property);
    const description = textAt(property, 'description') ?? '';
    const options = (choices ?? []).map(({ label }) => ({ label, description }));
    return [
      {
        name,
        question: {
          question,
          header,
          multiSelect: isMulti && choices !== undefined,
          options: required.has(name) ? options : [...options, leaveEmpty],
        },
        readAnswer: (answer) =>
          answer === leaveEmpty.label ? undefined : readAnswer(property, choices, isMulti, answer),
      },
    ];
  });
}

/** The values that a field may have, where it has a list of them: each spelling that the protocol knows. */
function choicesOf(property: Fields): Choice[] | undefined {
  if (textAt(property, 'type') === 'boolean') return [true, false].map((value) => ({ label: String(value), value }));
  const named = [...objectsAt(property, 'oneOf'), ...objectsAt(property, 'anyOf')].filter((one) => 'const' in one);
  if (named.length > 0)
    return named.map((one) => ({ label: textAt(one, 'title') ?? String(one['const']), value: one['const'] }));
  const values = listAt(property, 'enum');
  if (values.length === 0) return undefined;
  const names = textsAt(property, 'enumNames');
  return values.map((value, at) => ({
    label: names.length === values.length ? (names[at] ?? '') : String(value),
    value,
  }));
}

function readAnswer(property: Fields, choices: Choice[] | undefined, isMulti: boolean, answer: string): unknown {
  if (choices === undefined) return isMulti ? listOf(property, answer) : plainValue(textAt(property, 'type'), answer);
  const meant = (label: string) => choices.find((one) => one.label === label || String(one.value) === label);
  if (!isMulti) return meant(answer)?.value;
  // Several come as one text, and a label may hold a comma itself: the longest that fits is meant.
  const values: unknown[] = [];
  for (let rest = answer; rest !== ''; ) {
    const fitting = choices.filter(({ label }) => rest === label || rest.startsWith(`${label}, `));
    const [longest] = fitting.sort((a, b) => b.label.length - a.label.length);
    if (longest === undefined) return undefined;
    values.push(longest.value);
    rest = rest.slice(longest.label.length + ', '.length);
  }
  return values;
}

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
