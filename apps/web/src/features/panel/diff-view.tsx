'use client';
import { useMemo } from 'react';
import { type ChangeData, Diff, Hunk, type HunkData, type HunkTokens, parseDiff } from 'react-diff-view';
import { strings } from '../../strings.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import type { Token } from '../transcript/highlighter.ts';
import { useHighlight } from '../transcript/use-highlight.ts';

/** A unified diff: both line numbers, the sign as a character of its own, the tint only second. */
export default function DiffView({ path, text }: { path: string; text: string }) {
  const file = useMemo(() => parse(path, text), [path, text]);
  const hunks = file?.hunks ?? [];
  const language = path.split('.').pop() ?? '';
  const before = useMemo(() => side(hunks, 'old'), [hunks]);
  const after = useMemo(() => side(hunks, 'new'), [hunks]);
  const oldTokens = useHighlight(before.code, language);
  const newTokens = useHighlight(after.code, language);
  const tokens = useMemo((): HunkTokens | undefined => {
    if (oldTokens === undefined || newTokens === undefined) return undefined;
    return { old: byLine(before.numbers, oldTokens), new: byLine(after.numbers, newTokens) };
  }, [after, before, newTokens, oldTokens]);
  if (file === undefined || hunks.length === 0)
    return <pre className="mono overflow-x-auto px-3 py-1 text-12 leading-[19px]">{text}</pre>;
  return (
    <ScrollRegion label={`${strings.transcript.showDiff}: ${path}`} className="diff-scroll overflow-x-auto">
      <Diff viewType="unified" diffType={file.type} hunks={hunks} tokens={tokens ?? null} renderToken={renderToken}>
        {(all) => all.map((hunk) => <Hunk key={hunk.content} hunk={hunk} />)}
      </Diff>
    </ScrollRegion>
  );
}

function parse(path: string, text: string) {
  const withHeader = /^(diff --git|---) /.test(text) ? text : `--- a/${path}\n+++ b/${path}\n${text}`;
  try {
    return parseDiff(withHeader, { nearbySequences: 'zip' })[0];
  } catch {
    // A diff that cannot be read is shown as text.
    return undefined;
  }
}

type Side = { code: string; numbers: number[] };

/** The lines of one side as code, with their numbers, to be coloured in one piece. */
function side(hunks: HunkData[], which: 'old' | 'new'): Side {
  const changes = hunks.flatMap((hunk) => hunk.changes).flatMap((change) => lineOf(change, which) ?? []);
  return { code: changes.map(([, content]) => content).join('\n'), numbers: changes.map(([number]) => number) };
}

function lineOf(change: ChangeData, which: 'old' | 'new'): [[number, string]] | undefined {
  if (change.type === 'normal')
    return [[which === 'old' ? change.oldLineNumber : change.newLineNumber, change.content]];
  if (change.type === 'insert') return which === 'new' ? [[change.lineNumber, change.content]] : undefined;
  return which === 'old' ? [[change.lineNumber, change.content]] : undefined;
}

type Node = { type: string; value: string; color?: string };

function byLine(numbers: number[], lines: Token[][]): Node[][] {
  const result: Node[][] = [];
  numbers.forEach((number, index) => {
    result[number - 1] = (lines[index] ?? []).map(({ content, color }) => ({
      type: 'colored',
      value: content,
      ...(color !== undefined && { color }),
    }));
  });
  return result;
}

const renderToken = (
  token: { type: string; value?: string; color?: string },
  fallback: (token: never, index: number) => React.ReactNode,
  index: number,
) =>
  token.type === 'colored' ? (
    <span key={index} style={token.color === undefined ? undefined : { color: token.color }}>
      {token.value}
    </span>
  ) : (
    fallback(token as never, index)
  );
