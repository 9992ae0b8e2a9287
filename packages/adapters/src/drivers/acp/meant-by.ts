import { type Fields, textAt } from '../../fields.ts';
import { diffsOf, inputFieldsOf } from './tool-facts.ts';

/** What is known of an announced call. */
type Announced = { readonly title: string; readonly input: Fields };

/**
 * The call that a permission request with an id of its own is about: the one whose title or input names the same
 * command or file. `waiting`: running calls of its kind that nobody was asked about yet. Where none names it, only the
 * sole one can be meant, and `isNamed` is false; among several it would be a guess, so it is none of them.
 */
export function meantBy<Call extends Announced>(
  request: Fields,
  waiting: readonly Call[],
): { call: Call; isNamed: boolean } | undefined {
  const input = inputFieldsOf(request);
  const named = textAt(input, 'command') ?? textAt(input, 'path') ?? diffsOf(request)[0]?.path;
  let best: { call: Call; units: number } | undefined;
  for (const call of named === undefined ? [] : waiting) {
    const units = unitsShared(call, named ?? '');
    if (units > (best?.units ?? 0)) best = { call, units };
  }
  if (best !== undefined) return { call: best.call, isNamed: true };
  const [sole, ...others] = waiting;
  return sole === undefined || others.length > 0 ? undefined : { call: sole, isNamed: false };
}

/** How much of `named` this call shows: all of it, its beginning where a title is cut, or nothing. */
function unitsShared({ title, input }: Announced, named: string): number {
  if (Object.values(input).includes(named)) return named.length;
  const whole = named.trim();
  // `terminal: ls`, `patch (replace): add.js`: all that is behind the name of the tool, and not only the end of it.
  const subjects = [title, title.replace(/^[^:]*: /, '')].map((subject) => subject.trim());
  if (subjects.includes(whole)) return named.length;
  const beginnings = subjects.filter((subject) => cutMark.test(subject)).map((subject) => subject.replace(cutMark, ''));
  return Math.max(0, ...beginnings.filter((beginning) => whole.startsWith(beginning)).map(({ length }) => length));
}

/** How agents, and we, end a title that is cut. */
const cutMark = /(?:\.\.\.|…)$/;
