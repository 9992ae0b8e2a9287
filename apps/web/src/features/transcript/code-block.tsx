'use client';
import { memo, useMemo } from 'react';
import { showBidi } from '../../lib/show-bidi.ts';
import { cx } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type CodeChunk, codeChunks, linesPerChunk } from './code-chunks.ts';
import type { Token } from './highlighter.ts';
import { useHighlight } from './use-highlight.ts';

/** Code above this many lines scrolls inside itself, so that one block does not push all else away. */
const tallLines = 120;

/** Code in the transcript: scrolls inside itself, coloured when the colours are there. */
export const CodeBlock = memo(function CodeBlock({ code: source, language }: { code: string; language: string }) {
  const code = useMemo(() => showBidi(source), [source]);
  const lines = useHighlight(code, language);
  const chunks = useMemo(() => codeChunks(code), [code]);
  const last = chunks[chunks.length - 1];
  const isTall = last !== undefined && last.firstLine + last.lines > tallLines;
  return (
    <div className="group relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
      <pre tabIndex={0} className={cx('code', isTall && 'max-h-[70dvh] overflow-y-auto')}>
        <code>
          {chunks.map((chunk) => (
            <Chunk key={chunk.firstLine} {...chunk} tokens={lines} />
          ))}
        </code>
      </pre>
      <CopyButton
        text={source}
        size="small"
        // Where nothing hovers it comes with a tap on the code; before that no tap may hit what is not seen.
        className="absolute top-1.5 right-1.5 opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 hand:[:not(:focus-within)>&]:pointer-events-none"
      />
    </div>
  );
});

const Chunk = memo(
  function Chunk({ text, firstLine, lines, tokens }: CodeChunk & { tokens: Token[][] | undefined }) {
    const coloured = tokens?.slice(firstLine, firstLine + lines);
    // A chunk that is out of sight is neither laid out nor painted; its height is that of its lines.
    const style =
      lines === linesPerChunk
        ? { contentVisibility: 'auto' as const, containIntrinsicBlockSize: `${lines * 1.1875}rem` }
        : {};
    if (coloured === undefined || coloured.length === 0)
      return (
        <span className="block" style={style}>
          {text}
        </span>
      );
    return (
      <span className="block" style={style}>
        {coloured.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          <span key={index}>
            {line.map((token, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line's tokens have no other identity
              <span key={at} style={token.color === undefined ? undefined : { color: token.color }}>
                {token.content}
              </span>
            ))}
            {index < coloured.length - 1 || coloured.length < lines || text.endsWith('\n') ? '\n' : null}
          </span>
        ))}
        {restOf(text, coloured.length)}
      </span>
    );
  },
  (before, after) =>
    before.text === after.text &&
    (before.tokens === after.tokens ||
      isSame(
        before.tokens?.slice(before.firstLine, before.firstLine + before.lines),
        after.tokens?.slice(after.firstLine, after.firstLine + after.lines),
      )),
);

/** Lines that have no colours yet. */
function restOf(text: string, from: number): string {
  let at = 0;
  for (let line = 0; line < from; line++) {
    const end = text.indexOf('\n', at);
    if (end === -1) return '';
    at = end + 1;
  }
  return text.slice(at);
}

const isSame = (a: Token[][] | undefined, b: Token[][] | undefined): boolean =>
  a?.length === b?.length &&
  (a ?? []).every((line, index) => {
    const other = b?.[index] ?? [];
    return (
      line.length === other.length &&
      line.every((token, at) => token.content === other[at]?.content && token.color === other[at]?.color)
    );
  });
