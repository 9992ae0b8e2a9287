import { useId } from 'react';
import { cx } from './class-names.ts';
import { Field, inputClass } from './field.tsx';
import { Icon } from './icon.tsx';

/** One of many, on the browser's own list: it fits every screen and keyboard. */
export function Choice<T extends string>({
  label,
  value,
  options,
  disabled,
  onChange,
}: {
  label: string;
  /** What is not among the options is shown as it is. */
  value: T | undefined;
  options: ReadonlyArray<{ value: T; label: string }>;
  disabled?: boolean;
  onChange: (value: T) => void;
}) {
  const id = useId();
  const isListed = options.some((option) => option.value === value);
  return (
    <Field label={label} htmlFor={id}>
      <div className="relative">
        <select
          id={id}
          value={value ?? ''}
          disabled={disabled}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
          className={cx(
            inputClass,
            'min-h-9 cursor-pointer appearance-none truncate pr-8 disabled:cursor-default disabled:text-ink-3 hand:min-h-12',
          )}
        >
          {isListed ? null : <option value={value ?? ''}>{value ?? '…'}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="down"
          size={14}
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2.5 text-ink-3"
        />
      </div>
    </Field>
  );
}
