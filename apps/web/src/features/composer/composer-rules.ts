import { maxChatBytes, maxPromptBytes } from '@collagility/protocol/limits';
import type { Rights } from '@collagility/protocol/rights';
import { strings } from '../../strings.ts';
import type { DraftKind } from './draft.ts';

/** What somebody with these rights can send. */
export function kindsOf(rights: Rights, hasAgent: boolean): DraftKind[] {
  const kinds: DraftKind[] = [];
  if (rights.chat) kinds.push('chat');
  if (hasAgent && rights.prompt !== 'none') kinds.push('suggest');
  if (hasAgent && rights.prompt === 'run') kinds.push('prompt');
  return kinds;
}

/** The kind that is on at first: the most that one may do. */
export const firstKind = (kinds: DraftKind[]): DraftKind | undefined => kinds[kinds.length - 1];

/** Why this text cannot be sent; `undefined` where it can. The bridge checks the same again. */
export function troubleWith(text: string, kind: DraftKind, rights: Rights): string | undefined {
  const limit = kind === 'chat' ? maxChatBytes : maxPromptBytes;
  if (new TextEncoder().encode(text).length > limit)
    return strings.room.composer.tooLong(`${Math.round(limit / 1024)} KB`);
  if (kind !== 'chat' && text.trimStart().startsWith('/') && !rights.manage) return strings.room.composer.slash;
  return undefined;
}
