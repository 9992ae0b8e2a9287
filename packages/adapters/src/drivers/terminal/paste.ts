export type Paste = { ok: true; keys: string } | { ok: false; why: string };

/** Controls that a text needs are line feed and tab; each other one could be a key, or the end of the paste. */
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** A prompt as text and nothing else: what it holds of escapes is removed, the end of a paste too. */
const plainText = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replaceAll(controls, '');

/**
 * The keys that bring a text into a program's input, without Enter. Marked as one paste only where the program asked
 * for that; unmarked, each line would be sent by itself, so more than one is refused.
 */
export function pasteOf(text: string, marksPastes: boolean): Paste {
  const plain = plainText(text);
  if (plain.trim() === '') return { ok: false, why: 'Nothing of this text can be typed.' };
  if (marksPastes) return { ok: true, keys: `\x1b[200~${plain}\x1b[201~` };
  if (plain.trimEnd().includes('\n')) {
    return { ok: false, why: 'This program does not take several lines as one input. Send them one by one.' };
  }
  return { ok: true, keys: plain.trimEnd() };
}

/** A program with many lines to lay out, or with a guard against pasted Enter keys, needs this long before Enter. */
export const settleMs = (text: string): number => Math.min(500, Math.max(120, text.split('\n').length * 15));
