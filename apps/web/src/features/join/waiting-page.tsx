'use client';
import { useEffect, useState } from 'react';
import { elapsed } from '../../lib/time.ts';
import { useSteadyNow } from '../../lib/use-now.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Disc } from '../../ui/disc.tsx';
import { CenterPage } from '../../ui/state-page.tsx';
import { useActions } from '../room/room-store.ts';
import { Facts } from './facts.tsx';
import { recallName } from './remembered-name.ts';
import { SafetyWords } from './safety-words.tsx';

const words = strings.joining;

/** At the door: four words that the host sees too. */
export function WaitingPage({ safetyWords, sinceMs }: { safetyWords: readonly string[]; sinceMs: number }) {
  const actions = useActions();
  const now = useSteadyNow();
  const [name, setName] = useState('');
  useEffect(() => setName(recallName()), []);
  return (
    <CenterPage>
      <div className="mb-3.5 flex items-center gap-2">
        <span
          role="status"
          className="inline-flex min-h-6 items-center gap-1.5 rounded-full border border-line px-[9px] font-medium text-12 text-ink-2"
        >
          <span aria-hidden="true" className="size-[7px] rounded-full bg-ok" />
          {words.waitingPill}
        </span>
        <span className="text-12 text-ink-3 tabular-nums">{words.waitingFor(elapsed(now - sinceMs))}</span>
      </div>
      <h1 className="text-balance font-semibold text-26 tracking-[-0.022em]">{words.waiting}</h1>
      <p className="mt-2 text-14 text-ink-2">{words.waitingLead}</p>
      <SafetyWords words={safetyWords} className="mt-5" />
      {name === '' ? null : (
        <Facts
          className="mt-5"
          facts={[
            [
              words.youAre,
              <span key="you" className="inline-flex items-center gap-2">
                <Disc name={name} color={5} />
                {name}
              </span>,
            ],
          ]}
        />
      )}
      <div className="mt-[18px]">
        <Button size="large" onClick={() => actions.leave()}>
          {words.leave}
        </Button>
      </div>
      <p className="mt-3.5 text-12 text-ink-3">{words.opensByItself}</p>
    </CenterPage>
  );
}
