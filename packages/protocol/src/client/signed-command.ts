import { actHash, actOf } from '../act.ts';
import { fromHex, toHex, utf8 } from '../bytes.ts';
import type { Head } from '../chain.ts';
import { type Command, parseCommand } from '../commands.ts';
import { CollagilityError } from '../errors.ts';
import type { CommandId } from '../ids.ts';
import type { RoomState } from '../state.ts';
import { encodeStatement, extraHash } from '../statement.ts';
import type { DeviceKey } from './member-store.ts';

/** A command as a person means it; what must be signed is signed over what was shown. */
export type Unsigned<C> = C extends { signed: unknown } ? Omit<C, 'signed'> : C;

export type SigningRoom = { roomId: Uint8Array; device: DeviceKey; state: RoomState | undefined; head: Head };

/** Adds the device's signature where the command wants one (CLG-70). Rejects where what it is about is not in the room. */
export async function signedCommand(
  unsigned: Unsigned<Command>,
  commandId: CommandId,
  { roomId, device, state, head }: SigningRoom,
): Promise<Command> {
  const plain = parseCommand(unsigned);
  if (plain !== undefined) return plain;
  const draft = parseCommand({ ...unsigned, signed: { statement: '', signature: '' } });
  const act = draft && state && actOf(draft, commandId, state);
  if (act === undefined) throw new CollagilityError('no_such_object', 'What this is about is not in the room.');
  const objectId = fromHex(act.objectId, 16);
  const id = fromHex(commandId, 16);
  const shown = actHash(act, roomId);
  if (objectId === undefined || id === undefined || shown === undefined) {
    throw new CollagilityError('malformed', 'This cannot be signed as it is shown.');
  }
  const statement = encodeStatement({
    kind: act.kind,
    commandId: id,
    objectId,
    decision: act.decision,
    atSeq: head.seq,
    atHash: head.hash,
    shownHash: shown,
    extraHash: extraHash(utf8(act.extra)),
  });
  const signature = await device.sign('stmt', roomId, statement);
  const signed = { statement: toHex(statement), signature: toHex(signature) };
  const command = parseCommand({ ...unsigned, signed });
  if (command === undefined) throw new CollagilityError('malformed', 'This command cannot be made.');
  return command;
}
