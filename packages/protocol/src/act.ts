/** Which statement belongs to which command (CLG-70): the one place, read by the device that signs and by the host that checks. */
import { type Aim, aimHash, aimOf } from './aim.ts';
import { fromHex } from './bytes.ts';
import type { Command } from './commands.ts';
import type { CommandId } from './ids.ts';
import type { RoomState } from './state.ts';
import { shownHash } from './statement.ts';

/** What a statement about a command says. `shown`, or `aim`: what its shownHash is of; absent: 32 zeros. */
export type Act = {
  kind: 'approval' | 'prompt' | 'suggestion' | 'answer' | 'vote';
  /** 32 hex digits. */
  objectId: string;
  decision: 'none' | 'allow' | 'deny' | 'up' | 'down';
  shown?: string;
  /** Of a prompt or suggestion: where it goes and what goes with it (CLG-78). */
  aim?: Aim;
  /** The attachment: its UTF-8 bytes are hashed. Empty where there is none. */
  extra: string;
};

/** `undefined`: the command is not signed, or what it is about is not in the room. */
export function actOf(command: Command, commandId: CommandId, room: RoomState): Act | undefined {
  switch (command.type) {
    case 'prompt.suggest':
    case 'prompt.run':
    case 'prompt.steer':
    case 'suggestion.merge':
    case 'queue.edit':
      return aimed(command, commandId, room, command.text);
    case 'suggestion.run':
      return aimed(command, commandId, room, command.text ?? suggestionText(room, command.suggestionId));
    case 'suggestion.vote': {
      const shown = suggestionText(room, command.suggestionId);
      if (shown === undefined) return undefined;
      return { kind: 'vote', objectId: command.suggestionId, decision: command.vote, shown, extra: '' };
    }
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

function aimed(command: Command, commandId: CommandId, room: RoomState, text: string | undefined): Act | undefined {
  const aim = aimOf(command, room);
  if (aim === undefined || text === undefined) return undefined;
  const kind = command.type === 'prompt.suggest' ? 'suggestion' : 'prompt';
  return { kind, objectId: commandId, decision: 'none', aim, extra: text };
}

/** What stands as shownHash in the statement of this act. `undefined`: it cannot be signed as it is. */
export function actHash(act: Act, roomId: Uint8Array): Uint8Array | undefined {
  const objectId = fromHex(act.objectId, 16);
  if (objectId === undefined) return undefined;
  if (act.aim !== undefined) return aimHash(roomId, objectId, act.aim);
  return act.shown === undefined ? new Uint8Array(32) : shownHash(roomId, objectId, act.shown);
}

const suggestionText = (room: RoomState, suggestionId: string): string | undefined =>
  room.suggestions.find((suggestion) => suggestion.suggestionId === suggestionId)?.text;

/** The request of an approval card, pending or resolved. */
export function requestOf(room: RoomState, approvalId: string) {
  const item = room.items.findLast((found) => found.kind === 'approval' && found.request.approvalId === approvalId);
  return item?.kind === 'approval' ? item.request : undefined;
}
