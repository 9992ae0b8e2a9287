import type { FileView } from '@collagility/protocol/workspace';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { claude, fold, guestA, opening, people, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { FilesTab } from './files-tab.tsx';

function open() {
  const room = new TestRoom(viewOf(fold([...opening, ...people]), guestA));
  const asked: unknown[] = [];
  room.answers.tree = (ask) => {
    asked.push(ask);
    return 'path' in ask && ask.path === 'src'
      ? { entries: [{ name: 'a\u202e.ts', kind: 'file' }], more: 3 }
      : {
          entries: [
            { name: 'src', kind: 'folder' },
            { name: '.env', kind: 'file' },
          ],
          more: 0,
        };
  };
  room.answers.search = () => ({ paths: ['src/deep/found.ts'], total: 1 });
  room.answers.file = (ask): FileView => {
    asked.push(ask);
    const secret = 'path' in ask && ask.path === '.env';
    return {
      text: secret ? '' : 'one\ntwo',
      first: 1,
      last: 2,
      lines: secret ? 0 : 9_000,
      bytes: 300,
      isCut: false,
      ...(secret && { without: 'secret' as const }),
    };
  };
  room.render(<FilesTab />);
  return { asked };
}

describe('the files of the shared folder', () => {
  test('are a tree that asks for a folder when it is opened, with nothing hidden in a name', async () => {
    const { asked } = open();
    const folder = await screen.findByRole('button', { name: 'src' });
    expect(folder.getAttribute('aria-expanded')).toBe('false');
    expect(asked).toEqual([{ ask: 'tree', path: '', agentId: claude }]);
    fireEvent.click(folder);
    expect(await screen.findByRole('button', { name: 'a\\u{202e}.ts' })).toBeTruthy();
    expect(screen.getByText('and 3 more')).toBeTruthy();
  });

  test('are found, opened by their first lines, and more on demand', async () => {
    const { asked } = open();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'found' } });
    fireEvent.click(await screen.findByRole('button', { name: /found\.ts/ }));
    expect((await screen.findByRole('region', { name: 'Content of src/deep/found.ts' })).textContent).toContain('two');
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByRole('button', { name: 'Show more' });
    expect(asked.at(-1)).toMatchObject({ ask: 'file', first: 1, last: 6_000 });
    fireEvent.click(screen.getByRole('button', { name: 'Back to the files' }));
    expect(screen.getByRole('searchbox')).toBeTruthy();
  });

  test('are being asked for, could not be had, and are asked for again: each is said', async () => {
    const room = new TestRoom(viewOf(fold([...opening, ...people]), guestA));
    room.render(<FilesTab />);
    expect(screen.getByText('Asking the host…')).toBeTruthy();
    expect(await screen.findByText('The host cannot compare the files of this folder.')).toBeTruthy();
    room.answers.tree = () => ({ entries: [], more: 0 });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('This folder is empty.')).toBeTruthy();
    room.answers.search = () => ({ paths: [], total: 0 });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nowhere' } });
    expect(await screen.findByText('No file fits.')).toBeTruthy();
  });

  test('another repository among them says that it is one, and opens nothing', async () => {
    const room = new TestRoom(viewOf(fold([...opening, ...people]), guestA));
    room.answers.tree = () => ({ entries: [{ name: 'vendored', kind: 'submodule' }], more: 0 });
    room.render(<FilesTab />);
    const entry = await screen.findByRole('button', { name: /vendored another repository/ });
    expect(entry.hasAttribute('disabled')).toBe(true);
  });

  test('that hold secrets have a name and no content', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: '.env' }));
    expect(await screen.findByText(/its content stays with the host/)).toBeTruthy();
  });
});
