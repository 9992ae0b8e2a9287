import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { fold, guestA, guestB, opening, people, type Told, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { ChatTab } from './chat-tab.tsx';

const posted = (count: number, by = guestA): Told[] =>
  Array.from({ length: count }, (_, at) => ({ type: 'chat.posted', messageId: `c${at}`, by, text: `message ${at}` }));
const view = (chat: Told[]) => viewOf(fold([...opening, ...people, ...chat]), guestB);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');

beforeEach(() => sessionStorage.clear());

describe('the chat of the panel', () => {
  test('[B60] what is being written is there again after another tab was looked at, and gone once it is sent', () => {
    const room = new TestRoom(view(posted(1)));
    const first = room.render(<ChatTab />);
    fireEvent.change(field(), { target: { value: 'half a thought' } });
    first.unmount();
    const second = room.render(<ChatTab />);
    expect(field().value).toBe('half a thought');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(room.sent).toMatchObject([{ type: 'chat.post', text: 'half a thought' }]);
    second.unmount();
    room.render(<ChatTab />);
    expect(field().value).toBe('');
  });

  test('[B59] a new message moves nobody who reads further up; they are told, and own words go to the end', () => {
    const room = new TestRoom(view(posted(5)));
    room.render(<ChatTab />);
    const list = screen.getByRole('log');
    const size = { scrollHeight: 1_000, clientHeight: 200 };
    for (const [name, value] of Object.entries(size)) Object.defineProperty(list, name, { value, configurable: true });
    list.scrollTop = 300;
    fireEvent.scroll(list);
    room.change(view(posted(6)));
    expect(list.scrollTop).toBe(300);
    fireEvent.click(screen.getByRole('button', { name: 'New messages below' }));
    expect(list.scrollTop).toBe(1_000);
    expect(screen.queryByRole('button', { name: 'New messages below' })).toBeNull();
    room.change(view(posted(7)));
    expect(list.scrollTop).toBe(1_000);
    list.scrollTop = 300;
    fireEvent.scroll(list);
    room.change(view([...posted(7), { type: 'chat.posted', messageId: 'own', by: guestB, text: 'mine' }]));
    expect(list.scrollTop).toBe(1_000);
  });
});
