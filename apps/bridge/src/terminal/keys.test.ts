import { expect, test } from 'vitest';
import { type KeyContext, pressed } from './keys.ts';
import type { InputMode } from './live-view.ts';

const keys: InputMode = { kind: 'keys' };
const asking: KeyContext = { approval: { isPermission: true, isWhole: true, mayFeedback: true, sessionRule: 'ls' } };
const press = (context: KeyContext, ...reads: string[]) => {
  let input: InputMode = keys;
  const actions: unknown[] = [];
  for (const bytes of reads) {
    const result = pressed(input, bytes, context);
    input = result.input;
    if (result.action !== undefined) actions.push(result.action);
  }
  return { input, actions };
};

test('a request is answered by one key, or by two where more is given away', () => {
  expect(press(asking, 'a').actions).toEqual([{ do: 'allow', scope: 'once' }]);
  expect(press(asking, 'd').actions).toEqual([{ do: 'deny' }]);
  expect(press(asking, 's').actions).toEqual([]);
  expect(press(asking, 's', 'y').actions).toEqual([{ do: 'allow', scope: 'session' }]);
  expect(press(asking, 's', '\u001b')).toEqual({ input: keys, actions: [] });
});

test('feedback is a line of text, ended by Enter, left by Escape', () => {
  expect(press(asking, 'f', 'use', ' ', 'pnpmm', '\u007f', '\r').actions).toEqual([
    { do: 'deny', feedback: 'use pnpm' },
  ]);
  expect(press(asking, 'f', 'a', 'd', '\u001b')).toEqual({ input: keys, actions: [] });
  expect(press(asking, 'f', '\r').actions).toEqual([{ do: 'deny' }]);
});

test('pasted text and arrow keys decide nothing', () => {
  expect(press(asking, 'add the lodash package', '\u001b[A', 'aa').actions).toEqual([]);
});

test('without a request its keys do nothing; what is not whole on the screen cannot be allowed', () => {
  expect(press({}, 'a', 'd', 's', 'f').actions).toEqual([]);
  const cut: KeyContext = { approval: { isPermission: true, isWhole: false, mayFeedback: true, sessionRule: 'ls' } };
  expect(press(cut, 'a', 's', 'y').actions).toEqual([]);
  expect(press(cut, 'd').actions).toEqual([{ do: 'deny' }]);
});

test('panic takes two keys, Ctrl+C works in every mode', () => {
  expect(press({}, '!', 'x').actions).toEqual([]);
  expect(press({}, '!', '!').actions).toEqual([{ do: 'panic' }]);
  expect(press(asking, 'f', 'text', '\u0003').actions).toEqual([{ do: 'end' }]);
  expect(press({}, '?').input).toEqual({ kind: 'help' });
  expect(press({}, '?', '?').input).toEqual(keys);
});
