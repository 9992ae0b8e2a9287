import type { AdapterFactory } from '../../port.ts';
import { AgyAdapter } from './adapter.ts';
import { detectAgy } from './detect.ts';
import type { AgyOptions } from './options.ts';
import { agyRow } from './row.ts';

export type { AgyOptions } from './options.ts';

/** Antigravity's command line as an agent that the registry can offer; its ACP server is an agent of its own. */
export function agyFactory(options: AgyOptions = {}): AdapterFactory {
  return {
    provider: agyRow.provider,
    name: agyRow.name,
    row: agyRow,
    detect: (environment) => detectAgy(environment),
    create: (id) => new AgyAdapter(id, options),
  };
}
