import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export type ButtonLook = 'plain' | 'primary' | 'solid' | 'ghost' | 'bad';
export type ButtonSize = 'small' | 'normal' | 'large';

/** Blue (`primary`) is for deciding only; sending is ink (`solid`). */
const looks: Record<ButtonLook, string> = {
  plain: 'border-line-2 bg-raised text-ink hover:bg-hover',
  primary: 'border-transparent bg-accent-fill text-on-accent hover:bg-accent-hover',
  solid: 'border-transparent bg-ink text-surface hover:bg-ink-2',
  ghost: 'border-transparent text-ink-2 hover:bg-hover hover:text-ink',
  bad: 'border-line-2 bg-raised text-bad hover:bg-hover',
};
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-6 hand:min-h-(--control) px-2 text-12 rounded-6',
  normal: 'min-h-(--control) px-2.5 text-13 rounded-6',
  large: 'min-h-11 max-sm:min-h-12 px-[18px] text-14 rounded-8',
};

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: IconName;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

export const buttonClass = (look: ButtonLook = 'plain', size: ButtonSize = 'normal'): string =>
  cx(
    'inline-flex cursor-pointer select-none items-center justify-center gap-1.5 whitespace-nowrap border font-medium transition-colors duration-90 ease-out',
    'disabled:cursor-default disabled:border-dashed disabled:border-line-2 disabled:bg-sunken disabled:text-ink-3',
    looks[look],
    sizes[size],
  );

export function Button({ look, size, icon, className, children, type = 'button', ...rest }: Props) {
  return (
    <button type={type} className={cx(buttonClass(look, size), className)} {...rest}>
      {icon === undefined ? null : <Icon name={icon} size={size === 'small' ? 14 : 16} />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  icon: IconName;
  label: string;
  ref?: Ref<HTMLButtonElement>;
};

/** A button that is only an icon: its label is its name and its tooltip. */
export function IconButton({ icon, label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        'inline-grid size-(--control) flex-none cursor-pointer place-items-center rounded-6 text-ink-2 transition-colors duration-90 ease-out hover:bg-hover hover:text-ink disabled:cursor-default disabled:text-ink-3',
        className,
      )}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
