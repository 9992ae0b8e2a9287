'use client';
import type { AgentId } from '@collagility/protocol/ids';
import type { ReviewThread } from '@collagility/protocol/state';
import { type ReactNode, useMemo, useState } from 'react';
import { strings } from '../../strings.ts';
import { useActions, useRoom } from '../room/room-store.ts';
import { keyOf, type LineKey, placeThreads, quoteOf, sideOfRow } from './anchors.ts';
import { CommentForm } from './comment-form.tsx';
import type { LineTalk } from './diff-lines.tsx';
import type { DiffRow, LineRow } from './diff-rows.ts';
import { ThreadCard } from './thread-card.tsx';

const words = strings.changes;
const noThreads: ReviewThread[] = [];

type Writing = { key: LineKey; row: LineRow; from: number };

/**
 * What people say about the lines of one file. `talk`: absent where this person may say nothing and nothing is said.
 * `outside`: threads about lines that are not among `rows`.
 */
export function useLineTalk(
  path: string,
  rows: readonly DiffRow[],
  agentId: AgentId | undefined,
): { talk: LineTalk | undefined; outside: ReactNode } {
  const actions = useActions();
  const all = useRoom((view) => view.state?.review) ?? noThreads;
  const threads = useMemo(() => all.filter(({ anchor }) => anchor.path === path), [all, path]);
  const { placed, elsewhere } = useMemo(() => placeThreads(rows, threads), [rows, threads]);
  const mayTalk = useRoom(
    (view) => view.me?.rights.chat === true && !view.me.frozen && view.state?.ended === undefined,
  );
  const [writing, setWriting] = useState<Writing>();

  /** The lines go on where the form was: whoever wrote by keys goes on by keys. */
  const endWriting = () => {
    document.activeElement?.closest<HTMLElement>('.diff-lines')?.focus({ preventScroll: true });
    setWriting(undefined);
  };

  const talk: LineTalk = {
    placed,
    writing: writing?.key,
    write: (row, isRange) => {
      if (!mayTalk) return;
      const { side, line } = sideOfRow(row);
      const isSameSide = writing !== undefined && sideOfRow(writing.row).side === side;
      const from = isRange && isSameSide ? Math.min(writing.from, line) : line;
      setWriting({ key: keyOf(side, line), row, from });
    },
    thread: (thread) => <ThreadCard key={thread.threadId} thread={thread} />,
    form: () => {
      if (writing === undefined) return null;
      const { side, line } = sideOfRow(writing.row);
      const isRange = writing.from < line;
      return (
        <CommentForm
          key={writing.key}
          place={`line ${agentId ?? ''} ${path} ${writing.key}`}
          label={isRange ? words.comment.labelRange(writing.from, line) : words.comment.label(line)}
          sendWord={words.comment.send}
          onCancel={endWriting}
          onSend={(text) => {
            const anchor = {
              path,
              side,
              line: isRange ? writing.from : line,
              ...(isRange && { endLine: line }),
              quote: quoteOf(writing.row.text),
            };
            actions.send({ type: 'review.comment', anchor, text, ...(agentId && { agentId }) });
            endWriting();
          }}
        />
      );
    },
  };

  const outside =
    elsewhere.length === 0 ? null : (
      <section aria-label={words.comment.elsewhere} className="diff-talk border-line border-t">
        <p className="text-12 text-ink-3">{words.comment.elsewhere}</p>
        {elsewhere.map((thread) => (
          <ThreadCard key={thread.threadId} thread={thread} showQuote />
        ))}
      </section>
    );
  return { talk: mayTalk || placed.size > 0 ? talk : undefined, outside };
}
