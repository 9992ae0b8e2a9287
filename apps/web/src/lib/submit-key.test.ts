import { describe, expect, test } from 'vitest';
import { isSendKey, isSubmitKey } from './submit-key.ts';

const enter = { key: 'Enter', shiftKey: false, keyCode: 13, isComposing: false };

describe('[B58] Enter with an input method', () => {
  test('the Enter that picks a candidate does not send', () => {
    expect(isSubmitKey({ ...enter, isComposing: true })).toBe(false);
    expect(isSubmitKey({ ...enter, nativeEvent: { isComposing: true, keyCode: 13 } })).toBe(false);
  });

  test('Safari reports it after the composition has ended, with key code 229', () => {
    expect(isSubmitKey({ ...enter, keyCode: 229 })).toBe(false);
    expect(isSubmitKey({ ...enter, nativeEvent: { isComposing: false, keyCode: 229 } })).toBe(false);
  });

  test('only the plain Enter sends', () => {
    expect(isSubmitKey(enter)).toBe(true);
    expect(isSubmitKey({ ...enter, shiftKey: true })).toBe(false);
    expect(isSubmitKey(enter, true)).toBe(false);
    expect(isSubmitKey({ ...enter, key: 'a' })).toBe(false);
  });
});

test('[B60] on a phone, whose keyboard has no Shift+Enter, Enter makes a line in a field of many; the button sends', () => {
  expect(isSendKey(enter, true)).toBe(false);
  expect(isSendKey(enter, false)).toBe(true);
  for (const more of [{ ctrlKey: true }, { metaKey: true }])
    for (const isTouched of [true, false]) expect(isSendKey({ ...enter, ...more }, isTouched)).toBe(true);
  expect(isSendKey({ ...enter, ctrlKey: true, keyCode: 229 }, true)).toBe(false);
  expect(isSendKey({ ...enter, shiftKey: true }, false)).toBe(false);
});
