import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'neutral' | 'bad' | 'warn' | 'accent';
const tones: Record<Tone, string> = {
  neutral: 'border-line-2 text-ink-2',
  bad: 'border-bad-line bg-bad-soft text-bad',
  warn: 'border-warn-line bg-warn-soft text-warn',
  accent: 'border-accent-line bg-accent-soft text-accent',
};

/** A small fact with an icon; colour is only its second signal. */
export function Chip({
  icon,
  tone = 'neutral',
  title,
  className,
  children,
}: {
  icon?: IconName;
  tone?: Tone;
  title?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      title={title}
      className={cx(
        'inline-flex min-h-[22px] items-center gap-[5px] whitespace-nowrap rounded-4 border px-2 text-12',
        tones[tone],
        className,
      )}
    >
      {icon === undefined ? null : <Icon name={icon} size={13} />}
      {children}
    </span>
  );
}

/** A number in a capsule. `accent` is for what people left unread. */
export function Count({ value, accent = false, label }: { value: number; accent?: boolean; label?: string }) {
  return (
    <span
      title={label}
      className={cx(
        'inline-block min-w-[18px] rounded-full px-[5px] text-center font-medium text-11 leading-[1rem] tabular-nums',
        accent ? 'bg-accent-fill text-on-accent' : 'bg-hover text-ink-2',
      )}
    >
      <span aria-hidden={label !== undefined}>{value > 99 ? '99+' : value}</span>
      {label === undefined ? null : <span className="sr-only">{label}</span>}
    </span>
  );
}
