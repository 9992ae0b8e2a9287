import type { AdapterFactory } from '../../port.ts';
import { AiderAdapter } from './adapter.ts';
import { detectAider } from './detect.ts';
import type { AiderOptions } from './options.ts';
import { aiderRow } from './row.ts';

export type { AiderOptions } from './options.ts';

/** Aider as an agent that the registry can offer. */
export function aiderFactory(options: AiderOptions = {}): AdapterFactory {
  return {
    provider: aiderRow.provider,
    name: aiderRow.name,
    row: aiderRow,
    detect: (environment) => detectAider(environment),
    create: (id) => new AiderAdapter(id, options),
  };
}
