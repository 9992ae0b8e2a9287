import type { AdapterFactory } from '../../port.ts';
import type { AcpOptions } from './acp-options.ts';
import { AcpAdapter } from './adapter.ts';
import { anyCommandProfile } from './any-command.ts';
import { detectAcp } from './detect.ts';
import type { AcpProfile } from './profile.ts';
import { acpProfiles } from './profiles/index.ts';

export type { AcpOptions } from './acp-options.ts';
export { isAnyCommand } from './any-command.ts';

/** One agent that speaks the Agent Client Protocol, as the registry can offer it. */
function factoryOf(profile: AcpProfile, options: AcpOptions): AdapterFactory {
  return {
    provider: profile.row.provider,
    name: profile.row.name,
    row: profile.row,
    detect: (environment) => detectAcp(profile, environment),
    create: (id) => new AcpAdapter(id, profile, options),
  };
}

/** All agents that are known by name. */
export const acpFactories = (options: AcpOptions = {}): AdapterFactory[] =>
  acpProfiles.map((profile) => factoryOf(profile, options));

/** `acp:<command…>`: any other. */
export const acpCommandFactory = (name: string, options: AcpOptions = {}): AdapterFactory =>
  factoryOf(anyCommandProfile(name), options);
