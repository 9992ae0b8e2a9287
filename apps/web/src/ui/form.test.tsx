import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fold, host, opening, people, viewOf } from '../../shots/rooms.ts';
import { PasteLinkButton } from '../features/landing/paste-link.tsx';
import { RenameDialog } from '../features/people/rename-dialog.tsx';
import { TestRoom } from '../testing/test-room.tsx';

const close = () => undefined;
const room = () => new TestRoom(viewOf(fold([...opening, ...people]), host));

/** Whether the browser would go on with the key: with Enter in a form's field it sends the form. */
const goesOn = (field: HTMLElement, more: object) => fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, ...more });

test.each([
  ['the name of the session', () => room().render(<RenameDialog what="session" onClose={close} />)],
  ['one’s own name', () => room().render(<RenameDialog what="self" onClose={close} />)],
  [
    'a pasted link',
    () => {
      render(<PasteLinkButton label="Paste" />);
      fireEvent.click(screen.getByRole('button', { name: 'Paste' }));
    },
  ],
])('[B58] the Enter with which an input method takes a word does not send %s, the next one does', (_, draw) => {
  draw();
  const field = screen.getByRole('textbox');
  expect(goesOn(field, { isComposing: true })).toBe(false);
  // Safari: after the composition has ended.
  expect(goesOn(field, { keyCode: 229 })).toBe(false);
  expect(goesOn(field, {})).toBe(true);
  // What chooses a word is the input method's.
  expect(fireEvent.keyDown(field, { key: 'ArrowDown', isComposing: true })).toBe(true);
});

test('[B58] every form of the page is such a one', () => {
  const source = join(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx$/.test(name),
  );
  const bare = files.filter((name) => /<form[\s>]/.test(readFileSync(join(source, name), 'utf8')));
  expect(bare).toEqual([join('ui', 'form.tsx')]);
});
