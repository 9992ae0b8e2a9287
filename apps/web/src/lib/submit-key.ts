/** What a key press must tell; both React's and the browser's events fit. */
export type KeyPress = {
  key: string;
  shiftKey: boolean;
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

/** The one predicate for "Enter sends": plain Enter, no input method, no open menu. Used by every field that submits. */
export function isSubmitKey(event: KeyPress, isMenuOpen = false): boolean {
  return event.key === 'Enter' && !event.shiftKey && !isMenuOpen && !isComposing(event);
}
