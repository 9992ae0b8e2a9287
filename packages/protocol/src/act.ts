/** Which statement belongs to which command (CLG-70): the one place, read by the device that signs and by the host that checks. */
import type { Command } from './commands.ts';
import type { CommandId } from './ids.ts';
import type { RoomState } from './state.ts';

/** What a statement about a command says. `shown`: the text whose hash it holds; absent: 32 zeros. */
export type Act = {
  kind: 'approval' | 'prompt' | 'suggestion' | 'answer' | 'vote';
  /** 32 hex digits. */
  objectId: string;
  decision: 'none' | 'allow' | 'deny' | 'up' | 'down';
  shown?: string;
  /** The attachment: its UTF-8 bytes are hashed. Empty where there is none. */
  extra: string;
};

/** `undefined`: the command is not signed, or what it is about is not in the room. */
export function actOf(command: Command, commandId: CommandId, room: RoomState): Act | undefined {
  switch (command.type) {
    case 'prompt.suggest':
      return { kind: 'suggestion', objectId: commandId, decision: 'none', extra: command.text };
    case 'prompt.run':
    case 'suggestion.merge':
      return { kind: 'prompt', objectId: commandId, decision: 'none', extra: command.text };
    case 'suggestion.run': {
      const text = command.text ?? suggestionText(room, command.suggestionId);
      return text === undefined ? undefined : { kind: 'prompt', objectId: commandId, decision: 'none', extra: text };
    }
    case 'suggestion.vote': {
      const shown = suggestionText(room, command.suggestionId);
      if (shown === undefined) return undefined;
      return { kind: 'vote', objectId: command.suggestionId, decision: command.vote, shown, extra: '' };
    }
    case 'queue.edit':
      return { kind: 'prompt', objectId: commandId, decision: 'none', extra: command.text };
    case 'approval.vote': {
      const request = requestOf(room, command.approvalId);
      if (request === undefined) return undefined;
      return { kind: 'vote', objectId: command.approvalId, decision: command.vote, shown: request.shown, extra: '' };
    }
    case 'approval.answer': {
      const request = requestOf(room, command.approvalId);
      if (request === undefined) return undefined;
      const kind = request.kind === 'question' ? 'answer' : 'approval';
      return {
        kind,
        objectId: command.approvalId,
        decision: command.decision,
        shown: request.shown,
        extra: command.extra,
      };
    }
    default:
      return undefined;
  }
}

const suggestionText = (room: RoomState, suggestionId: string): string | undefined =>
  room.suggestions.find((suggestion) => suggestion.suggestionId === suggestionId)?.text;

/** The request of an approval card, pending or resolved. */
export function requestOf(room: RoomState, approvalId: string) {
  const item = room.items.findLast((found) => found.kind === 'approval' && found.request.approvalId === approvalId);
  return item?.kind === 'approval' ? item.request : undefined;
}
