'use client';
import { type ReactNode, useId, useState } from 'react';
import { cx } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** One row of what the agent did, that opens: chevron, icon, words, how long it took. */
export function Step({
  icon,
  isRunning = false,
  words,
  detail,
  startsOpen = false,
  children,
}: {
  icon: IconName;
  isRunning?: boolean;
  words: ReactNode;
  detail?: ReactNode;
  startsOpen?: boolean;
  children?: ReactNode;
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(startsOpen);
  const canOpen = children !== undefined && children !== null;
  return (
    <div className="ml-[34px] max-sm:ml-0">
      <button
        type="button"
        aria-expanded={canOpen ? isOpen : undefined}
        aria-controls={canOpen && isOpen ? id : undefined}
        disabled={!canOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-[26px] w-full min-w-0 cursor-pointer items-center gap-2 rounded-4 text-left text-ink-2 hover:text-ink disabled:cursor-default hand:min-h-11 [&>svg]:text-ink-3"
      >
        <Icon
          name="right"
          size={12}
          className={cx('transition-transform duration-90', isOpen && 'rotate-90', !canOpen && 'invisible')}
        />
        {isRunning ? <Spinner /> : <Icon name={icon} />}
        <span className="min-w-0 truncate">{words}</span>
        {detail === undefined ? null : <span className="flex-none text-12 text-ink-3 tabular-nums">{detail}</span>}
      </button>
      {isOpen && canOpen ? (
        <div id={id} className="mt-1 mb-2 ml-5 max-sm:ml-0">
          {children}
        </div>
      ) : null}
    </div>
  );
}
