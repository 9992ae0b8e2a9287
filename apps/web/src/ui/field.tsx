import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { saidClass } from '../lib/long-run.ts';
import { cx } from './class-names.ts';

export const inputClass =
  'w-full rounded-6 border border-field bg-surface px-2.5 text-13 text-ink placeholder:text-ink-3 hand:text-16';

/** A label above its control. */
export function Field({
  label,
  htmlFor,
  hint,
  children,
}: {
  label: string;
  htmlFor: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <label htmlFor={htmlFor} className="mb-[5px] block font-medium text-12 text-ink-2 leading-[1rem]">
        {label}
      </label>
      {children}
      {hint === undefined ? null : <p className="mt-1.5 text-12 text-ink-3">{hint}</p>}
    </div>
  );
}

export function TextInput({
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return <input className={cx(inputClass, 'min-h-9 hand:min-h-11 max-sm:min-h-12', className)} {...rest} />;
}

export function TextArea({
  className,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <textarea
      className={cx(
        inputClass,
        saidClass(typeof rest.value === 'string' ? rest.value : ''),
        'resize-y py-2',
        className,
      )}
      {...rest}
    />
  );
}

/** A tick box with its words. */
export function Check({
  checked,
  onChange,
  label,
  detail,
  isWarning = false,
  disabled,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  detail?: string;
  /** The detail tells what is at stake. */
  isWarning?: boolean;
  disabled?: boolean;
}) {
  return (
    <label
      className={cx('flex items-start gap-2.5 hand:min-h-11 max-sm:py-1.5', disabled ? 'text-ink-3' : 'cursor-pointer')}
    >
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-px size-[1.125rem]"
      />
      <span>
        <span className="font-medium">{label}</span>
        {detail === undefined ? null : (
          <span className={cx('block text-12', isWarning ? 'text-warn' : 'text-ink-3')}>{detail}</span>
        )}
      </span>
    </label>
  );
}
