import { type AgentId, as } from '@collagility/protocol/ids';
import { expect, test } from 'vitest';
import { noDraft, readDraft, writeDraft } from './draft.ts';

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
    expect(() => writeDraft(store, 'room', { text: 'some words', kind: 'chat' })).not.toThrow();
    expect(() => writeDraft(store, 'room', noDraft)).not.toThrow();
    expect(readDraft(store, 'room')).toEqual(noDraft);
  }
});

test('a draft is the room’s, and an empty one leaves nothing behind', () => {
  writeDraft(localStorage, 'a', { text: 'for a', kind: 'prompt' });
  expect(readDraft(localStorage, 'a')).toEqual({ text: 'for a', kind: 'prompt' });
  expect(readDraft(localStorage, 'b')).toEqual(noDraft);
  const agentId = as<AgentId>('codex');
  writeDraft(localStorage, 'a', { text: 'for one agent', kind: 'prompt', agentId });
  expect(readDraft(localStorage, 'a')).toEqual({ text: 'for one agent', kind: 'prompt', agentId });
  writeDraft(localStorage, 'a', { text: '', kind: 'prompt', agentId });
  expect(localStorage.length).toBe(0);
});
