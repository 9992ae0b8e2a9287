'use client';
import type { RoomEventOf } from '@collagility/protocol/events';
import type { CommandId } from '@collagility/protocol/ids';
import { useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { useActions, useRoom } from '../room/room-store.ts';

const words = strings.approvals.reveal;

/** How much is hidden in a request; a host may look at it, on this device alone, and the room is told that they did. */
export function RevealHidden({
  request,
}: {
  request: Pick<RoomEventOf<'approval.requested'>, 'approvalId' | 'hidden'>;
}) {
  const actions = useActions();
  const isHost = useRoom((view) => view.me?.role === 'host' && !view.me.frozen);
  const [asked, setAsked] = useState<CommandId>();
  const sent = useRoom((view) => view.commands.find(({ commandId }) => commandId === asked));
  if (request.hidden === 0) return null;
  const text = sent?.state === 'done' ? textOf(sent.outcome) : undefined;
  const isRefused = sent !== undefined && ['rejected', 'unknown', 'dropped'].includes(sent.state);
  const hide = () => {
    // What was told is forgotten here too.
    if (asked !== undefined) actions.dismiss(asked);
    setAsked(undefined);
  };
  return (
    <>
      <Chip icon="key">{strings.approvals.hidden(request.hidden)}</Chip>
      {!isHost ? null : text === undefined ? (
        <Button
          size="small"
          look="ghost"
          title={words.title}
          disabled={asked !== undefined && !isRefused}
          onClick={() => setAsked(actions.send({ type: 'approval.reveal', approvalId: request.approvalId }))}
        >
          {words.show}
        </Button>
      ) : (
        <Button size="small" look="ghost" onClick={hide}>
          {words.hide}
        </Button>
      )}
      {isRefused ? <span role="alert">{words.failed}</span> : null}
      {text === undefined ? null : (
        <figure className="basis-full">
          <figcaption className="text-12 text-ink-3">{words.onlyHere}</figcaption>
          <pre className="mt-1 max-h-60 overflow-auto whitespace-pre-wrap rounded-6 border border-warn-line bg-warn-soft p-2 font-mono text-12 [overflow-wrap:anywhere]">
            <ExactText text={text} />
          </pre>
        </figure>
      )}
    </>
  );
}

function textOf(outcome: { state: string; result?: unknown } | undefined): string | undefined {
  const result = outcome?.result;
  return typeof result === 'object' && result !== null && 'text' in result && typeof result.text === 'string'
    ? result.text
    : undefined;
}
