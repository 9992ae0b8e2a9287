import { type Fields, textAt } from '../../fields.ts';
import { diffsOf, inputFieldsOf } from './tool-facts.ts';

/** What is known of an announced call. */
type Announced = { readonly title: string; readonly input: Fields };

/**
 * The call that a permission request with an id of its own is about: the one whose title or input names the same
 * command or file, else the latest. `waiting`: running calls of its kind that nobody was asked about yet.
 */
export function meantBy<Call extends Announced>(request: Fields, waiting: readonly Call[]): Call | undefined {
  const input = inputFieldsOf(request);
  const named = textAt(input, 'command') ?? textAt(input, 'path') ?? diffsOf(request)[0]?.path;
  const names = (call: Call): boolean =>
    named !== undefined && (call.title.endsWith(named) || Object.values(call.input).includes(named));
  return waiting.find(names) ?? waiting.at(-1);
}
