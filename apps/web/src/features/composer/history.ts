import type { ParticipantId } from '@collagility/protocol/ids';
import type { RoomState } from '@collagility/protocol/state';

const maxEntries = 50;

/** What this person wrote in the room, newest first, each text once: for ↑ in an empty composer. */
export function ownTexts(state: RoomState | undefined, me: ParticipantId | undefined): string[] {
  if (state === undefined || me === undefined) return [];
  const written = [
    ...state.items.flatMap((item) =>
      item.kind === 'prompt' && (item.suggestedBy ?? item.by) === me ? [{ atMs: item.atMs, text: item.text }] : [],
    ),
    ...state.suggestions.filter((suggestion) => suggestion.by === me),
    ...state.chat.filter((message) => message.by === me),
  ].sort((a, b) => b.atMs - a.atMs);
  return [...new Set(written.map(({ text }) => text))].slice(0, maxEntries);
}

/**
 * Where the key goes among the own texts, from -1 (an empty field) back; undefined: it moves the caret. In a text of
 * several lines it leaves the text only from its first or last line.
 */
export function stepInHistory(
  key: 'ArrowUp' | 'ArrowDown',
  at: number,
  { value, selectionStart, selectionEnd }: Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>,
): number | undefined {
  if (at === -1 && (key === 'ArrowDown' || value !== '')) return undefined;
  const beyond = key === 'ArrowUp' ? value.slice(0, selectionStart) : value.slice(selectionEnd);
  if (beyond.includes('\n')) return undefined;
  return key === 'ArrowUp' ? at + 1 : at - 1;
}
