'use client';
import type { SteerItem } from '@collagility/protocol/state';
import { saidClass } from '../../lib/long-run.ts';
import { clock } from '../../lib/time.ts';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { Disc } from '../../ui/disc.tsx';
import { usePerson } from '../room/room-store.ts';

const words = strings.transcript.steer;

/** Words that somebody put into the running turn: smaller than a prompt, for it begins nothing. */
export function SteerRow({ item }: { item: SteerItem }) {
  const by = usePerson(item.by);
  return (
    <article
      aria-label={words.label(by.name)}
      className="ml-[34px] grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 rounded-8 border border-line px-2.5 py-2 max-sm:ml-0"
    >
      <span className="mt-px">
        <Disc name={by.name} color={by.color} size={20} />
      </span>
      <div className="min-w-0">
        <header className="flex flex-wrap items-baseline gap-x-2 text-12 text-ink-3">
          <b className="font-semibold text-ink">{by.name}</b>
          <span>{words.said}</span>
          <span className="tabular-nums">{clock(item.atMs)}</span>
          {item.state === 'taken' ? null : (
            <span className={item.state === 'refused' ? 'text-bad' : ''}>{words[item.state]}</span>
          )}
        </header>
        <p className={cx(saidClass(item.text), 'whitespace-pre-wrap text-14 [overflow-wrap:anywhere]')}>{item.text}</p>
        {item.reason === undefined ? null : <p className="text-12 text-bad">{item.reason}</p>}
      </div>
    </article>
  );
}
