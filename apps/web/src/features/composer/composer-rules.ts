import { maxChatBytes, maxPromptBytes, maxSuggestionBytes } from '@collagility/protocol/limits';
import type { Rights } from '@collagility/protocol/rights';
import type { AgentState } from '@collagility/protocol/state';
import { strings } from '../../strings.ts';
import type { DraftKind } from './draft.ts';

/** What somebody with these rights can send. */
export function kindsOf(rights: Rights, agent: AgentState | undefined): DraftKind[] {
  const hasAgent = agent !== undefined && agent.stopped === undefined;
  const kinds: DraftKind[] = [];
  if (rights.chat) kinds.push('chat');
  if (hasAgent && rights.prompt !== 'none') kinds.push('suggest');
  if (hasAgent && rights.prompt === 'run') {
    if (maySteer(rights, agent)) kinds.push('steer');
    kinds.push('prompt');
  }
  return kinds;
}

/** While a turn runs, of an agent that takes words then; where it runs something unasked only the host's. */
function maySteer(rights: Rights, { capabilities, runningPromptId, mode, unasked }: AgentState): boolean {
  const isGuarded = mode === 'ask' && unasked.length === 0;
  return runningPromptId !== undefined && capabilities.includes('steering') && (isGuarded || rights.manage);
}

const limits: Record<DraftKind, number> = {
  chat: maxChatBytes,
  suggest: maxSuggestionBytes,
  steer: maxSuggestionBytes,
  prompt: maxPromptBytes,
};

/** The kind that is on at first: the most that one may do. */
export const firstKind = (kinds: DraftKind[]): DraftKind | undefined => kinds[kinds.length - 1];

/** Why this text cannot be sent; `undefined` where it can. The bridge checks the same again. */
export function troubleWith(text: string, kind: DraftKind, rights: Rights): string | undefined {
  const limit = limits[kind];
  if (new TextEncoder().encode(text).length > limit)
    return strings.room.composer.tooLong(`${Math.round(limit / 1024)} KB`);
  if (kind !== 'chat' && kind !== 'steer' && text.trimStart().startsWith('/') && !rights.manage)
    return strings.room.composer.slash;
  return undefined;
}
