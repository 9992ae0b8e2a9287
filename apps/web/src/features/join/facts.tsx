import type { ReactNode } from 'react';
import { cx } from '../../ui/class-names.ts';

/** Pairs of what and how, one a line. */
export function Facts({ facts, className }: { facts: [string, ReactNode][]; className?: string }) {
  return (
    <dl className={cx('text-13', className)}>
      {facts.map(([what, how]) => (
        <div key={what} className="flex gap-3 border-line border-t py-[7px] first:border-t-0">
          <dt className="w-[104px] flex-none text-ink-3">{what}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{how}</dd>
        </div>
      ))}
    </dl>
  );
}
