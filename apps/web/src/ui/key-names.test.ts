import { expect, test } from 'vitest';
import { keyNames } from './key-names.ts';

test('keys are named as on the keyboard that is there', () => {
  expect(keyNames('⌘F or /', 'MacIntel')).toBe('⌘F or /');
  expect(keyNames('⌘F or /', 'Linux x86_64')).toBe('Ctrl+F or /');
  expect(keyNames('⌥↓ / ⌥↑', 'Win32')).toBe('Alt+↓ / Alt+↑');
  expect(keyNames('F6 / ⇧F6', 'Win32')).toBe('F6 / Shift+F6');
  expect(keyNames('⌃]', 'Linux x86_64')).toBe('Ctrl+]');
});
