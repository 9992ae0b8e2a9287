import type { ReactNode } from 'react';
import { strings } from '../strings.ts';
import { Icon, type IconName } from './icon.tsx';
import { Mark } from './mark.tsx';
import { WordsWithCode } from './words-with-code.tsx';

/** The frame of every page outside the room: mark on top, one column, the promise at the foot. */
export function CenterPage({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] bg-bg">
      <header className="flex items-center px-6 py-4 max-sm:px-4">
        <a href="/" className="-my-2 inline-flex min-h-11 items-center rounded-4">
          <Mark withName />
        </a>
      </header>
      <main className="grid place-items-center px-4 py-4 max-sm:place-items-start max-sm:pt-5">
        <div className="w-full max-w-[456px] max-sm:max-w-none">{children}</div>
      </main>
      <footer className="flex items-center gap-2 px-6 py-4 text-12 text-ink-3 max-sm:px-4">
        <Icon name="lock" size={14} />
        <span>{strings.promise}</span>
      </footer>
    </div>
  );
}

const tones = { neutral: 'text-ink-2', bad: 'text-bad', warn: 'text-warn' } as const;

/** One trouble, one page: what happened, what was kept, one next step, one small fact. */
export function StatePage({
  icon,
  tone = 'neutral',
  title,
  lead,
  actions,
  fact,
  children,
}: {
  icon: IconName;
  tone?: keyof typeof tones;
  title: string;
  lead: string;
  actions?: ReactNode;
  fact?: string;
  children?: ReactNode;
}) {
  return (
    <CenterPage>
      <div className={`-ml-[3px] ${tones[tone]}`}>
        <Icon name={icon} size={24} />
      </div>
      <h1 className="mt-4 text-balance font-semibold text-26 tracking-[-0.022em]">{title}</h1>
      <p className="mt-2 text-14 text-ink-2 [overflow-wrap:anywhere]">{lead}</p>
      {children}
      {actions === undefined ? null : <div className="mt-5 flex flex-wrap items-center gap-2">{actions}</div>}
      {fact === undefined ? null : (
        <p className="mt-6 border-line border-t pt-4 text-12 text-ink-3">
          <WordsWithCode text={fact} />
        </p>
      )}
    </CenterPage>
  );
}
