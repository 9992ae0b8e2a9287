import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { claude, fold, guestC, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Composer } from './composer.tsx';
import { mentionAt } from './mention.ts';

const field = () => {
  const found = document.getElementById('composer-field');
  if (!(found instanceof HTMLTextAreaElement)) throw new Error('no composer');
  return found;
};
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
function open(me = host) {
  const room = new TestRoom(viewOf(fold([...opening, ...people]), me));
  const asked: string[] = [];
  room.answers.search = (ask) => {
    if ('query' in ask) asked.push(ask.query);
    return 'query' in ask && ask.query === 'zz'
      ? { paths: [], total: 0 }
      : { paths: ['src/a.ts', 'src/b.ts'], total: 2 };
  };
  room.render(<Composer onSent={() => undefined} />);
  return { room, asked };
}

describe('a file behind an @', () => {
  test('is a word that begins with it, at the caret', () => {
    expect(mentionAt('see @src/a', 10)).toEqual({ query: 'src/a', start: 4 });
    expect(mentionAt('@', 1)).toEqual({ query: '', start: 0 });
    expect(mentionAt('see @src/a now', 10)).toEqual({ query: 'src/a', start: 4 });
    for (const text of ['mail me@x', 'see @a now', 'no', '@@']) expect(mentionAt(text, text.length)).toBeUndefined();
  });

  test('is found while it is written, chosen by keys, and sent only by the next Enter', async () => {
    const { room, asked } = open();
    type('look at @sr');
    const second = await screen.findByRole('option', { name: /b\.ts/ });
    fireEvent.keyDown(field(), { key: 'ArrowDown' });
    expect(second.getAttribute('aria-selected')).toBe('true');
    await waitFor(() => expect(field().getAttribute('aria-activedescendant')).toBe(second.id));
    fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(field().value).toBe('look at @src/b.ts '));
    expect(room.sent).toEqual([]);
    expect(screen.queryByRole('listbox')).toBeNull();
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(room.sent).toEqual([{ type: 'prompt.run', agentId: claude, text: 'look at @src/b.ts ' }]);
    expect(asked).toEqual(['sr']);
  });

  test('Escape leaves the text as it is; nothing that fits is said; a chat asks nobody', async () => {
    const { room } = open();
    type('@a');
    await screen.findByRole('listbox');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field().value).toBe('@a');
    type('@zz');
    expect(await screen.findByText('No file fits.')).toBeTruthy();
    expect(room.sent).toEqual([]);
  });

  test('is not looked for by those who only chat', async () => {
    const { asked } = open(guestC);
    type('@a');
    await new Promise((done) => setTimeout(done, 50));
    expect(asked).toEqual([]);
  });
});
