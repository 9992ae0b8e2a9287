/** Keys that programs in terminals need and the keyboards of phones lack. */
export type ExtraKey = 'escape' | 'tab' | 'up' | 'down' | 'right' | 'left';

const plain = { escape: '\x1b', tab: '\t' } as const;
const finals = { up: 'A', down: 'B', right: 'C', left: 'D' } as const;

/** What such a key sends. `isApplication`: the program asked for arrows of its own (DECCKM). */
export function extraKey(key: ExtraKey, isApplication: boolean): string {
  return key === 'escape' || key === 'tab' ? plain[key] : `\x1b${isApplication ? 'O' : '['}${finals[key]}`;
}

/** The same key with Control held; `undefined` for what has no such code. */
export function withControl(typed: string): string | undefined {
  if (typed === ' ') return '\0';
  if (typed === '?') return '\x7f';
  return /^[@-_a-z]$/.test(typed) ? String.fromCharCode(typed.toUpperCase().charCodeAt(0) & 0x1f) : undefined;
}
