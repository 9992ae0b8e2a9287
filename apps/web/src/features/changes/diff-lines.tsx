'use client';
import type { ReviewThread } from '@collagility/protocol/state';
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useState } from 'react';
import { strings } from '../../strings.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Token } from '../transcript/highlighter.ts';
import { useHighlight } from '../transcript/use-highlight.ts';
import { keyOf, type LineKey, sideOfRow } from './anchors.ts';
import { chunksOf } from './chunks.ts';
import { type DiffRow, type LineRow, type SplitRow, sideOf, splitRows } from './diff-rows.ts';
import { EmptyHalf, HalfLine, UnifiedLine } from './line-view.tsx';
import { NearChunk } from './near-chunk.tsx';

const words = strings.changes;
const lineHeightPx = 19;

/** What is said about lines: threads under them, and the form of a new one. */
export type LineTalk = {
  placed: Map<LineKey, ReviewThread[]>;
  /** The line that somebody writes about now. */
  writing: LineKey | undefined;
  write(row: LineRow, isRange: boolean): void;
  thread(thread: ReviewThread): ReactNode;
  form(): ReactNode;
};

type Props = {
  path: string;
  rows: DiffRow[];
  isSplit: boolean;
  /** What scrolls around it; far lines are not drawn. */
  scroller: RefObject<HTMLElement | null>;
  talk?: LineTalk;
  onExpand?: () => void;
};

/** The lines of a diff, in one column or two, by pieces. */
export function DiffLines({ path, rows, isSplit, scroller, talk, onExpand }: Props) {
  const idPrefix = useId();
  const [chosen, setChosen] = useState<LineRow>();
  const tokens = useTokens(path, rows);
  const shown = useMemo((): SplitRow[] | DiffRow[] => (isSplit ? splitRows(rows) : rows), [rows, isSplit]);
  const chunks = useMemo(() => chunksOf<SplitRow | DiffRow>(shown), [shown]);
  const digits = useMemo(() => String(Math.max(1, ...rows.slice(-1).map(numberOf))).length, [rows]);
  const chosenKey = chosen && keyOf(sideOfRow(chosen).side, sideOfRow(chosen).line);

  useEffect(() => {
    if (chosenKey !== undefined)
      document.getElementById(`${idPrefix}${chosenKey}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosenKey, idPrefix]);

  const move = (step: 1 | -1): void => {
    const lines = rows.filter((row): row is LineRow => row.kind === 'line');
    const at = chosen === undefined ? -1 : lines.indexOf(chosen);
    setChosen(lines[Math.min(lines.length - 1, Math.max(0, at + step))]);
  };
  const rowAt = (target: EventTarget): LineRow | undefined => {
    const found = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
    if (found === null || !(target instanceof Element) || target.closest('.diff-number, .diff-sign') === null)
      return undefined;
    const { side, line } = found.dataset;
    return rows.find((row): row is LineRow => {
      if (row.kind !== 'line') return false;
      return (side === 'old' || side === 'new') && row[side] === Number(line);
    });
  };
  return (
    <section
      aria-label={`${words.diffOf(path)}. ${talk === undefined ? '' : words.diffKeys}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys choose a line in it
      tabIndex={0}
      className="diff-lines"
      data-talk={talk === undefined ? undefined : ''}
      data-split={isSplit ? '' : undefined}
      style={{ '--digits': digits } as React.CSSProperties}
      onClick={(event) => {
        const row = rowAt(event.target);
        if (row !== undefined) talk?.write(row, event.shiftKey);
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return;
        const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key] as 1 | -1 | undefined;
        if (step !== undefined) move(step);
        else if ((event.key === 'c' || event.key === 'Enter') && chosen !== undefined) talk?.write(chosen, false);
        else return;
        event.preventDefault();
      }}
    >
      {chosen === undefined ? null : (
        <p role="status" className="sr-only">
          {words.lineLabel(
            sideOfRow(chosen).line,
            chosen.sign === ' ' ? 'same' : chosen.sign === '+' ? 'added' : 'removed',
            chosen.text,
          )}
        </p>
      )}
      {chunks.map((chunk, at) => (
        <NearChunk
          // biome-ignore lint/suspicious/noArrayIndexKey: chunks are places, not things
          key={at}
          scroller={scroller}
          expectedPx={chunk.length * lineHeightPx}
          isNeeded={at === 0 || chunk.some((row) => isAt(row, talk?.writing) || isAt(row, chosenKey))}
        >
          {() =>
            chunk.map((row, inChunk) => (
              <Row key={rowKey(row, inChunk)} {...{ row, tokens, talk, chosenKey, idPrefix, onExpand }} />
            ))
          }
        </NearChunk>
      ))}
    </section>
  );
}

type RowProps = {
  row: SplitRow | DiffRow;
  tokens: Tokens;
  talk: LineTalk | undefined;
  chosenKey: LineKey | undefined;
  idPrefix: string;
  onExpand: (() => void) | undefined;
};

function Row({ row, tokens, talk, chosenKey, idPrefix, onExpand }: RowProps) {
  switch (row.kind) {
    case 'gap':
      return <Gap lines={row.lines} title={row.title} onExpand={onExpand} />;
    case 'note':
      return <p className="diff-note">{row.text}</p>;
    case 'line':
      return (
        <>
          <UnifiedLine row={row} tokens={tokens(row)} isChosen={isAt(row, chosenKey)} idPrefix={idPrefix} />
          <Talk row={row} talk={talk} />
        </>
      );
    case 'pair': {
      const { left, right } = row;
      const half = (line: LineRow | undefined, side: 'old' | 'new') =>
        line === undefined ? (
          <EmptyHalf />
        ) : (
          <HalfLine {...{ row: line, side, idPrefix, tokens: tokens(line), isChosen: isAt(line, chosenKey) }} />
        );
      return (
        <>
          <div className="diff-pair">
            {half(left, 'old')}
            {half(right, 'new')}
          </div>
          {left !== undefined && left !== right ? <Talk row={left} talk={talk} /> : null}
          {right === undefined ? null : <Talk row={right} talk={talk} />}
        </>
      );
    }
  }
}

function Gap({
  lines,
  title,
  onExpand,
}: {
  lines: number | undefined;
  title: string;
  onExpand: (() => void) | undefined;
}) {
  const text = (
    <>
      <span className="flex-none whitespace-nowrap">{lines === undefined ? '⋯' : words.unchanged(lines)}</span>
      {title === '' ? null : <code className="min-w-0 truncate text-ink-3">{title}</code>}
    </>
  );
  if (onExpand === undefined) return <p className="diff-gap">{text}</p>;
  return (
    <button
      type="button"
      title={words.showContext}
      className="diff-gap cursor-pointer hover:text-ink"
      onClick={onExpand}
    >
      <Icon name="down" size={12} />
      {text}
    </button>
  );
}

/** Threads and the form under a line, on whichever side they are. */
function Talk({ row, talk }: { row: LineRow; talk: LineTalk | undefined }) {
  if (talk === undefined) return null;
  const keys = keysOf(row);
  const threads = keys.flatMap((key) => talk.placed.get(key) ?? []);
  const isWriting = talk.writing !== undefined && keys.includes(talk.writing);
  if (threads.length === 0 && !isWriting) return null;
  return (
    <div className="diff-talk">
      {threads.map((thread) => talk.thread(thread))}
      {isWriting ? talk.form() : null}
    </div>
  );
}

/** An unchanged line has a number on both sides. */
const keysOf = (row: LineRow): LineKey[] => [
  ...(row.old === undefined ? [] : [keyOf('old', row.old)]),
  ...(row.new === undefined ? [] : [keyOf('new', row.new)]),
];

function isAt(row: SplitRow | DiffRow, key: LineKey | undefined): boolean {
  if (key === undefined) return false;
  if (row.kind === 'line') return keysOf(row).includes(key);
  if (row.kind !== 'pair') return false;
  return (row.left !== undefined && isAt(row.left, key)) || (row.right !== undefined && isAt(row.right, key));
}

const numberOf = (row: DiffRow): number => (row.kind === 'line' ? Math.max(row.old ?? 0, row.new ?? 0) : 0);
const rowKey = (row: SplitRow | DiffRow, at: number): string =>
  row.kind === 'line' ? `${row.old ?? ''}:${row.new ?? ''}` : `${row.kind}${at}`;

type Tokens = (row: LineRow) => Token[] | undefined;

/** Colours by line; each side is coloured as the file it is. */
function useTokens(path: string, rows: readonly DiffRow[]): Tokens {
  const language = path.split('.').pop() ?? '';
  const before = useMemo(() => sideOf(rows, 'old'), [rows]);
  const after = useMemo(() => sideOf(rows, 'new'), [rows]);
  const oldTokens = useHighlight(before.code, language);
  const newTokens = useHighlight(after.code, language);
  return useMemo(() => {
    const ofOld = byNumber(before.numbers, oldTokens);
    const ofNew = byNumber(after.numbers, newTokens);
    return (row) => (row.sign === '-' ? ofOld.get(row.old ?? 0) : ofNew.get(row.new ?? 0));
  }, [before, after, oldTokens, newTokens]);
}

function byNumber(numbers: readonly number[], tokens: Token[][] | undefined): Map<number, Token[]> {
  const byLine = new Map<number, Token[]>();
  if (tokens === undefined) return byLine;
  numbers.forEach((number, at) => {
    const line = tokens[at];
    if (line !== undefined) byLine.set(number, line);
  });
  return byLine;
}
