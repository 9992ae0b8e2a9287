import { type Fields, given, objectsAt, textAt } from '../../fields.ts';
import type { AdapterInitResult } from '../../port.ts';
import { credentialOf } from './credential.ts';
import { type AppliedChoice, effortsOfResolved, modelsOf } from './models.ts';

export interface InitFacts {
  /** The answer to `initialize`; empty without the control protocol. */
  initialized: Fields;
  session: AdapterInitResult['session'];
  unasked: string[];
  binaryPath: string;
  binaryVersion: string | undefined;
  nativeSessionId: string | undefined;
  /** Chosen by name. */
  model: string | undefined;
  applied: AppliedChoice;
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
    models: modelsOf(facts.initialized),
    efforts: effortsOfResolved(facts.initialized, facts.applied.model),
    slashCommands: names('commands', 'name'),
    ...given('binaryVersion', facts.binaryVersion),
    ...given('nativeSessionId', facts.nativeSessionId),
    ...given('model', facts.model ?? facts.applied.model),
    ...given('effort', facts.applied.effort),
  };
}
