'use client';
import type { PromptItem, RestoreItem } from '@collagility/protocol/state';
import { useState } from 'react';
import { clock } from '../../lib/time.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useIsLive, usePerson, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { Counts } from '../transcript/file-card.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { useAsk } from './use-ask.ts';

const words = strings.changes;

/** Nobody's files are changed while an agent works in them. */
const useMayRestore = (): boolean =>
  useRoom(
    (view) =>
      view.me?.rights.manage === true &&
      !Object.values(view.state?.agents ?? {}).some(({ runningPromptId }) => runningPromptId !== undefined),
  );

/** `4 files +120 −31` at the end of a turn: opens what it changed; for the host the way back. */
export function TurnChanges({ prompt }: { prompt: PromptItem }) {
  const ui = useRoomUi();
  const isLive = useIsLive();
  const mayRestore = useMayRestore();
  const [isAsking, setIsAsking] = useState(false);
  const { changes, agentId, promptId } = prompt;
  const isTold = changes === undefined || changes.sum !== undefined;
  // Where not all may read all of the turn nobody is told how much it was: each page asks.
  const asked = useAsk(
    isTold ? undefined : { ask: 'changes', scope: { of: 'turn', promptId }, agentId },
    'turn',
    promptId,
  );
  const sum =
    changes?.sum ?? (asked.name === 'answered' && asked.answer.source === 'git' ? asked.answer.sum : undefined);
  // Also where the host refuses: nothing of it is for this member.
  const isNothing = sum === undefined ? !isTold && asked.name === 'failed' : sum.files === 0;
  if (changes === undefined || isNothing) return null;
  return (
    <div className="mt-1 ml-[34px] flex flex-wrap items-center gap-1.5 max-sm:ml-0">
      <button
        type="button"
        onClick={() => ui.showTurn(promptId)}
        className="inline-flex min-h-7 cursor-pointer items-center gap-2 rounded-6 border border-line bg-surface px-2.5 text-12 hover:bg-hover hand:min-h-11 max-sm:px-3"
      >
        <Icon name="diff" size={14} className="text-ink-3" />
        <span>
          <span className="sr-only">{words.openTurn}</span>{' '}
          {sum === undefined ? words.uncounted : words.summary(sum.files)}
        </span>
        {sum === undefined ? null : <Counts added={sum.added} removed={sum.removed} />}
        <Icon name="right" size={12} className="text-ink-3" />
      </button>
      {mayRestore ? (
        <Button size="small" look="ghost" icon="undo" disabled={!isLive} onClick={() => setIsAsking(true)}>
          {words.restore}
        </Button>
      ) : null}
      {isAsking ? (
        <RestoreDialog
          agentId={agentId}
          checkpoint={changes.before}
          isUndo={false}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </div>
  );
}

/** Somebody put files back; the host can undo it. */
export function RestoreRow({ item }: { item: RestoreItem }) {
  const by = usePerson(item.by);
  const isLive = useIsLive();
  const mayRestore = useMayRestore();
  const [isAsking, setIsAsking] = useState(false);
  const { sum } = item;
  return (
    <div className="ml-[34px] flex min-h-7 flex-wrap items-center gap-2 text-12 text-ink-2 max-sm:ml-0">
      <Icon name="undo" size={14} className="text-ink-3" />
      <span>
        <b className="font-semibold text-ink">{by.name}</b>{' '}
        {item.promptId === undefined ? words.undone(sum?.files) : words.restored(sum?.files)}
      </span>
      {sum === undefined ? null : <Counts added={sum.added} removed={sum.removed} />}
      <span className="text-ink-3 tabular-nums">{clock(item.atMs)}</span>
      {mayRestore && sum?.files !== 0 ? (
        <Button size="small" look="ghost" disabled={!isLive} onClick={() => setIsAsking(true)}>
          {words.undo}
        </Button>
      ) : null}
      {isAsking ? (
        <RestoreDialog agentId={item.agentId} checkpoint={item.undo} isUndo onClose={() => setIsAsking(false)} />
      ) : null}
    </div>
  );
}
