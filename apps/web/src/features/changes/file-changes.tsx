'use client';
import type { AgentId } from '@collagility/protocol/ids';
import type { ReviewThread } from '@collagility/protocol/state';
import type { ChangeScope, FileChange } from '@collagility/protocol/workspace';
import { type RefObject, useMemo, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { useActions, useRoom } from '../room/room-store.ts';
import { sizeOf } from '../transcript/big-text.ts';
import { keyOf, type LineKey, placeThreads, quoteOf, sideOfRow } from './anchors.ts';
import { CommentForm } from './comment-form.tsx';
import { DiffLines, type LineTalk } from './diff-lines.tsx';
import { type LineRow, rowsOfDiff } from './diff-rows.ts';
import { ThreadCard } from './thread-card.tsx';
import { Failed, Loading } from './trouble.tsx';
import { useAsk } from './use-ask.ts';

const words = strings.changes;
/** So much context is the whole file. */
const wholeContext = 100_000;
const noThreads: ReviewThread[] = [];

type Writing = { key: LineKey; row: LineRow; from: number };

/** What changed in one file, as the host's git says, with what people say about its lines. */
export function FileChanges({
  file,
  scope,
  agentId,
  version,
  isSplit,
  scroller,
}: {
  file: FileChange;
  scope: ChangeScope;
  agentId: AgentId | undefined;
  version: string;
  isSplit: boolean;
  scroller: RefObject<HTMLElement | null>;
}) {
  const actions = useActions();
  const [isWhole, setIsWhole] = useState(false);
  const [isExpanded, setIsExpanded] = useState(false);
  const { path, previousPath } = file;
  const asked = useAsk(
    {
      ask: 'diff',
      scope,
      path,
      ...(agentId && { agentId }),
      ...(previousPath !== undefined && { previousPath }),
      ...(isWhole && { whole: true }),
      ...(isExpanded && { context: wholeContext }),
    },
    version,
    path,
  );
  const diff = asked.name === 'answered' ? asked.answer.diff : '';
  const rows = useMemo(() => rowsOfDiff(diff), [diff]);
  const all = useRoom((view) => view.state?.review) ?? noThreads;
  const threads = useMemo(() => all.filter(({ anchor }) => anchor.path === path), [all, path]);
  const { placed, elsewhere } = useMemo(() => placeThreads(rows, threads), [rows, threads]);
  const mayTalk = useRoom(
    (view) => view.me?.rights.chat === true && !view.me.frozen && view.state?.ended === undefined,
  );
  const [writing, setWriting] = useState<Writing>();

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
          label={isRange ? words.comment.labelRange(writing.from, line) : words.comment.label(line)}
          sendWord={words.comment.send}
          onCancel={() => setWriting(undefined)}
          onSend={(text) => {
            const anchor = {
              path,
              side,
              line: isRange ? writing.from : line,
              ...(isRange && { endLine: line }),
              quote: quoteOf(writing.row.text),
            };
            actions.send({ type: 'review.comment', anchor, text, ...(agentId && { agentId }) });
            setWriting(undefined);
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
  if (asked.name === 'loading') return <Loading />;
  if (asked.name === 'failed') return <Failed code={asked.code} again={asked.again} />;
  const { without, oldBytes, newBytes, elidedLines, isCut } = asked.answer;
  if (without !== undefined)
    return (
      <>
        <div className="px-4 py-4">
          <p>{words.without[without]}</p>
          <p className="mt-1 text-12 text-ink-3 tabular-nums">
            {words.bytes(
              oldBytes === undefined ? undefined : sizeOf(oldBytes),
              newBytes === undefined ? undefined : sizeOf(newBytes),
            )}
          </p>
        </div>
        {outside}
      </>
    );
  if (rows.length === 0)
    return (
      <>
        <p className="px-4 py-4 text-ink-3">
          {file.change === 'added' || file.change === 'deleted' ? words.emptyFile : words.sameText}
        </p>
        {outside}
      </>
    );
  return (
    <div aria-busy={asked.isStale}>
      <DiffLines
        path={path}
        rows={rows}
        isSplit={isSplit}
        scroller={scroller}
        {...(mayTalk || placed.size > 0 ? { talk } : {})}
        {...(isExpanded ? {} : { onExpand: () => setIsExpanded(true) })}
      />
      {elidedLines > 0 ? (
        <p className="flex items-center gap-2 px-3 py-2 text-12 text-ink-3">
          {words.elided(elidedLines)}
          <Button size="small" onClick={() => setIsWhole(true)}>
            {words.showAll}
          </Button>
        </p>
      ) : null}
      {isCut ? <p className="px-3 py-2 text-12 text-ink-3">{words.cut}</p> : null}
      {outside}
    </div>
  );
}
