/** Where a key press belongs to somebody else: single keys do nothing there. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]') !== null;

/** A dialog or a menu is open: its keys are its own. */
export const isInLayer = (): boolean => document.querySelector('dialog[open], [popover]:popover-open') !== null;

/** Where words are being written, not chosen. */
export const isWriting = (target: Element | null): boolean =>
  target?.matches('textarea, input:not([type=radio], [type=checkbox])') === true;
