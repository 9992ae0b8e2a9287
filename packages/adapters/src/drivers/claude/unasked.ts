import { type Fields, fieldsAt, objectsAt, textAt } from '../../fields.ts';
import { asks } from './arguments.ts';

/** What the agent was found to do without asking, before a room shares it. */
export interface UnaskedFacts {
  mode: 'ask' | 'act';
  permissionMode: string;
  /** The hook that makes it ask for each call was accepted: it outranks every rule and mode. */
  asksForEverything: boolean;
  /** Whether it was to be made so. */
  isGateWanted: boolean;
  /** The answer to `list_permission_rules`; undefined where there was none. */
  rules: Fields | undefined;
}

/** In words for the room; empty where it was read back that whatever changes something asks first. */
export function unaskedOf(facts: UnaskedFacts): string[] {
  if (facts.mode === 'act') return ['everything: the host lets the agent act without asking'];
  if (facts.asksForEverything) return [];
  const found: string[] = [];
  if (facts.isGateWanted) found.push('reads of any file: this version of Claude Code cannot be made to ask for them');
  if (facts.permissionMode === 'acceptEdits') found.push('edits of files in the workspace (acceptEdits)');
  else if (!asks(facts.permissionMode)) found.push(`what the permission mode "${facts.permissionMode}" lets through`);
  if (facts.rules === undefined) return [...found, 'unknown: the agent did not list its permission rules'];
  const allowed = objectsAt(fieldsAt(facts.rules, 'state'), 'rules').filter(
    (rule) => textAt(rule, 'behavior') === 'allow',
  );
  return [...found, ...allowed.map((rule) => `${textAt(rule, 'rule') ?? '?'} (${textAt(rule, 'source') ?? 'a rule'})`)];
}
