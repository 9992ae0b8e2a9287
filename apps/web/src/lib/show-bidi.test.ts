import { expect, test } from 'vitest';
import { showBidi } from './show-bidi.ts';

test('what turns the direction is seen, and text of right-to-left scripts stays as it is', () => {
  expect(showBidi('if (isAdmin\u202e // safe \u2066)')).toBe('if (isAdmin\\u{202e} // safe \\u{2066})');
  expect(showBidi('שלום עולם, مرحبا')).toBe('שלום עולם, مرحبا');
});
