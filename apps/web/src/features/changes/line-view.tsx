'use client';
import { memo } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import type { Token } from '../transcript/highlighter.ts';
import { sideOfRow } from './anchors.ts';
import type { LineRow } from './diff-rows.ts';

/** More of one line is not drawn: a minified file is one line. */
const maxLineUnits = 2_000;
const signs = { '+': '+', '-': '−', ' ': '' };
const kinds = { '+': 'added', '-': 'removed', ' ': 'same' } as const;

type Props = { row: LineRow; tokens: Token[] | undefined; isChosen: boolean; idPrefix: string };

/** One line in one column: both numbers, the sign as a character of its own, the tint only second. */
export const UnifiedLine = memo(function UnifiedLine({ row, tokens, isChosen, idPrefix }: Props) {
  const { side, line } = sideOfRow(row);
  return (
    <div
      id={`${idPrefix}${side}:${line}`}
      className="diff-line"
      data-sign={kinds[row.sign]}
      data-side={side}
      data-line={line}
      data-chosen={isChosen || undefined}
    >
      <span className="diff-number diff-number-old">{row.old}</span>
      <span className="diff-number">{row.new}</span>
      <span className="diff-sign">{signs[row.sign]}</span>
      <code className="diff-text">
        <LineText text={row.text} tokens={tokens} />
        {row.hasOtherEnd === true ? <LineEnd /> : null}
      </code>
    </div>
  );
});

/** One side of a line in two columns. */
export function HalfLine({ row, side, tokens, isChosen, idPrefix }: Props & { side: 'old' | 'new' }) {
  const at = sideOfRow(row);
  return (
    <div
      id={at.side === side ? `${idPrefix}${side}:${at.line}` : undefined}
      className="diff-half"
      data-sign={kinds[row.sign]}
      data-side={side}
      data-line={row[side]}
      data-chosen={(isChosen && at.side === side) || undefined}
    >
      <span className="diff-number">{row[side]}</span>
      <span className="diff-sign">{signs[row.sign]}</span>
      <code className="diff-text">
        <LineText text={row.text} tokens={tokens} />
        {row.hasOtherEnd === true ? <LineEnd /> : null}
      </code>
    </div>
  );
}

export const EmptyHalf = () => <div className="diff-half diff-half-empty" />;

/** In view only where it makes a difference. */
const LineEnd = () => (
  <mark
    title={strings.changes.lineEnd}
    className="ml-0.5 rounded-[3px] border border-warn-line bg-warn-soft px-0.5 text-12 text-warn"
  >
    \r
  </mark>
);

/** Nothing can hide in a line: marks that turn text around or are invisible are written out. */
export function LineText({ text, tokens }: { text: string; tokens: Token[] | undefined }) {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  if (line.length > maxLineUnits)
    return (
      <>
        {visibleText(line.slice(0, maxLineUnits))}
        <span className="text-ink-3">{strings.changes.longLine(line.length - maxLineUnits)}</span>
      </>
    );
  if (tokens === undefined) return visibleText(line);
  return tokens.map(({ content, color }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line's tokens have no other name and do not move
    <span key={at} style={color === undefined ? undefined : { color }}>
      {visibleText(content.replace(/\r$/, ''))}
    </span>
  ));
}
