import type { Attachment } from '@collagility/protocol/events';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fold, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { AttachedPictures } from './attached-pictures.tsx';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
let count = 0;
const attachment = (name: string): Attachment => {
  count += 1;
  return { kind: 'image', name, mimeType: 'image/png', blob: `b${count}`, len: 9, hash: `h${count}` };
};

/** `answers`: what the host gives, one after the other; `undefined` for nothing. */
function open(name: string, ...answers: (Uint8Array | undefined)[]) {
  const room = new TestRoom(viewOf(fold([...opening, ...people]), host));
  room.actions.fetchBlob = async () => {
    const bytes = answers.shift();
    if (bytes === undefined) throw new Error('gone');
    return bytes;
  };
  room.render(<AttachedPictures attachments={[attachment(name)]} />);
}

beforeEach(() => {
  // jsdom has neither.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL: () => undefined }));
});

test('a picture of a prompt is shown small, and whole once it is pressed', async () => {
  open('screen.png', png);
  fireEvent.click(await screen.findByRole('button', { name: 'Show screen.png whole' }));
  const whole = within(screen.getByRole('dialog')).getByRole('img', { name: 'screen.png' });
  expect(whole.getAttribute('src')).toBe('blob:here');
  expect(within(screen.getByRole('dialog')).getByRole('link').getAttribute('download')).toBe('screen.png');
});

test('one that cannot be had says so, and is asked for again by a press', async () => {
  open('late.png', undefined, png);
  const failed = await screen.findByText(/late\.png.*/);
  await vi.waitFor(() => expect(failed.closest('button')?.hasAttribute('disabled')).toBe(false));
  fireEvent.click(failed);
  expect(await screen.findByRole('img', { name: 'late.png' })).toBeTruthy();
});

test('[B56] what only calls itself a picture is not drawn', async () => {
  open('evil.png', new TextEncoder().encode('<svg onload=alert(1)>'));
  await vi.waitFor(() => expect(screen.getByRole('button').hasAttribute('disabled')).toBe(false));
  expect(screen.queryByRole('img')).toBeNull();
});
