import type { AdapterFactory } from '../../port.ts';
import { CodexAdapter } from './adapter.ts';
import { detectCodex } from './detect.ts';
import type { CodexOptions } from './options.ts';
import { codexRow } from './row.ts';

export { CodexAdapter } from './adapter.ts';
export type { CodexOptions, CodexWaits } from './options.ts';
export { codexRow } from './row.ts';

/** Codex as an agent that the registry can offer. */
export function codexFactory(options: CodexOptions = {}): AdapterFactory {
  return {
    provider: codexRow.provider,
    name: codexRow.name,
    row: codexRow,
    detect: (environment) => detectCodex(environment),
    create: (id) => new CodexAdapter(id, options),
  };
}
