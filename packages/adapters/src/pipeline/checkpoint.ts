import { createHash } from 'node:crypto';
import type { AdapterConfig } from '../port.ts';

/** All that decides whether a session may be resumed; long and secret parts as hashes. */
export type Fingerprint = Readonly<Record<string, string>>;

/**
 * Enough to go on with a session in another process. Kept by the bridge. `madeAtMs`: Unix time at which the session
 * was new; checkpoints of older bridges lack it.
 */
export type Checkpoint = {
  readonly nativeSessionId: string;
  readonly fingerprint: Fingerprint;
  readonly madeAtMs?: number;
};

const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
    .slice(0, 16);

/** `config.workspacePath` must be the real path. `driverVersion` changes when a driver cannot read its older sessions. */
export function fingerprintOf(provider: string, config: AdapterConfig, driverVersion = '1'): Fingerprint {
  return {
    driver: `${provider}/${driverVersion}`,
    workspace: hashOf(config.workspacePath),
    model: config.model ?? '',
    'system prompt': hashOf(config.systemPromptOverlay ?? ''),
    'MCP servers': hashOf(config.mcpServers ?? {}),
    mode: (config.autoApproveTools === true ? 'act' : config.mode) ?? 'ask',
  };
}

/** The parts that differ, by name. */
export function fingerprintMismatch(kept: Fingerprint, current: Fingerprint): string[] {
  const names = new Set([...Object.keys(kept), ...Object.keys(current)]);
  return [...names].filter((name) => kept[name] !== current[name]);
}
