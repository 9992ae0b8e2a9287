'use client';
import { memo, useMemo, useState } from 'react';
import { showBidi } from '../../lib/show-bidi.ts';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { countLines, lastLines } from './last-lines.ts';
import { type Line, plainTerminalText, type Tone, terminalLines } from './terminal-text.ts';

const words = strings.transcript;
/** Lines shown before "Show all": the last ones, where the result stands. */
const foldedLines = 8;
/** More is not drawn at once, so that one huge output cannot hold up the page. */
const maxLines = 2000;
const maxUnits = 400_000;

const tones: Record<Tone, string> = {
  plain: '',
  good: 'text-ok',
  bad: 'text-bad',
  warn: 'text-warn',
  quiet: 'text-ink-3',
  strong: 'text-ink font-medium',
  mark: 'text-[var(--syn-string)]',
};

/** Output of a program: folded to its last lines. */
export const TerminalOutput = memo(function TerminalOutput({
  text,
  isLive = false,
}: {
  text: string;
  isLive?: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const count = useMemo(() => countLines(text), [text]);
  const shown = useMemo(() => {
    const most = isOpen ? maxLines : foldedLines;
    return terminalLines(lastLines(text, most, maxUnits)).slice(-most);
  }, [text, isOpen]);
  if (count === 1 && shown[0]?.length === 0 && !isLive)
    return <p className="output border-line border-t px-3 py-[7px] text-ink-3">{words.noOutput}</p>;
  return (
    <div className="border-line border-t">
      <ScrollRegion
        label={words.output}
        className={cx('output fade-x overflow-auto px-3 pt-[7px] pb-2', isOpen && 'max-h-[60dvh]')}
      >
        {isOpen && count > maxLines ? (
          <span className="block pb-1 text-ink-3">{words.linesAbove(count - maxLines)}</span>
        ) : null}
        <Lines lines={shown} />
      </ScrollRegion>
      {count > foldedLines ? (
        <div className="flex items-center gap-1 border-line border-t bg-sunken px-1.5 py-0.5">
          <button
            type="button"
            onClick={() => setIsOpen(!isOpen)}
            className="cursor-pointer rounded-4 px-1.5 py-0.5 text-12 text-ink-2 hover:text-ink hand:min-h-11"
          >
            {isOpen ? words.showLess : `${words.showAll}, ${words.lines(count)}`}
          </button>
          <span className="flex-1" />
          <CopyButton text={() => plainTerminalText(text)} look="ghost" size="small" />
        </div>
      ) : null}
    </div>
  );
});

function Lines({ lines }: { lines: Line[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
    <span key={index}>
      {line.map((segment, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no other identity
        <span key={at} className={tones[segment.tone]}>
          {showBidi(segment.text)}
        </span>
      ))}
      {index < lines.length - 1 ? '\n' : null}
    </span>
  ));
}
