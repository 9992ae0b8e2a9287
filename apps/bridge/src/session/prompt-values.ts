import type { PromptAttachment } from '@collagility/adapters/port';
import { blobHash } from '@collagility/protocol/blob';
import { fromHex, toHex } from '@collagility/protocol/bytes';
import type { Command } from '@collagility/protocol/commands';
import { CollagilityError } from '@collagility/protocol/errors';
import type { Attachment } from '@collagility/protocol/events';
import type { CommandSender, RoomHost, RoomStore } from '@collagility/protocol/host/contract';
import { maxInlinePromptBytes } from '@collagility/protocol/limits';
import { pictureTypeOf } from '@collagility/protocol/picture-type';
import type { PromptItem } from '@collagility/protocol/state';
import type { NewEvent } from './engine-state.ts';
import type { UploadBudget } from './upload-budget.ts';

/** So much of a long prompt stands in its event. */
const headUnits = 1_500;

/** A long prompt does not fit its event: the whole goes beside the journal, its beginning into the event. */
export function fitPrompt(event: NewEvent, room: RoomHost): NewEvent {
  if (event.type !== 'ai.prompt.queued' && event.type !== 'ai.prompt.edited') return event;
  // As it will stand in the event: JSON may need more bytes than the text has.
  if (Buffer.byteLength(JSON.stringify(event.text)) <= maxInlinePromptBytes) return event;
  const head = event.text.slice(0, headUnits).toWellFormed();
  const whole = { ...room.keepBlob(new TextEncoder().encode(event.text)), head };
  if (event.signed === undefined) return { ...event, text: head, whole };
  const { extra: _, ...signed } = event.signed;
  return { ...event, text: head, whole, signed };
}

/**
 * Attachments were uploaded by their sender; the room keeps them under names of its own. `no_such_object`: one never
 * came; `not_a_picture`: one is not what it is said to be; `disk_full`, `too_many`: none was kept, and the room goes on.
 */
export function keepUploads(
  room: RoomHost,
  sender: CommandSender,
  command: Command,
  budget: UploadBudget,
): Command | 'no_such_object' | 'not_a_picture' | 'disk_full' | 'too_many' {
  if ((command.type !== 'prompt.run' && command.type !== 'prompt.suggest') || !command.attachments?.length)
    return command;
  // Each upload is one attachment: else a few bytes on the wire would be many on the disk.
  if (new Set(command.attachments.map(({ blob }) => blob)).size < command.attachments.length) return 'no_such_object';
  const values: Uint8Array[] = [];
  for (const { blob, hash, kind, mimeType } of command.attachments) {
    const bytes = room.uploaded(sender.memberId, blob);
    if (bytes === undefined || toHex(blobHash(bytes)) !== hash) return 'no_such_object';
    if (kind === 'image' && pictureTypeOf(bytes) !== mimeType) return 'not_a_picture';
    values.push(bytes);
  }
  if (
    !budget.take(
      sender,
      values.reduce((sum, bytes) => sum + bytes.length, 0),
    )
  )
    return 'too_many';
  try {
    const kept = room.keepApart(values);
    const attachments = command.attachments.map((attachment, at): Attachment => {
      const { blob, len, hash } = kept[at] ?? attachment;
      return { ...attachment, blob, len, hash };
    });
    return { ...command, attachments };
  } catch (error) {
    if (error instanceof CollagilityError && error.code === 'disk_full') return 'disk_full';
    throw error;
  }
}

/** A prompt as it goes to the agent; `undefined`: a part is lost, and what is left must never be sent as the whole. */
export function readPrompt(
  store: RoomStore,
  item: PromptItem,
): { text: string; attachments: PromptAttachment[] } | undefined {
  const whole = item.whole && readBlob(store, item.whole);
  if (item.whole !== undefined && whole === undefined) return undefined;
  const attachments: PromptAttachment[] = [];
  for (const { kind, mimeType, name, blob, len } of item.attachments) {
    const bytes = readBlob(store, { blob, len });
    if (bytes === undefined) return undefined;
    attachments.push({ kind, mimeType, name, bytes });
  }
  return { text: whole === undefined ? item.text : new TextDecoder().decode(whole), attachments };
}

function readBlob(store: RoomStore, { blob, len }: { blob: string; len: number }): Uint8Array | undefined {
  const id = fromHex(blob);
  const bytes = id && store.readBlob(id, 0, len)?.bytes;
  return bytes?.length === len ? bytes : undefined;
}
