import type { SentCommand } from '@collagility/protocol/client/view';
import { as, type CommandId, type ThreadId } from '@collagility/protocol/ids';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { claude, fold, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { strings } from '../../strings.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Composer } from './composer.tsx';

const words = strings.room.composer;
const state = fold([...opening, ...people]);
const signed = { statement: '', signature: '' };
const run = (text: string, at: SentCommand['state']): SentCommand => ({
  commandId: as<CommandId>(`c-${text}`),
  command: { type: 'prompt.run', agentId: claude, text, attachments: undefined, signed },
  state: at,
});
/** A page of its own in the same browser. */
const openPage = (commands: SentCommand[], of = state) => {
  cleanup();
  const room = new TestRoom({ ...viewOf(of, host), commands });
  room.render(<Composer onSent={() => undefined} />);
  return room;
};
const field = () => document.querySelector<HTMLTextAreaElement>('#composer-field');

describe('what was sent and did not arrive before the page ended', () => {
  beforeEach(() => localStorage.clear());

  test('stands in the next page of this browser, and comes back into the field as what it was', async () => {
    openPage([run('while it was down', 'sending')]);
    openPage([]);
    expect(await screen.findByText(words.left.sending)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: words.putBack }));
    expect(field()?.value).toBe('while it was down');
    expect(screen.queryByText(words.left.sending)).toBeNull();
    openPage([]);
    expect(screen.queryByText(words.left.sending)).toBeNull();
  });

  test('is kept over pages that do nothing with it, until it is let go', async () => {
    openPage([run('one', 'sending'), run('two', 'rejected')]);
    openPage([]);
    openPage([]);
    expect(await screen.findByText(words.left.refused)).toBeTruthy();
    for (const dismiss of screen.getAllByRole('button', { name: words.dismiss })) fireEvent.click(dismiss);
    openPage([]);
    expect(screen.queryByText('one')).toBeNull();
  });

  test('what left and stands in the room by now has arrived; what does not may be lost', async () => {
    openPage([run('arrived', 'sent'), run('nobody knows', 'sent')]);
    const said = { type: 'chat.posted', messageId: 'm1', by: host, text: 'arrived', atMs: 0 } as const;
    openPage([], fold([...opening, ...people, said]));
    expect(await screen.findByText(words.left.sent)).toBeTruthy();
    expect(screen.getByText('nobody knows')).toBeTruthy();
    expect(screen.queryByText('arrived')).toBeNull();
  });

  test('what the host has taken leaves nothing behind, and what this page itself still sends is told once', () => {
    openPage([run('done', 'done'), run('on its way', 'sending')]);
    openPage([run('on its way', 'sending')]);
    expect(screen.getAllByText('on its way')).toHaveLength(1);
    openPage([]);
    expect(screen.queryByText('done')).toBeNull();
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
    localStorage.setItem(`collagility.unsent.${state.roomId}`, text);
    openPage([]);
    expect(field()).not.toBeNull();
    expect(screen.queryByRole('list', { name: words.left.label })).toBeNull();
  });
});
