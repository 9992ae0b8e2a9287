import type { SentCommand } from '@collagility/protocol/client/view';
import { as, type CommandId, type ThreadId } from '@collagility/protocol/ids';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claude, fold, guestA, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { loadParts } from '../../lib/lazy-part.ts';
import { strings } from '../../strings.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Composer } from './composer.tsx';
import { forgetTexts } from './forget-texts.ts';

const words = strings.room.composer;
const state = fold([...opening, ...people]);
const signed = { statement: '', signature: '' };
const run = (text: string, at: SentCommand['state']): SentCommand => ({
  commandId: as<CommandId>(`c-${text}`),
  command: { type: 'prompt.run', agentId: claude, text, attachments: undefined, signed },
  state: at,
});
/** A page of its own in the same browser. */
const openPage = (commands: SentCommand[], of = state, me = host) => {
  cleanup();
  const room = new TestRoom({ ...viewOf(of, me), commands });
  room.render(<Composer onSent={() => undefined} />);
  return room;
};
const field = () => document.querySelector<HTMLTextAreaElement>('#composer-field');

const keptTexts = () => Object.keys(localStorage).filter((key) => key.startsWith('collagility.unsent.'));

describe('what was sent and did not arrive before the page ended', () => {
  beforeAll(loadParts);
  beforeEach(() => localStorage.clear());

  test('stands in the next page of this browser, and comes back into the field as what it was', async () => {
    openPage([run('while it was down', 'sending')]);
    openPage([]);
    expect(await screen.findByText(words.left.sending)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: words.putBack }));
    expect(field()?.value).toBe('while it was down');
    expect(screen.queryByText(words.left.sending)).toBeNull();
    expect(keptTexts()).toEqual([]);
  });

  test('is kept over pages that do nothing with it, until it is let go', async () => {
    openPage([run('one', 'sending'), run('two', 'rejected')]);
    openPage([]);
    openPage([]);
    expect(await screen.findByText(words.left.refused)).toBeTruthy();
    for (const dismiss of screen.getAllByRole('button', { name: words.dismiss })) fireEvent.click(dismiss);
    expect(keptTexts()).toEqual([]);
  });

  test('what nobody knows the fate of is not called refused', async () => {
    openPage([run('it may have run', 'unknown')]);
    openPage([]);
    expect(await screen.findByText(words.left.sent)).toBeTruthy();
  });

  test.each(['sent', 'sending'] as const)(
    'what stands in the room by now has arrived, then or later: %s',
    async (at) => {
      openPage([run('again', at), run('nobody knows', at)]);
      const said = (messageId: string) =>
        ({ type: 'chat.posted', messageId, by: host, text: 'again', atMs: 0 }) as const;
      // The same words said before are another message.
      const room = openPage([], fold([...opening, ...people, said('older')]));
      expect(await screen.findByText('again')).toBeTruthy();
      room.change({ state: fold([...opening, ...people, said('older'), said('c-again')]) });
      expect(screen.queryByText('again')).toBeNull();
      expect(screen.getByText('nobody knows')).toBeTruthy();
    },
  );

  test('what the host has taken leaves nothing behind, and what this page itself still sends is told once', () => {
    openPage([run('done', 'done')]);
    expect(keptTexts()).toEqual([]);
    openPage([run('on its way', 'sending')]);
    openPage([run('on its way', 'sending')]);
    expect(screen.getAllByText('on its way')).toHaveLength(1);
  });

  test('somebody else who joins in this browser sees nothing of it, and leaving takes it along', () => {
    openPage([run('mine', 'sending')]);
    openPage([], state, guestA);
    expect(screen.queryByText('mine')).toBeNull();
    expect(keptTexts()).toHaveLength(1);
    cleanup();
    localStorage.setItem(`collagility.draft.${state.roomId}`, 'begun');
    localStorage.setItem('collagility.draft.of-another-room', 'begun');
    forgetTexts(state.roomId);
    expect(Object.keys(localStorage)).toEqual(['collagility.draft.of-another-room']);
  });

  test('that its pictures do not come back is said before', async () => {
    const attachments = [
      { kind: 'image' as const, name: 'a.png', mimeType: 'image/png', blob: 'b', len: 1, hash: 'h' },
    ];
    const { command, ...rest } = run('look', 'sending');
    openPage([{ ...rest, command: { ...command, attachments } }] as SentCommand[]);
    openPage([]);
    expect(await screen.findByRole('button', { name: words.putBackWithout })).toBeTruthy();
  });

  test('as many are kept as may wait', async () => {
    openPage(Array.from({ length: 60 }, (_, at) => run(`number ${at}`, 'sending')));
    openPage([]);
    expect(await screen.findByText('number 0')).toBeTruthy();
    expect(screen.getByText('number 59')).toBeTruthy();
  });

  test('where there is no room for what waits now, what waited before is not told in its place', () => {
    openPage([run('before', 'sending')]);
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      openPage([run('before', 'done'), run('now', 'sending')]);
    } finally {
      Storage.prototype.setItem = setItem;
    }
    expect(keptTexts()).toEqual([]);
  });

  test('words of a comment have no place in the composer, and can be copied', async () => {
    const command = { type: 'review.comment' as const, threadId: as<ThreadId>('t1'), text: 'Say who is greeted.' };
    openPage([{ commandId: as<CommandId>('c1'), command, state: 'sending' }] as SentCommand[]);
    openPage([]);
    expect(await screen.findByText('Say who is greeted.')).toBeTruthy();
    expect(screen.getByRole('button', { name: /copy/i })).toBeTruthy();
    expect(screen.queryByRole('button', { name: words.putBack })).toBeNull();
  });

  test.each(['{', '[{"text":1}]', '[null, 3]', '{"a":1}'])('damaged storage is the same as none: %s', (text) => {
    openPage([run('x', 'sending')]);
    const [key = 'none'] = keptTexts();
    localStorage.setItem(key, text);
    openPage([]);
    expect(field()).not.toBeNull();
    expect(screen.queryByRole('list', { name: words.left.label })).toBeNull();
  });
});
