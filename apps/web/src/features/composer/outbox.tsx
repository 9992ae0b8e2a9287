'use client';
import type { SentCommand } from '@collagility/protocol/client/view';
import type { CommandType } from '@collagility/protocol/commands';
import type { Attachment } from '@collagility/protocol/events';
import { useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { textOfCode } from '../approvals/answer-state.tsx';
import { isMoot } from '../room/is-refused-act.ts';
import { useActions, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { isHeld } from './held.ts';
import { ownLine } from './own-line.ts';
import { isSettled, kindOfCommand } from './unsent.ts';

const words = strings.room.composer;
const shownAtOnce = 4;

type Pictures = {
  /** What went along, where this page still has it. */
  filesOf?: (attachments: readonly Attachment[]) => File[] | undefined;
  onFiles?: (files: File[]) => void;
};

/** What this page sent and the host has not taken yet, or did not take: one line each, until it is settled. */
export function Outbox({ kinds, ...pictures }: { kinds: CommandType[] } & Pictures) {
  const commands = useRoom((view) => view.commands);
  const [isWhole, setIsWhole] = useState(false);
  const open = commands.filter((sent) => kinds.includes(sent.command.type) && !isSettled(sent) && !isMoot(sent));
  if (open.length === 0) return null;
  return (
    <ul className="max-h-[24dvh] overflow-y-auto border-line border-t px-3 py-1.5 first:border-t-0">
      {open.length > shownAtOnce ? (
        <li>
          <Button size="small" look="ghost" onClick={() => setIsWhole(!isWhole)} aria-expanded={isWhole}>
            {isWhole ? words.lessWaiting : words.moreWaiting(open.length - shownAtOnce)}
          </Button>
        </li>
      ) : null}
      {open.slice(isWhole ? 0 : -shownAtOnce).map((sent) => (
        <OutboxLine key={sent.commandId} sent={sent} {...pictures} />
      ))}
    </ul>
  );
}

function OutboxLine({ sent, filesOf, onFiles }: { sent: SentCommand } & Pictures) {
  const actions = useActions();
  const ui = useRoomUi();
  const liveness = useRoom((view) => view.liveness.name);
  const { state, outcome } = sent;
  const attachments = attachmentsOf(sent);
  const files = filesOf?.(attachments);
  const isOpen = state === 'sending' || state === 'sent';
  const why =
    outcome?.state === 'rejected'
      ? textOfCode(outcome.code, outcome.detail)
      : state === 'dropped'
        ? (sent.droppedBecause ?? '')
        : isOpen && isHeld(liveness)
          ? liveness === 'host_away'
            ? words.heldHostShort
            : words.heldLinkShort
          : words.states[state];
  return (
    // Why something was not taken has a line of its own: beside the text and two buttons it would be a narrow column.
    <li
      className={cx(
        'flex min-h-7 items-center gap-x-2 py-0.5 text-12 text-ink-2 max-sm:flex-wrap max-sm:py-1',
        !isOpen && 'flex-wrap',
      )}
    >
      {isOpen ? (
        isHeld(liveness) ? (
          <Icon name="clock" size={14} />
        ) : (
          <Spinner />
        )
      ) : (
        <Icon name="warning" size={14} className="text-bad" />
      )}
      <span
        className={cx(
          'truncate font-medium',
          isOpen ? 'max-w-[45%] flex-none max-sm:max-w-none max-sm:flex-1' : ownLine.text,
        )}
      >
        {textOfCommand(sent)}
      </span>
      <span
        role={isOpen ? undefined : 'alert'}
        className={cx(
          'min-w-0 flex-1 [overflow-wrap:anywhere]',
          isOpen ? 'text-ink-3 max-sm:order-last max-sm:basis-full max-sm:pl-[22px]' : cx(ownLine.why, 'text-bad'),
        )}
      >
        {isOpen || state === 'unknown'
          ? why
          : `${sent.command.type.startsWith('agent.') ? words.notChanged : words.notSent}. ${why}`}
      </span>
      {isOpen ? null : (
        <span className={ownLine.acts}>
          {state === 'dropped' ? (
            <Button size="small" onClick={() => actions.retry(sent.commandId)}>
              {words.retry}
            </Button>
          ) : 'text' in sent.command && sent.command.text !== undefined ? (
            // The host has said its last word under this id: what is sent again is a new command, by a person.
            <Button
              size="small"
              onClick={() => {
                const { command } = sent;
                const agentId = 'agentId' in command ? command.agentId : undefined;
                ui.putBack({ text: textOfCommand(sent), kind: kindOfCommand[command.type], agentId });
                if (files !== undefined && files.length > 0) onFiles?.(files);
                actions.dismiss(sent.commandId);
              }}
            >
              {attachments.length > 0 && files === undefined ? words.putBackWithout : words.putBack}
            </Button>
          ) : null}
          <Button size="small" look="ghost" onClick={() => actions.dismiss(sent.commandId)}>
            {words.dismiss}
          </Button>
        </span>
      )}
    </li>
  );
}

const attachmentsOf = ({ command }: SentCommand): readonly Attachment[] =>
  'attachments' in command ? (command.attachments ?? []) : [];

function textOfCommand({ command }: SentCommand): string {
  if ('text' in command && command.text !== undefined) return command.text;
  return strings.changes.acts[command.type] ?? command.type;
}
