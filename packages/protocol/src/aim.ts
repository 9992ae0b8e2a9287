import { concat, fromHex, u8, u16, utf8 } from './bytes.ts';
import type { Command } from './commands.ts';
import { hash } from './crypto/hash.ts';
import type { Attachment } from './events/prompts.ts';
import type { AgentId, ThreadId } from './ids.ts';
import type { RoomState } from './state.ts';

/** Where a prompt goes and what goes with it: signed beside its text (CLG-78). */
export type Aim = { agentId: AgentId; attachments: readonly Attachment[]; review: readonly ThreadId[] };

const maxMergedAttachments = 16;
const kinds: Record<Attachment['kind'], number> = { image: 1, diff: 2, file: 3 };

/** What this command would send where; `undefined`: it sends nothing, or what it is about is not in the room. */
export function aimOf(command: Command, room: RoomState): Aim | undefined {
  switch (command.type) {
    case 'prompt.suggest':
    case 'prompt.run':
      return { agentId: command.agentId, attachments: command.attachments ?? [], review: command.review ?? [] };
    case 'prompt.steer':
      return { agentId: command.agentId, attachments: [], review: [] };
    case 'suggestion.run': {
      const open = room.suggestions.find(({ suggestionId }) => suggestionId === command.suggestionId);
      return open && { agentId: open.agentId, attachments: open.attachments, review: open.review ?? [] };
    }
    case 'suggestion.merge': {
      const open = room.suggestions.filter(({ suggestionId }) => command.suggestionIds.includes(suggestionId));
      const [first] = open;
      const attachments = open.flatMap((merged) => merged.attachments).slice(0, maxMergedAttachments);
      return first && { agentId: first.agentId, attachments, review: [] };
    }
    case 'queue.edit': {
      const item = room.items.findLast((found) => found.kind === 'prompt' && found.promptId === command.promptId);
      if (item?.kind !== 'prompt') return undefined;
      return { agentId: item.agentId, attachments: item.attachments, review: [] };
    }
    default:
      return undefined;
  }
}

/**
 * H32(–; aim; roomId, commandId, agent ‖ attachments ‖ threads). An attachment is named by what it holds, not by where
 * it lies. `undefined`: a name has no UTF-8 or is too long, so that it can't be signed.
 */
export function aimHash(roomId: Uint8Array, commandId: Uint8Array, aim: Aim): Uint8Array | undefined {
  const { agentId, attachments, review } = aim;
  const parts = [
    text(agentId),
    u16(attachments.length),
    ...attachments.flatMap((attachment) => [
      u8(kinds[attachment.kind]),
      fromHex(attachment.hash, 32),
      text(attachment.name),
      text(attachment.mimeType),
    ]),
    u16(review.length),
    ...review.map(text),
  ];
  const whole = parts.flatMap((part) => part ?? []);
  return whole.length === parts.length ? hash(32, undefined, 'aim', roomId, commandId, concat(...whole)) : undefined;
}

function text(value: string): Uint8Array | undefined {
  const bytes = utf8(value);
  return !/\p{Surrogate}/u.test(value) && bytes.length <= 0xffff ? concat(u16(bytes.length), bytes) : undefined;
}
