import { AgentAdapterError } from '../../errors.ts';
import { type Fields, fieldsAt, given, objectsAt, textAt, textsAt } from '../../fields.ts';
import type { AgentModel } from '../../port.ts';
import type { ControlReply } from './control-channel.ts';

type Ask = (request: Fields) => Promise<ControlReply>;

const effortsOf = (model: Fields): string[] => textsAt(model, 'supportedEffortLevels');

/** What can be chosen, in Claude's own order. A model that takes no effort says so with an empty list. */
export const modelsOf = (initialized: Fields): AgentModel[] =>
  objectsAt(initialized, 'models').flatMap((model): AgentModel[] => {
    const id = textAt(model, 'value');
    if (id === undefined) return [];
    const words = {
      ...given('name', textAt(model, 'displayName')),
      ...given('description', textAt(model, 'description')),
    };
    return [{ id, ...words, efforts: effortsOf(model) }];
  });

export interface AppliedChoice {
  model?: string;
  effort?: string;
}

/** What holds now; empty where this version does not tell. */
export async function appliedChoice(ask: Ask): Promise<AppliedChoice> {
  const reply = await ask({ subtype: 'get_settings' });
  const applied = reply.ok ? fieldsAt(reply.response, 'applied') : {};
  return { ...given('model', textAt(applied, 'model')), ...given('effort', textAt(applied, 'effort')) };
}

/** Of a model that was not chosen by name: those of its entry, which is the one that Claude resolves to it. */
export function effortsOfResolved(initialized: Fields, model: string | undefined): string[] {
  const found = objectsAt(initialized, 'models').find((entry) => textAt(entry, 'resolvedModel') === model);
  return found === undefined ? [] : effortsOf(found);
}

/** Claude names the model that runs by its long name: under the one by which it was chosen it is found in the list. */
export function shownModel(initialized: Fields, chosen: string | undefined, model: string | undefined) {
  const entry = objectsAt(initialized, 'models').find((one) => textAt(one, 'value') === chosen);
  return entry !== undefined && textAt(entry, 'resolvedModel') === model ? chosen : model;
}

/** Claude takes any word and keeps to itself that it does not know one: so it is read back. */
export async function setEffort(ask: Ask, effort: string): Promise<void> {
  const reply = await ask({ subtype: 'apply_flag_settings', settings: { effortLevel: effort } });
  if (!reply.ok) throw new AgentAdapterError('UNSUPPORTED', `Claude Code did not take that effort: ${reply.message}`);
  const now = (await appliedChoice(ask)).effort;
  if (now === effort) return;
  const stays = now === undefined ? 'it does not say what holds now' : `it stays at ${now}`;
  throw new AgentAdapterError('UNSUPPORTED', `Claude Code does not take the effort "${effort}" here; ${stays}.`);
}
