import type { AdapterInitResult } from '@collagility/adapters/port';
import type { StartedAgent } from './agents.ts';

/** An event holds so much; the rest can still be named by hand. */
const maxModels = 60;
const maxEfforts = 12;
const maxWordUnits = 160;

/** What can be chosen of an agent, in its own words, as the room may see them. */
export function choicesOf(
  { models, effort, efforts }: AdapterInitResult,
  redact: (text: string) => string,
): Pick<StartedAgent, 'models' | 'effort' | 'efforts'> {
  // An id that was changed would name nothing: one that cannot be told as it is, is left out.
  const isPlain = (id: string) => id !== '' && id.length <= maxWordUnits && redact(id) === id;
  const word = (text: string) => redact(text).slice(0, maxWordUnits).toWellFormed();
  const told = (words: readonly string[]) => words.filter(isPlain).slice(0, maxEfforts);
  const known = (models ?? []).filter(({ id }) => isPlain(id)).slice(0, maxModels);
  return {
    ...(known.length > 0 && {
      models: known.map((model) => ({
        id: model.id,
        ...(model.name !== undefined && { name: word(model.name) }),
        ...(model.description !== undefined && { description: word(model.description) }),
        ...(model.efforts !== undefined && { efforts: told(model.efforts) }),
      })),
    }),
    ...(efforts !== undefined && { efforts: told(efforts) }),
    ...(effort !== undefined && isPlain(effort) && { effort }),
  };
}
