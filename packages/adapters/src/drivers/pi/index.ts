import type { AdapterFactory } from '../../port.ts';
import { PiAdapter } from './adapter.ts';
import { detectPi } from './detect.ts';
import type { PiOptions } from './options.ts';
import { piRow } from './row.ts';

export type { PiOptions } from './options.ts';

/** pi as an agent that the registry can offer. */
export function piFactory(options: PiOptions = {}): AdapterFactory {
  return {
    provider: piRow.provider,
    name: piRow.name,
    row: piRow,
    detect: (environment) => detectPi(environment),
    create: (id) => new PiAdapter(id, options),
  };
}
