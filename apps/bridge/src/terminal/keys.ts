import type { InputMode } from './live-view.ts';

export type KeyAction =
  | { do: 'admit' }
  | { do: 'turn-away' }
  | { do: 'allow'; scope: 'once' | 'session' }
  | { do: 'deny'; feedback?: string }
  | { do: 'next' }
  | { do: 'open' }
  | { do: 'copy' }
  | { do: 'show-code' }
  | { do: 'interrupt' }
  | { do: 'go-on' }
  | { do: 'pause-or-resume' }
  | { do: 'panic' }
  | { do: 'end' };

/** What the keys may mean now. */
export type KeyContext = {
  approval?: { isPermission: boolean; isWhole: boolean; mayFeedback: boolean; sessionRule?: string };
};

const ctrlC = '\u0003';
const escapeKey = '\u001b';
const enter = ['\r', '\n'];
const erase = ['\u007f', '\b'];
const maxFeedback = 2_000;

/** One read of the terminal → the next mode and what is to be done. */
export function pressed(
  input: InputMode,
  bytes: string,
  context: KeyContext,
): { input: InputMode; action?: KeyAction } {
  if (bytes.includes(ctrlC)) return { input, action: { do: 'end' } };
  if (input.kind === 'feedback') return typed(input.text, bytes, context);
  // More than one character at once was pasted, not pressed: it must not decide anything.
  if ([...bytes].length !== 1) return { input: bytes.startsWith(escapeKey) ? { kind: 'keys' } : input };
  if (input.kind === 'confirm-session') {
    if (bytes !== 'y') return { input: { kind: 'keys' } };
    // Too early, or not all of it is seen: the rule stays to be read.
    if (context.approval?.isWhole !== true) return { input };
    return { input: { kind: 'keys' }, action: { do: 'allow', scope: 'session' } };
  }
  if (input.kind === 'confirm-panic') {
    return bytes === '!' ? { input: { kind: 'keys' }, action: { do: 'panic' } } : { input: { kind: 'keys' } };
  }
  if (bytes === '?') return { input: { kind: input.kind === 'help' ? 'keys' : 'help' } };
  if (bytes === '!') return { input: { kind: 'confirm-panic' } };
  const { approval } = context;
  if (approval !== undefined) {
    const mayAllow = approval.isPermission && approval.isWhole;
    if (bytes === 'a' && mayAllow) return { input, action: { do: 'allow', scope: 'once' } };
    if (bytes === 's' && mayAllow && approval.sessionRule !== undefined) {
      return { input: { kind: 'confirm-session', rule: approval.sessionRule } };
    }
    if (bytes === 'd') return { input, action: { do: 'deny' } };
    if (bytes === 'f' && approval.mayFeedback) return { input: { kind: 'feedback', text: '' } };
  }
  const action = plainKeys[bytes];
  return action === undefined ? { input: { kind: 'keys' } } : { input, action };
}

const plainKeys: Record<string, KeyAction | undefined> = {
  l: { do: 'admit' },
  x: { do: 'turn-away' },
  n: { do: 'next' },
  o: { do: 'open' },
  c: { do: 'copy' },
  q: { do: 'show-code' },
  i: { do: 'interrupt' },
  g: { do: 'go-on' },
  p: { do: 'pause-or-resume' },
};

/** Feedback is typed or pasted as one line. */
function typed(text: string, bytes: string, context: KeyContext): { input: InputMode; action?: KeyAction } {
  if (bytes.startsWith(escapeKey) || context.approval === undefined) return { input: { kind: 'keys' } };
  if (enter.includes(bytes)) {
    const feedback = text.trim();
    return { input: { kind: 'keys' }, action: { do: 'deny', ...(feedback === '' ? {} : { feedback }) } };
  }
  if (erase.includes(bytes)) return { input: { kind: 'feedback', text: [...text].slice(0, -1).join('') } };
  const clean = bytes.replace(/\p{Cc}+/gu, ' ');
  return { input: { kind: 'feedback', text: (text + clean).slice(0, maxFeedback) } };
}
