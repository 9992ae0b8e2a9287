import type { AdapterFactory } from '../../port.ts';
import { ClaudeAdapter } from './adapter.ts';
import { detectClaude } from './detect.ts';
import type { ClaudeOptions } from './options.ts';
import { claudeRow } from './row.ts';

export { ClaudeAdapter } from './adapter.ts';
export type { ClaudeOptions, ClaudeWaits } from './options.ts';
export { claudeRow } from './row.ts';
export { endOfParticipantText } from './wire.ts';

/** Claude Code as an agent that the registry can offer. */
export function claudeFactory(options: ClaudeOptions = {}): AdapterFactory {
  return {
    provider: claudeRow.provider,
    name: claudeRow.name,
    row: claudeRow,
    detect: (environment) => detectClaude(environment),
    create: (id) => new ClaudeAdapter(id, options),
  };
}
