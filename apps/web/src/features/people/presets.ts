import { type Rights, type Role, rightsOfRole } from '@collagility/protocol/rights';
import { strings } from '../../strings.ts';

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

/** One word for what somebody is here: a co-driver who decides for the host is a driver to all. */
export function roleWord(role: Role, rights: Rights): string {
  const preset = presetOf(role, rights);
  return preset === 'driver' ? strings.people.presets.driver.label : strings.room.roles[role];
}

/** The same with what they may do, where two of one word differ. */
export function rightsWords(role: Role, rights: Rights | undefined): string {
  const preset = rights === undefined ? undefined : presetOf(role, rights);
  if (preset !== undefined) return strings.people.presets[preset].label;
  return role === 'host' || rights === undefined
    ? strings.room.roles[role]
    : strings.people.ownRights(strings.room.roles[role]);
}
