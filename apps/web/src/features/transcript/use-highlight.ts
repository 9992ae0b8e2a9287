'use client';
import { useEffect, useState } from 'react';
import type { Token } from './highlighter.ts';

/** Longer code stays uncoloured: colouring it would hold up the page. */
const maxUnits = 40_000;
/** Code that is still being written is coloured when it rests this long. */
const restMs = 120;

/** Tokens by line, or `undefined` while there are none. Layout is the same with and without them. */
export function useHighlight(code: string, language: string): Token[][] | undefined {
  const [result, setResult] = useState<{ code: string; lines: Token[][] }>();
  useEffect(() => {
    if (language === '' || code.length > maxUnits) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      import('./highlighter.ts').then(
        async ({ highlight }) => {
          const lines = await highlight(code, language);
          if (isCurrent && lines !== undefined) setResult({ code, lines });
        },
        () => undefined, // Without colours the code is as readable.
      );
    }, restMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [code, language]);
  return result?.code === code ? result.lines : undefined;
}
