import { type Rights, type Role, rightsOfRole } from '@collagility/protocol/rights';

/** The usual bundles of rights. Each right can still be set by itself. */
export type Preset = 'viewer' | 'suggests' | 'prompts' | 'driver';

export const presets: Record<Preset, { role: Role; rights: Rights }> = {
  viewer: { role: 'viewer', rights: rightsOfRole.viewer },
  suggests: { role: 'co-driver', rights: rightsOfRole['co-driver'] },
  prompts: { role: 'co-driver', rights: { ...rightsOfRole['co-driver'], prompt: 'run' } },
  driver: { role: 'co-driver', rights: { ...rightsOfRole['co-driver'], prompt: 'run', approve: true } },
};

export const presetNames: Preset[] = ['viewer', 'suggests', 'prompts', 'driver'];

/** Which bundle these rights are, if any. */
export function presetOf(role: Role, rights: Rights): Preset | undefined {
  return presetNames.find((name) => {
    const preset = presets[name];
    const keys: (keyof Rights)[] = ['prompt', 'approve', 'interrupt', 'chat', 'terminal', 'invite', 'manage'];
    return preset.role === role && keys.every((key) => preset.rights[key] === rights[key]);
  });
}
