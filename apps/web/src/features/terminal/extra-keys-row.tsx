'use client';
import type { PointerEvent } from 'react';
import { strings } from '../../strings.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ExtraKey } from './extra-keys.ts';

const words = strings.terminal.extra;
const arrows = [
  ['left', '←'],
  ['up', '↑'],
  ['down', '↓'],
  ['right', '→'],
] as const;

/** Above a phone's keyboard: what it has no keys for. */
export function ExtraKeysRow({
  isControlHeld,
  onPress,
  onControl,
  onPaste,
}: {
  /** The next letter is sent with Control. */
  isControlHeld: boolean;
  onPress: (key: ExtraKey) => void;
  onControl: (isHeld: boolean) => void;
  onPaste: () => void;
}) {
  return (
    <div
      role="toolbar"
      aria-label={words.label}
      // A press that took the focus would close the keyboard, and with it the typing.
      onPointerDown={keepFocus}
      onMouseDown={(event) => event.preventDefault()}
      className="hidden flex-none border-line border-t bg-bg pointer-coarse:flex max-sm:flex [&>button]:grid [&>button]:min-h-11 [&>button]:min-w-0 [&>button]:flex-1 [&>button]:cursor-pointer [&>button]:place-items-center [&>button]:font-medium [&>button]:text-13 [&>button]:text-ink-2 [&>button]:active:bg-hover"
    >
      <button type="button" tabIndex={-1} onClick={() => onPress('escape')}>
        {words.escape}
      </button>
      <button type="button" tabIndex={-1} onClick={() => onPress('tab')}>
        {words.tab}
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={isControlHeld}
        onClick={() => onControl(!isControlHeld)}
        className="aria-pressed:bg-ink aria-pressed:text-surface!"
      >
        {words.control}
      </button>
      {arrows.map(([key, face]) => (
        <button key={key} type="button" tabIndex={-1} aria-label={words.arrows[key]} onClick={() => onPress(key)}>
          <span aria-hidden="true" className="text-16">
            {face}
          </span>
        </button>
      ))}
      <button type="button" tabIndex={-1} aria-label={words.paste} title={words.paste} onClick={onPaste}>
        <Icon name="paste" />
      </button>
    </div>
  );
}

const keepFocus = (event: PointerEvent): void => event.preventDefault();
