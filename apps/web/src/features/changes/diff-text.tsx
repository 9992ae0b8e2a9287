'use client';
import { useMemo, useRef } from 'react';
import { DiffLines } from './diff-lines.tsx';
import { rowsOfDiff } from './diff-rows.ts';

/** A diff in a card of the transcript: to be read, not to be talked about. */
export default function DiffText({ path, text }: { path: string; text: string }) {
  const rows = useMemo(() => rowsOfDiff(text), [text]);
  // Without a scroller of its own: what is on the screen is near.
  const scroller = useRef<HTMLElement>(null);
  if (rows.length === 0)
    return <pre className="mono fade-x overflow-x-auto px-3 py-1 text-12 leading-[1.1875rem]">{text}</pre>;
  return <DiffLines path={path} rows={rows} isSplit={false} scroller={scroller} />;
}
