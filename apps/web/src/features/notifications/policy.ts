import * as v from 'valibot';

/** What this person wants to be told by their system. Kept in this browser; off until they switch it on. */
const Policy = v.object({
  on: v.boolean(),
  approval: v.boolean(),
  door: v.boolean(),
  turn: v.boolean(),
  mention: v.boolean(),
  quiet: v.boolean(),
});
export type Policy = v.InferOutput<typeof Policy>;
export type Reason = 'approval' | 'door' | 'turn' | 'mention';

const key = 'collagility.notifications';
const atFirst: Policy = { on: false, approval: true, door: true, turn: true, mention: true, quiet: false };

export function readPolicy(): Policy {
  try {
    const parsed = v.safeParse(Policy, JSON.parse(localStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.output : atFirst;
  } catch {
    // No storage, or something else wrote there: as at first, which is silent.
    return atFirst;
  }
}

export function savePolicy(policy: Policy): void {
  try {
    localStorage.setItem(key, JSON.stringify(policy));
  } catch {
    // Nowhere to keep it: it is asked for again next time.
    return;
  }
}

export const wants = (policy: Policy, reason: Reason): boolean => policy.on && policy[reason];

/** Whether a message calls somebody by name: `@name`, not as a part of a longer word. */
export function mentions(text: string, name: string): boolean {
  if (name === '') return false;
  // Both in small letters, which may be more than the large ones were (İ): places are of the small ones.
  const [all, called] = [text.toLowerCase(), `@${name.toLowerCase()}`];
  for (let at = all.indexOf(called); at !== -1; at = all.indexOf(called, at + 1))
    if (!/^[\p{L}\p{N}\p{M}_]/u.test(all.slice(at + called.length, at + called.length + 2))) return true;
  return false;
}
