import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'neutral' | 'warn' | 'bad';
const tones: Record<Tone, string> = {
  neutral: 'border-line-2 bg-raised [&>svg]:text-ink-2',
  warn: 'border-warn-line bg-warn-soft [&>svg]:text-warn',
  bad: 'border-bad-line bg-bad-soft [&>svg]:text-bad',
};

/** Something that passes, above the transcript: what it is, what was kept, one next step. */
export function Banner({
  tone = 'neutral',
  icon,
  title,
  children,
  action,
}: {
  tone?: Tone;
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx(
        'flex items-center gap-2.5 rounded-8 border px-3.5 py-[9px] max-sm:flex-wrap max-sm:px-3',
        tones[tone],
      )}
    >
      <Icon name={icon} />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere] max-sm:basis-[70%]">
        <b className="font-semibold">{title}</b> {children}
      </p>
      {action === undefined || action === null ? null : (
        // On a phone it stands below the words, where they begin.
        <span className="flex flex-none items-center max-sm:basis-full max-sm:pl-[26px]">{action}</span>
      )}
    </div>
  );
}
