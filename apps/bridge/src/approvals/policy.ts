import type { Risk } from './risk.ts';

export type Verdict = 'deny' | 'ask' | 'allow';

/**
 * Deny before ask before allow. A plain look into the workspace is allowed only where the bridge made the agent ask
 * for everything: the agent would not have asked by itself.
 */
export function policyOf(risk: Risk, isAskedForEverything: boolean): Verdict {
  if (risk.isForbidden) return 'deny';
  const isPlainRead = risk.classes.every((found) => found === 'read');
  return isAskedForEverything && isPlainRead ? 'allow' : 'ask';
}
