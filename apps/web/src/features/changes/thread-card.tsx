'use client';
import type { ReviewComment, ReviewThread } from '@collagility/protocol/state';
import { useState } from 'react';
import { runClass } from '../../lib/long-run.ts';
import { age } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Disc } from '../../ui/disc.tsx';
import { useActions, usePerson, useRoom } from '../room/room-store.ts';
import { CommentForm } from './comment-form.tsx';

const words = strings.changes.comment;

/** What people said about one place, and how far it got. */
export function ThreadCard({ thread, showQuote = false }: { thread: ReviewThread; showQuote?: boolean }) {
  const actions = useActions();
  const mayTalk = useRoom((view) => view.me?.rights.chat === true && !view.me.frozen);
  const resolver = usePerson(thread.resolvedBy);
  const [isReplying, setIsReplying] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const { threadId, anchor, sent, resolvedBy, comments } = thread;
  const state =
    resolvedBy !== undefined
      ? words.resolved(resolver.name)
      : sent === undefined
        ? words.unsent
        : 'promptId' in sent
          ? words.sent
          : words.suggested;
  const isFolded = resolvedBy !== undefined && !isOpen;
  const where = anchor.endLine === undefined ? words.line(anchor.line) : words.lines(anchor.line, anchor.endLine);
  return (
    <article
      aria-label={words.thread(anchor.endLine ?? anchor.line)}
      className={cx('rounded-8 border border-line-2 bg-raised', resolvedBy !== undefined && 'border-line')}
    >
      <header className="flex min-h-8 items-center gap-2 px-2.5 text-12 text-ink-3">
        <span>{where}</span>
        {isFolded ? (
          <button type="button" className="cursor-pointer underline" onClick={() => setIsOpen(true)}>
            {words.count(comments.length)}
          </button>
        ) : null}
        <span className="flex-1" />
        <span className={cx(sent === undefined && resolvedBy === undefined && 'text-accent')}>{state}</span>
      </header>
      {showQuote ? (
        <code className="mx-2.5 mb-1.5 block truncate text-12 text-ink-3">{visibleText(anchor.quote)}</code>
      ) : null}
      {isFolded ? null : (
        <>
          <ul className="grid gap-2 px-2.5 pb-2">
            {comments.map((comment) => (
              <Comment key={comment.commentId} thread={thread} comment={comment} />
            ))}
          </ul>
          {isReplying ? (
            <div className="px-2 pb-2">
              <CommentForm
                place={`thread ${threadId}`}
                label={words.replyLabel}
                sendWord={words.reply}
                onCancel={() => setIsReplying(false)}
                onSend={(text) => {
                  actions.send({ type: 'review.comment', threadId, text });
                  setIsReplying(false);
                }}
              />
            </div>
          ) : mayTalk ? (
            <footer className="flex gap-1 border-line border-t px-1.5 py-1">
              <Button size="small" look="ghost" onClick={() => setIsReplying(true)}>
                {words.reply}
              </Button>
              <Button
                size="small"
                look="ghost"
                onClick={() => {
                  actions.send({ type: 'review.resolve', threadId, resolved: resolvedBy === undefined });
                  setIsOpen(false);
                }}
              >
                {resolvedBy === undefined ? words.resolve : words.reopen}
              </Button>
            </footer>
          ) : null}
        </>
      )}
    </article>
  );
}

function Comment({ thread, comment }: { thread: ReviewThread; comment: ReviewComment }) {
  const actions = useActions();
  const by = usePerson(comment.by);
  const now = useNow();
  const mayRemove = useRoom((view) => view.me?.participantId === comment.by || view.me?.rights.manage === true);
  return (
    <li className="group grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2">
      <Disc name={by.name} color={by.color} size={20} />
      <div className="min-w-0">
        <p className="flex items-center gap-2 text-12 text-ink-3 leading-[1.25rem]">
          <b className="truncate font-semibold text-ink">{by.name}</b>
          {age(now - comment.atMs)}
          <span className="flex-1" />
          {mayRemove ? (
            <button
              type="button"
              className="cursor-pointer opacity-0 hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 max-sm:-my-3 hand:min-h-11 max-sm:px-2 max-sm:opacity-100"
              onClick={() =>
                actions.send({
                  type: 'review.remove_comment',
                  threadId: thread.threadId,
                  commentId: comment.commentId,
                })
              }
            >
              {words.remove}
            </button>
          ) : null}
        </p>
        <p className={cx('whitespace-pre-wrap text-13 [overflow-wrap:anywhere]', runClass(comment.text))}>
          {comment.text}
        </p>
      </div>
    </li>
  );
}
