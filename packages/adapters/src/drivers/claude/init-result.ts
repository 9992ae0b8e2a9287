import { type Fields, given, objectsAt, textAt } from '../../fields.ts';
import type { AdapterInitResult, AgentModel } from '../../port.ts';
import { credentialOf } from './credential.ts';

export interface InitFacts {
  /** The answer to `initialize`; empty without the control protocol. */
  initialized: Fields;
  session: AdapterInitResult['session'];
  unasked: string[];
  binaryPath: string;
  binaryVersion: string | undefined;
  nativeSessionId: string | undefined;
  model: string | undefined;
}

/** What the port is told after a start. */
export function initResultOf(facts: InitFacts): AdapterInitResult {
  const names = (key: string, name: string) =>
    objectsAt(facts.initialized, key).flatMap((one) => textAt(one, name) ?? []);
  return {
    binaryPath: facts.binaryPath,
    session: facts.session,
    unasked: facts.unasked,
    credentialScope: credentialOf(facts.initialized).scope,
    models: objectsAt(facts.initialized, 'models').flatMap((model): AgentModel[] => {
      const id = textAt(model, 'value');
      if (id === undefined) return [];
      return [
        { id, ...given('name', textAt(model, 'displayName')), ...given('description', textAt(model, 'description')) },
      ];
    }),
    slashCommands: names('commands', 'name'),
    ...given('binaryVersion', facts.binaryVersion),
    ...given('nativeSessionId', facts.nativeSessionId),
    ...given('model', facts.model),
  };
}
