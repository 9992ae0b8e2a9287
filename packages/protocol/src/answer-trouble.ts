import type { Question } from './events.ts';

/** Why this cannot be the answer to a question, for people; undefined where it can. The page and the bridge ask the same. */
export function answerTrouble(
  { question, header, takes, options, multiSelect }: Question,
  answer: string,
): string | undefined {
  const labels = new Set(options.map(({ label }) => label));
  if (labels.has(answer)) return undefined;
  const of = header === '' ? question : header;
  switch (takes) {
    case 'listed': {
      const parts = multiSelect ? answer.split(', ') : [answer];
      return parts.every((part) => labels.has(part)) ? undefined : `“${of}” takes only what is listed.`;
    }
    case 'number':
    case 'integer':
      return isNumber(answer, takes) ? undefined : `“${of}” takes ${wanted[takes]}.`;
    case 'numbers':
    case 'integers': {
      const one = takes === 'numbers' ? 'number' : 'integer';
      const areAll = answer.split(/[,\n]/).every((part) => isNumber(part, one));
      return areAll ? undefined : `“${of}” takes ${wanted[takes]}.`;
    }
    default:
      // Also what a newer host may say here: the host itself checks it.
      return undefined;
  }
}

const wanted = {
  number: 'a number',
  integer: 'a whole number',
  numbers: 'numbers, with commas between them',
  integers: 'whole numbers, with commas between them',
};

function isNumber(text: string, kind: 'number' | 'integer'): boolean {
  const value = Number(text);
  return text.trim() !== '' && (kind === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value));
}
