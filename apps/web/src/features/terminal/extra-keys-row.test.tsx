import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ExtraKeysRow } from './extra-keys-row.tsx';

function draw(isControlHeld = false) {
  const calls = { onPress: vi.fn(), onControl: vi.fn(), onPaste: vi.fn() };
  render(<ExtraKeysRow isControlHeld={isControlHeld} {...calls} />);
  return calls;
}
const key = (name: string) => screen.getByRole('button', { name });

test('has the keys that phones lack, each with a name', () => {
  const { onPress, onControl, onPaste } = draw();
  for (const name of ['Esc', 'Tab', 'Left', 'Up', 'Down', 'Right']) fireEvent.click(key(name));
  expect(onPress.mock.calls.flat()).toEqual(['escape', 'tab', 'left', 'up', 'down', 'right']);
  fireEvent.click(key('Ctrl'));
  expect(onControl).toHaveBeenCalledWith(true);
  fireEvent.click(key('Paste'));
  expect(onPaste).toHaveBeenCalledOnce();
});

test('says that Control is held, and lets it go by a second press', () => {
  const { onControl } = draw(true);
  expect(key('Ctrl').getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(key('Ctrl'));
  expect(onControl).toHaveBeenCalledWith(false);
});

test('takes no focus: a press leaves the keyboard of the phone open', () => {
  draw();
  // `fireEvent` tells whether the default, which is the focus, was left to happen.
  expect(fireEvent.pointerDown(key('Up'))).toBe(false);
  expect(fireEvent.mouseDown(key('Up'))).toBe(false);
});
