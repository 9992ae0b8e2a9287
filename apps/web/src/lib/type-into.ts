/**
 * Puts text into a field as if it was typed, so that undo takes it back; a value that is set takes all undo away. False
 * where the browser has no such way: the caller sets the value. (The command is old, and the only one that all have.)
 */
export function typeInto(field: HTMLTextAreaElement | null, from: number, to: number, text: string): boolean {
  if (field === null || typeof document.execCommand !== 'function') return false;
  field.focus();
  field.setSelectionRange(from, to);
  return document.execCommand('insertText', false, text);
}
