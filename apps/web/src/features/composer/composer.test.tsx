import { as, type CommandId, type PromptId, type SuggestionId } from '@collagility/protocol/ids';
import type { AgentState } from '@collagility/protocol/state';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { claude, fold, guestA, guestC, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Composer } from './composer.tsx';
import { draftKey } from './draft.ts';
import { Suggestions } from './suggestions.tsx';

const state = fold([...opening, ...people]);
const roomAs = (me = host, more = {}) => new TestRoom({ ...viewOf(state, me), ...more });
const field = () => {
  const found = document.getElementById('composer-field');
  if (!(found instanceof HTMLTextAreaElement)) throw new Error('no composer');
  return found;
};
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const open = (room: TestRoom) => room.render(<Composer onSent={() => undefined} />);

describe('composer', () => {
  test('what it sends follows from the rights', () => {
    const room = roomAs();
    open(room);
    type('do it');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(room.sent).toEqual([{ type: 'prompt.run', agentId: claude, text: 'do it' }]);
    expect(field().value).toBe('');
  });

  test('an ended session says so where people would write', () => {
    open(roomAs(guestA, { state: { ...state, ended: { reason: 'host', atMs: 0 } } }));
    expect(field().disabled).toBe(true);
    expect(field().placeholder).toBe('The session has ended.');
  });

  test('a co-driver suggests, a viewer chats', () => {
    const codriver = roomAs(guestA);
    const view = open(codriver);
    type('try this');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(codriver.sent).toMatchObject([{ type: 'prompt.suggest' }]);
    view.unmount();
    const viewer = roomAs(guestC);
    open(viewer);
    type('hello');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(viewer.sent).toEqual([{ type: 'chat.post', text: 'hello' }]);
  });

  test('while a turn runs of an agent that takes words then, they go into it; after it they are a prompt', () => {
    const agent = { ...state.agents[claude], agentId: claude, capabilities: ['steering'] } as AgentState;
    const promptId = as<PromptId>('p1');
    const during = { ...state, agents: { [claude]: { ...agent, runningPromptId: promptId } } };
    const room = roomAs(host, { state: during });
    open(room);
    fireEvent.click(screen.getByRole('radio', { name: 'Steer' }));
    type('left, not right');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(room.sent).toEqual([{ type: 'prompt.steer', agentId: claude, promptId, text: 'left, not right' }]);
    room.change({ state: { ...state, agents: { [claude]: agent } } });
    expect(screen.queryByRole('radio', { name: 'Steer' })).toBeNull();
  });

  test('words into a turn are not offered for an agent that takes none, nor to those who only suggest', () => {
    const agent = { ...state.agents[claude], agentId: claude, runningPromptId: as<PromptId>('p1') } as AgentState;
    open(roomAs(host, { state: { ...state, agents: { [claude]: { ...agent, capabilities: [] } } } }));
    expect(screen.queryByRole('radio', { name: 'Steer' })).toBeNull();
    cleanup();
    open(roomAs(guestA, { state: { ...state, agents: { [claude]: { ...agent, capabilities: ['steering'] } } } }));
    expect(screen.queryByRole('radio', { name: 'Steer' })).toBeNull();
  });

  test('[B58] the Enter of an input method does not send, Shift+Enter makes a line', () => {
    const room = roomAs();
    open(room);
    type('にほn');
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
    expect(room.sent).toEqual([]);
  });

  test('a draft survives a reload, and is gone once sent', () => {
    const first = open(roomAs());
    type('half a thought');
    first.unmount();
    open(roomAs());
    expect(field().value).toBe('half a thought');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(localStorage.getItem(draftKey(state.roomId))).toBeNull();
  });

  test('one’s own words stay while a suggestion is changed: they are back when it is sent, or left', () => {
    const suggestion = {
      suggestionId: as<SuggestionId>('s1'),
      agentId: claude,
      by: guestA,
      text: 'try',
      atMs: 1,
      votes: {},
    };
    const room = roomAs(host, { state: { ...state, suggestions: [suggestion] } });
    const draw = () =>
      room.render(
        <>
          <Suggestions isTight={false} />
          <Composer onSent={() => undefined} />
        </>,
      );
    const view = draw();
    type('my own words');
    const change = () => fireEvent.click(screen.getByRole('button', { name: 'Edit & run' }));
    change();
    expect(field().value).toBe('try');
    type('try harder');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(field().value).toBe('my own words');
    change();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(field().value).toBe('my own words');
    change();
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(room.sent).toEqual([{ type: 'suggestion.run', suggestionId: 's1', text: 'try' }]);
    expect(field().value).toBe('my own words');
    view.unmount();
    draw();
    expect(field().value).toBe('my own words');
  });

  test('a text that could not be sent and comes back joins what is being written', () => {
    const commandId = as<CommandId>('c1');
    const command = { type: 'chat.post', text: 'from before' } as const;
    const room = roomAs(host, {
      commands: [{ commandId, command, state: 'rejected', outcome: { state: 'rejected', code: 'rate' } }],
    });
    open(room);
    type('what I write now');
    fireEvent.click(screen.getByRole('button', { name: 'Put back to change' }));
    expect(field().value).toBe('from before\n\nwhat I write now');
    expect(localStorage.getItem(draftKey(state.roomId))).toBe('from before\n\nwhat I write now');
  });

  test('a text that comes back while a suggestion is changed is not taken for it, and is there afterwards', () => {
    const suggestionId = as<SuggestionId>('s1');
    const suggestion = { suggestionId, agentId: claude, by: guestA, text: 'try', atMs: 1, votes: {} };
    const command = { type: 'chat.post', text: 'from before' } as const;
    const room = roomAs(host, {
      state: { ...state, suggestions: [suggestion] },
      commands: [
        { commandId: as<CommandId>('c1'), command, state: 'rejected', outcome: { state: 'rejected', code: 'rate' } },
      ],
    });
    room.render(
      <>
        <Suggestions isTight={false} />
        <Composer onSent={() => undefined} />
      </>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Edit & run' }));
    type('try harder');
    fireEvent.click(screen.getByRole('button', { name: 'Put back to change' }));
    expect(field().value).toBe('try harder');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(room.sent).toEqual([{ type: 'suggestion.run', suggestionId, text: 'try harder' }]);
    expect(field().value).toBe('from before');
  });

  test('a browser that keeps nothing keeps the draft in its tab only', () => {
    const view = viewOf(state, host);
    const me = view.me;
    if (me === undefined) throw new Error('nobody');
    open(new TestRoom({ ...view, me: { ...me, inMemory: true } }));
    type('secret plan');
    expect(localStorage.length).toBe(0);
    expect(sessionStorage.getItem(draftKey(state.roomId))).toBe('secret plan');
  });

  test('nothing, blanks, a slash of a guest and too long text are not sent, and the last two say why', () => {
    const room = roomAs(guestA);
    open(room);
    for (const text of ['', '  \n ', '/clear', 'x'.repeat(1024 * 1024 + 1)]) {
      type(text);
      fireEvent.keyDown(field(), { key: 'Enter' });
    }
    expect(room.sent).toEqual([]);
    expect(screen.getAllByText(/longer than the room takes/).length).toBeGreaterThan(0);
    type('/clear');
    expect(screen.getAllByText(/begins with a slash/).length).toBeGreaterThan(0);
  });

  test('[B22] a dash in front is text like any other', () => {
    const room = roomAs();
    open(room);
    type('--help');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(room.sent).toMatchObject([{ text: '--help' }]);
  });
});

describe('pictures', () => {
  const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const png = (name: string, bytes = 9, mark = pngMark) => {
    const content = new Uint8Array(bytes);
    content.set(mark);
    const file = new File([content], name, { type: 'image/png' });
    // jsdom's files cannot be read.
    return Object.assign(file, { arrayBuffer: async () => content.buffer });
  };
  /** True: the browser pastes what it has. */
  const paste = (files: File[], text = '') =>
    fireEvent.paste(field(), { clipboardData: { files, getData: () => text } });
  const choose = (...files: File[]) =>
    fireEvent.change(screen.getByLabelText('Attach a picture', { selector: 'input' }), { target: { files } });

  test('one that was chosen is uploaded and goes with the prompt, once', async () => {
    const room = roomAs();
    open(room);
    choose(png('screen.png'));
    type('what is wrong here?');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(room.sent).toEqual([]);
    await waitFor(() => expect(screen.queryByText('sending…')).toBeNull());
    expect(room.calls).toContain('upload 9 screen.png image/png');
    fireEvent.keyDown(field(), { key: 'Enter' });
    const attachment = { kind: 'image', name: 'screen.png', mimeType: 'image/png', blob: 'b1', len: 9, hash: 'h1' };
    expect(room.sent).toEqual([
      { type: 'prompt.run', agentId: claude, text: 'what is wrong here?', attachments: [attachment] },
    ]);
    expect(screen.queryByText('screen.png')).toBeNull();
  });

  test('a prompt that the host refused comes back with its pictures', async () => {
    const room = roomAs();
    open(room);
    choose(png('screen.png'));
    type('what is wrong here?');
    await waitFor(() => expect(screen.queryByText('sending…')).toBeNull());
    fireEvent.keyDown(field(), { key: 'Enter' });
    const attachment = {
      kind: 'image' as const,
      name: 'screen.png',
      mimeType: 'image/png',
      blob: 'b1',
      len: 9,
      hash: 'h1',
    };
    const refused = {
      commandId: as<CommandId>('c1'),
      command: {
        type: 'prompt.run' as const,
        agentId: claude,
        text: 'what is wrong here?',
        attachments: [attachment],
        signed: { statement: '', signature: '' },
      },
      state: 'rejected' as const,
      outcome: { state: 'rejected' as const, code: 'disk_full' as const },
    };
    room.change({ commands: [refused] });
    fireEvent.click(screen.getByRole('button', { name: 'Put back to change' }));
    expect(screen.getByText('screen.png')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('sending…')).toBeNull());
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(room.sent).toMatchObject(
      Array(2).fill({ text: refused.command.text, attachments: [{ name: 'screen.png' }] }),
    );
  });

  test('comes by paste and by drop too, and can be taken away again', async () => {
    const room = roomAs();
    open(room);
    paste([png('pasted.png')]);
    fireEvent.drop(field(), { dataTransfer: { files: [png('dropped.png')], types: ['Files'] } });
    await waitFor(() => expect(screen.queryByText('sending…')).toBeNull());
    fireEvent.click(screen.getByLabelText('Remove pasted.png'));
    type('look');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(room.sent).toMatchObject([{ attachments: [{ name: 'dropped.png' }] }]);
  });

  // tarasglek/chatcraft.org #438, Chainlit/chainlit #743: words copied in an office program came as a picture of them.
  test('text that brings a picture of itself along is pasted as text; the name of a copied file is not', async () => {
    const room = roomAs();
    open(room);
    expect(paste([png('image.png')], 'Quarter\tSum\r\nQ1\t12\r\n')).toBe(true);
    expect(room.calls).toEqual([]);
    expect(paste([png('one.png'), png('two.png')], 'one.png\rtwo.png')).toBe(false);
    await waitFor(() => expect(screen.queryByText('sending…')).toBeNull());
    expect(room.calls).toEqual(['upload 9 one.png image/png', 'upload 9 two.png image/png']);
  });

  test('two that come in one moment are both kept, and one that has just arrived stays so', async () => {
    const room = roomAs();
    open(room);
    act(() => {
      paste([png('one.png')]);
      paste([png('two.png')]);
    });
    await waitFor(() => expect(screen.queryByText('sending…')).toBeNull());
    act(() => {
      for (let at = 0; at < 9; at++) paste([png(`more-${at}.png`)]);
    });
    await waitFor(() => expect(screen.queryByText('sending…')).toBeNull());
    type('look');
    fireEvent.keyDown(field(), { key: 'Enter' });
    const names = ['one.png', 'two.png', ...Array.from({ length: 6 }, (_, at) => `more-${at}.png`)];
    expect(room.sent).toMatchObject([{ attachments: names.map((name) => ({ name })) }]);
  });

  test('what is too large or no picture is refused before it is sent', () => {
    const room = roomAs();
    open(room);
    choose(png('huge.png', 9 * 1024 * 1024));
    expect(screen.getByRole('alert').textContent).toContain('8 MB');
    choose(new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' }));
    expect(screen.getByRole('alert').textContent).toContain('PNG');
    expect(room.calls).toEqual([]);
  });

  test('what only calls itself a picture is found out by its first bytes, and never leaves the page', async () => {
    const room = roomAs();
    open(room);
    choose(
      png(
        'evil.png',
        9,
        [...'<svg/>  '].map((char) => char.charCodeAt(0)),
      ),
    );
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('PNG'));
    type('look');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect([room.calls, room.sent]).toEqual([[], []]);
  });

  test.each(['image/jpeg', 'image/jpg', ''])(
    'one that was saved as another kind goes along as what its bytes are: %j',
    async (type) => {
      const room = roomAs();
      open(room);
      const file = png('photo.jpg');
      choose(Object.assign(new File([], 'photo.jpg', { type }), { arrayBuffer: () => file.arrayBuffer() }));
      await waitFor(() => expect(room.calls).toEqual(['upload 9 photo.jpg image/png']));
    },
  );

  test('in the chat there are none', () => {
    open(roomAs(guestC));
    expect(screen.queryByLabelText('Attach a picture')).toBeNull();
  });
});
