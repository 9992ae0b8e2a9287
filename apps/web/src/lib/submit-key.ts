/** What a key press must tell; both React's and the browser's events fit. */
export type KeyPress = {
  key: string;
  shiftKey: boolean;
  ctrlKey?: boolean;
  metaKey?: boolean;
  keyCode?: number;
  isComposing?: boolean;
  nativeEvent?: { isComposing?: boolean; keyCode?: number };
};

/** Chromium and Safari report 229 for keys that an input method handles; Safari even after `compositionend`. */
const handledByInputMethod = 229;

/** Whether the key belongs to an input method that is choosing a word. */
export function isComposing(event: KeyPress): boolean {
  const keyCode = event.nativeEvent?.keyCode ?? event.keyCode;
  return (event.nativeEvent?.isComposing ?? event.isComposing ?? false) || keyCode === handledByInputMethod;
}

/** The one predicate for "Enter submits": plain Enter, no input method, no open menu. Used by every field that submits. */
export function isSubmitKey(event: KeyPress, isMenuOpen = false): boolean {
  return event.key === 'Enter' && !event.shiftKey && !isMenuOpen && !isComposing(event);
}

/**
 * Whether the key sends what stands in a field of many lines. The keyboard of a phone has no Shift+Enter: there Enter makes a
 * line, and the button sends; with Ctrl or Cmd it sends everywhere.
 */
export function isSendKey(event: KeyPress, isTouched = isTouchFirst()): boolean {
  return isSubmitKey(event) && (!isTouched || event.ctrlKey === true || event.metaKey === true);
}

const isTouchFirst = (): boolean => window.matchMedia('(pointer: coarse)').matches;
