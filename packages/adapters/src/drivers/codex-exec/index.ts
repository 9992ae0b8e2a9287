import type { AdapterFactory } from '../../port.ts';
import { detectCodex } from '../codex/detect.ts';
import type { CodexOptions } from '../codex/options.ts';
import { CodexExecAdapter } from './adapter.ts';
import { codexExecRow } from './row.ts';

export { codexExecRow } from './row.ts';

/** Codex without anybody to ask, as an agent that the registry can offer. */
export function codexExecFactory(options: CodexOptions = {}): AdapterFactory {
  return {
    provider: codexExecRow.provider,
    name: codexExecRow.name,
    row: codexExecRow,
    detect: (environment) => detectCodex(environment),
    create: (id) => new CodexExecAdapter(id, options),
  };
}
