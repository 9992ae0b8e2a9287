'use client';
import { useEffect, useRef, useState } from 'react';
import { highlight, type Token } from './highlighter.ts';

/** Longer code stays uncoloured: taking its tokens over from the Worker would alone be longer than a frame. */
const maxUnits = 40_000;
/** Code that is still being written is coloured when it rests this long, and this often while it does not. */
const restMs = 120;
const everyMs = 600;
/** So many lines get their colours in one frame: each is a dozen elements, and typing must not wait for thousands. */
const linesPerFrame = 150;

/**
 * Tokens by line, or `undefined` while there are none. Layout is the same with and without them. What was coloured
 * stays so while more is written behind it: the tokens may be those of the beginning only.
 */
export function useHighlight(code: string, language: string): Token[][] | undefined {
  const [result, setResult] = useState<{ code: string; language: string; lines: Token[][] }>();
  const [shown, setShown] = useState(linesPerFrame);
  const askedMs = useRef<number>(undefined);
  useEffect(() => {
    if (language === '' || code.length > maxUnits) return;
    askedMs.current ??= performance.now();
    const waitMs = Math.min(restMs, Math.max(0, askedMs.current + everyMs - performance.now()));
    const timer = setTimeout(() => {
      askedMs.current = performance.now();
      // An answer for less than there is by now is still good for its beginning.
      highlight(code, language).then((lines) => {
        if (lines !== undefined) setResult({ code, language, lines });
      }, reportError);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [code, language]);
  const isMore = result !== undefined && shown < result.lines.length;
  useEffect(() => {
    if (!isMore) return;
    const frame = requestAnimationFrame(() => setShown(shown + linesPerFrame));
    return () => cancelAnimationFrame(frame);
  }, [isMore, shown]);
  if (result === undefined || result.language !== language) return undefined;
  // The last line was perhaps not whole then.
  const isWhole = result.code === code;
  if (!isWhole && !code.startsWith(result.code)) return undefined;
  const known = isWhole ? result.lines.length : result.lines.length - 1;
  return known <= shown && isWhole ? result.lines : result.lines.slice(0, Math.min(known, shown));
}
