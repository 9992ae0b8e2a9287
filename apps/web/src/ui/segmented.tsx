import { type KeyboardEvent, useRef } from 'react';
import { cx } from './class-names.ts';

type Option<T extends string> = { value: T; label: string; disabled?: boolean };

/** One of a few, as radio buttons with arrow keys. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
  fill = false,
}: {
  label: string;
  value: T;
  options: Option<T>[];
  onChange: (value: T) => void;
  fill?: boolean;
}) {
  // With none of them on, the first is where the keyboard comes in.
  const entry = options.some((option) => option.value === value)
    ? value
    : options.find(({ disabled }) => !disabled)?.value;
  const group = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent, step: number) => {
    event.preventDefault();
    const usable = options.filter((option) => !option.disabled);
    const at = usable.findIndex((option) => option.value === value);
    const next = usable[(at + step + usable.length) % usable.length];
    if (next === undefined) return;
    onChange(next.value);
    group.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' || event.key === 'ArrowDown') move(event, 1);
    if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') move(event, -1);
  };
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={cx('gap-px rounded-6 border border-line bg-sunken p-0.5 max-sm:p-0', fill ? 'flex' : 'inline-flex')}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: the roving radio pattern needs buttons that can be styled whole
        <button
          key={option.value}
          type="button"
          role="radio"
          data-value={option.value}
          aria-checked={option.value === value}
          tabIndex={option.value === entry ? 0 : -1}
          disabled={option.disabled}
          onClick={() => onChange(option.value)}
          className={cx(
            'inline-flex min-h-[calc(var(--control)-6px)] cursor-pointer items-center justify-center gap-[5px] whitespace-nowrap rounded-4 px-2.5 font-medium text-12 text-ink-3 hand:min-h-(--control) max-sm:min-w-14',
            'aria-checked:bg-raised aria-checked:text-ink aria-checked:shadow-[0_0_0_1px_var(--line-2),var(--e1)] disabled:cursor-default disabled:opacity-60',
            // On a phone the words of a full row may take two lines.
            fill && 'flex-1 max-sm:whitespace-normal max-sm:px-1.5 max-sm:leading-[1rem]',
          )}
        >
          {fill ? option.label : <span className="max-w-48 truncate">{option.label}</span>}
        </button>
      ))}
    </div>
  );
}
