/** Characters that turn the direction of what follows: with them a line reads other than it runs ("Trojan source"). */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** The same text with such characters as visible escapes. Text in right-to-left scripts needs none of them. */
export function showBidi(text: string): string {
  return text.replace(turning, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
