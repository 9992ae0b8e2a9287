import * as v from 'valibot';

/** What a person may do. Checked on the bridge when the act happens, never by the page or the relay. */
export const Rights = v.object({
  prompt: v.picklist(['none', 'suggest', 'run']),
  approve: v.boolean(),
  interrupt: v.boolean(),
  /** Chat and vote. */
  chat: v.boolean(),
  terminal: v.picklist(['none', 'watch', 'type']),
  /** Make and revoke invites, answer at the door. */
  invite: v.boolean(),
  /** Which agents run, and with which model and effort; whoever manages the room may anyway. */
  agentChoice: v.optional(v.boolean()),
  /** Agent, model and mode choice, standing permissions, roles, removal, pause and panic. */
  manage: v.boolean(),
});
export type Rights = v.InferOutput<typeof Rights>;

/** The same as the host tells it: of a right that this version does not know the page offers nothing. */
export const ToldRights = v.object({
  ...Rights.entries,
  prompt: v.fallback(Rights.entries.prompt, 'none'),
  terminal: v.fallback(Rights.entries.terminal, 'none'),
});

export const Role = v.picklist(['viewer', 'co-driver', 'host']);
export type Role = v.InferOutput<typeof Role>;

const watch = { interrupt: false, approve: false, invite: false, manage: false } as const;

/** Roles are presets; the host can change each right per invite and per person. */
export const rightsOfRole: Readonly<Record<Role, Rights>> = {
  viewer: { ...watch, prompt: 'none', chat: true, terminal: 'watch' },
  'co-driver': { ...watch, prompt: 'suggest', interrupt: true, chat: true, terminal: 'watch' },
  host: { prompt: 'run', approve: true, interrupt: true, chat: true, terminal: 'type', invite: true, manage: true },
};

/** What is left to a device whose identity is in doubt (CLG-27). */
export const frozenRights: Rights = { ...watch, prompt: 'none', chat: false, terminal: 'watch' };

const promptRank = { none: 0, suggest: 1, run: 2 } as const;
const terminalRank = { none: 0, watch: 1, type: 2 } as const;

/** Whether `given` holds nothing beyond `own`; whoever manages the room may give everything. */
export function mayGive(own: Rights, given: Rights): boolean {
  if (own.manage) return true;
  if (promptRank[given.prompt] > promptRank[own.prompt]) return false;
  if (terminalRank[given.terminal] > terminalRank[own.terminal]) return false;
  if (given.agentChoice === true && own.agentChoice !== true) return false;
  return (['approve', 'interrupt', 'chat', 'invite', 'manage'] as const).every((right) => own[right] || !given[right]);
}
