'use client';
import { useEffect, useState } from 'react';
import { strings } from '../../strings.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { WordsWithCode } from '../../ui/words-with-code.tsx';
import { isLoopback } from '../connection/loopback.ts';

const words = strings.joining.ownPage;

/**
 * For the host whose page outlived its bridge: what to press, and the exact command. Nothing on other computers' pages.
 * `isCertain`: the page was in the room as the host, and says the rest itself.
 */
export function OwnPageNote({ isCertain = false }: { isCertain?: boolean }) {
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(isLoopback(window.location.href)), []);
  if (!isHere) return null;
  return (
    <section aria-label={words.title} className="mt-4 rounded-10 border border-line-2 bg-raised p-3 text-13">
      {isCertain ? null : (
        <>
          <h2 className="font-semibold">{words.title}</h2>
          <p className="mt-1 mb-2 text-ink-2">{words.lead}</p>
        </>
      )}
      <p>{words.runs}</p>
      <p className="mt-2">
        <WordsWithCode text={words.stopped} />
      </p>
      <p className="mt-1.5 flex flex-wrap items-center gap-2">
        <code className="exact min-w-0 flex-1">
          <Unbroken text={words.command} />
        </code>
        <CopyButton text={words.command} size="small" />
      </p>
    </section>
  );
}
