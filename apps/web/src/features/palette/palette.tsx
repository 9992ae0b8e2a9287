'use client';
import { useId, useState } from 'react';
import { isComposing } from '../../lib/submit-key.ts';
import { finding } from '../../strings/finding.ts';
import { cx } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyCap } from '../../ui/key-cap.tsx';
import { matchCommands } from './match-commands.ts';
import { type PaletteCommand, useCommands } from './use-commands.ts';

const words = finding.palette;

/** All commands behind one field: type, choose with the arrows, run with Enter. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = matchCommands(useCommands(), typed);
  const at = Math.min(chosen, Math.max(0, found.length - 1));
  const run = (command: PaletteCommand | undefined) => {
    if (command === undefined) return;
    // Closed first: a command may open another dialog, or move the focus.
    onClose();
    queueMicrotask(command.run);
  };
  const optionId = (index: number) => `${id}-${index}`;
  return (
    <Dialog title={words.title} onClose={onClose} atTop>
      <TextInput
        role="combobox"
        className="mt-1"
        aria-label={words.field}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length === 0 ? undefined : optionId(at)}
        data-first-focus
        autoComplete="off"
        placeholder={words.placeholder}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (event.key === 'Enter') {
            event.preventDefault();
            run(found[at]);
          } else if (step !== undefined && found.length > 0) {
            event.preventDefault();
            const next = (at + step + found.length) % found.length;
            setChosen(next);
            document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
          }
        }}
      />
      {found.length === 0 ? (
        <p role="status" className="mt-2 py-3 text-ink-3">
          {words.none}
        </p>
      ) : null}
      <div
        id={`${id}-list`}
        {...(found.length > 0 && { role: 'listbox', 'aria-label': words.title })}
        className="-mx-2 mt-2 max-h-[calc(var(--viewport-height,100dvh)*0.46)] overflow-y-auto max-sm:h-[calc(var(--viewport-height,100dvh)*0.46)]"
      >
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={command.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => run(command)}
            onPointerMove={() => setChosen(index)}
            className={cx(
              'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-6 px-2 hand:min-h-11 [&>svg]:text-ink-3',
              index === at && 'bg-hover',
            )}
          >
            <Icon name={command.icon} />
            <span className="min-w-0 flex-1 truncate">{command.label}</span>
            {command.keys === undefined ? null : (
              <span className="max-sm:hidden">
                <KeyCap keys={command.keys} />
              </span>
            )}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
