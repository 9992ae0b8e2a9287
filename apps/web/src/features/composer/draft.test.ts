import { expect, test } from 'vitest';
import { draftKey, readDraft, writeDraft } from './draft.ts';

const refusing = {
  getItem: () => {
    throw new DOMException('forbidden', 'SecurityError');
  },
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
  removeItem: () => {
    throw new DOMException('forbidden', 'SecurityError');
  },
};

test('a full or forbidden storage stops nobody from typing: there is just no draft after a reload', () => {
  for (const store of [undefined, refusing]) {
    expect(() => writeDraft(store, 'room', 'some words')).not.toThrow();
    expect(() => writeDraft(store, 'room', '')).not.toThrow();
    expect(readDraft(store, 'room')).toBe('');
  }
});

test('a draft is the room’s, and an empty one leaves nothing behind', () => {
  writeDraft(localStorage, 'a', 'for a');
  expect(readDraft(localStorage, 'a')).toBe('for a');
  expect(readDraft(localStorage, 'b')).toBe('');
  writeDraft(localStorage, 'a', '');
  expect(localStorage.getItem(draftKey('a'))).toBeNull();
});
