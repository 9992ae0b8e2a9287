'use client';
import { maxPromptBytes, maxSuggestionBytes } from '@collagility/protocol/limits';
import type { ReviewThread } from '@collagility/protocol/state';
import { useState } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Check, Field, TextArea } from '../../ui/field.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Outbox } from '../composer/outbox.tsx';
import { useActions, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { reviewPrompt, unsentThreads } from './review-prompt.ts';

const words = strings.changes.review;
const noThreads: ReviewThread[] = [];

/** How many comments wait, and the way to the agent for those who have it. */
export function ReviewBar() {
  const threads = unsentThreads(useRoom((view) => view.state?.review) ?? noThreads);
  const prompt = useRoom((view) => (view.me?.frozen === true ? 'none' : view.me?.rights.prompt)) ?? 'none';
  const [isOpen, setIsOpen] = useState(false);
  const comments = threads.reduce((sum, thread) => sum + thread.comments.length, 0);
  return (
    <>
      <Outbox kinds={['review.comment', 'review.resolve', 'review.remove_comment']} />
      {comments === 0 ? null : (
        <section
          aria-label={words.bar}
          className="flex min-h-11 flex-none items-center gap-2 border-line border-t px-3 py-1.5"
        >
          <span className="min-w-0 flex-1 text-12 text-ink-2">{words.toSend(comments)}</span>
          {prompt === 'none' ? null : (
            <Button onClick={() => setIsOpen(true)}>{prompt === 'run' ? words.send : words.suggest}</Button>
          )}
        </section>
      )}
      {isOpen && prompt !== 'none' ? (
        <ReviewDialog threads={threads} kind={prompt} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  );
}

/** What will be said, word for word, before it is signed. */
function ReviewDialog({
  threads,
  kind,
  onClose,
}: {
  threads: ReviewThread[];
  kind: 'suggest' | 'run';
  onClose: () => void;
}) {
  const actions = useActions();
  const ui = useRoomUi();
  const agent = useRoom((view) => (ui.agentId === undefined ? undefined : view.state?.agents[ui.agentId]));
  const people = useRoom((view) => view.state?.participants);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState('');
  const chosen = threads.filter(({ threadId }) => !leftOut.has(threadId));
  const text = reviewPrompt(chosen, (id) => people?.[id]?.name ?? '?', note);
  const maxBytes = kind === 'run' ? maxPromptBytes : maxSuggestionBytes;
  const isTooLong = new TextEncoder().encode(text).length > maxBytes;
  const isBusy = agent?.runningPromptId !== undefined || (agent?.queue.length ?? 0) > 0;
  const go = () => {
    if (agent === undefined) return;
    const type = kind === 'run' ? 'prompt.run' : 'prompt.suggest';
    actions.send({ type, agentId: agent.agentId, text, review: chosen.map(({ threadId }) => threadId) });
    onClose();
  };
  return (
    <Dialog
      wide
      title={kind === 'run' ? words.title : words.titleSuggest}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button
            look="solid"
            disabled={agent === undefined || agent.stopped !== undefined || chosen.length === 0 || isTooLong}
            onClick={go}
          >
            {kind === 'suggest' ? words.goSuggest : isBusy ? words.goQueue : words.go}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label={words.note} htmlFor="review-note">
          <TextArea
            id="review-note"
            rows={2}
            value={note}
            placeholder={words.notePlaceholder}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        <fieldset className="grid gap-1.5">
          <legend className="mb-1 font-medium text-12 text-ink-2">{words.which}</legend>
          {threads.map(({ threadId, anchor, comments }) => (
            <Check
              key={threadId}
              checked={!leftOut.has(threadId)}
              onChange={(isIn) =>
                setLeftOut(new Set(isIn ? [...leftOut].filter((id) => id !== threadId) : [...leftOut, threadId]))
              }
              label={`${visibleText(anchor.path)}, ${strings.changes.comment.line(anchor.line)}`}
              detail={comments[0]?.text.slice(0, 160) ?? ''}
            />
          ))}
        </fieldset>
        <div>
          <p className="mb-1.5 text-12 text-ink-2">
            {agent === undefined ? words.no : kind === 'run' ? words.lead(agent.name) : words.leadSuggest(agent.name)}
          </p>
          <ScrollRegion
            label={words.title}
            className="mono max-h-[34dvh] overflow-y-auto whitespace-pre-wrap rounded-6 bg-sunken px-3 py-2 text-12 leading-[1.125rem] [overflow-wrap:anywhere]"
          >
            {visibleText(text)}
          </ScrollRegion>
          {isTooLong ? (
            <p role="alert" className="mt-1 text-12 text-bad">
              {words.tooLong}
            </p>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}
