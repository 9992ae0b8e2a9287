import { useId } from 'react';
import { cx } from './class-names.ts';
import { inputClass } from './field.tsx';

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
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-12 text-ink-2">
        {label}
      </label>
      <select
        id={id}
        value={value ?? ''}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
        className={cx(inputClass, 'h-8 max-sm:h-11')}
      >
        {isListed ? null : <option value={value ?? ''}>{value ?? '…'}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
