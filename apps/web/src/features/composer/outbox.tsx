'use client';
import type { CommandType } from '@collagility/protocol/commands';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { textOfCode } from '../approvals/answer-state.tsx';
import { useActions, useRoom } from '../room/room-store.ts';
import type { SentCommand } from '../room/room-view.ts';

const words = strings.room.composer;
const settled = new Set<SentCommand['state']>(['done', 'queued', 'accepted']);

/** What this page sent and the host has not taken yet, or did not take: one line each, until it is settled. */
export function Outbox({ kinds }: { kinds: CommandType[] }) {
  const commands = useRoom((view) => view.commands);
  const open = commands.filter((sent) => kinds.includes(sent.command.type) && !settled.has(sent.state));
  if (open.length === 0) return null;
  return (
    <ul className="border-line border-t px-3 py-1.5">
      {open.slice(-4).map((sent) => (
        <OutboxLine key={sent.commandId} sent={sent} />
      ))}
    </ul>
  );
}

function OutboxLine({ sent }: { sent: SentCommand }) {
  const actions = useActions();
  const { state, outcome } = sent;
  const isOpen = state === 'sending' || state === 'sent';
  const why =
    outcome?.state === 'rejected'
      ? textOfCode(outcome.code, outcome.detail)
      : state === 'dropped'
        ? (sent.droppedBecause ?? '')
        : words.states[state];
  return (
    <li className="flex min-h-7 items-center gap-2 text-12 text-ink-2">
      {isOpen ? <Spinner /> : <Icon name="warning" size={14} className="text-bad" />}
      <span className="max-w-[45%] flex-none truncate font-medium">{textOfCommand(sent)}</span>
      <span className={`min-w-0 flex-1 truncate ${isOpen ? 'text-ink-3' : 'text-bad'}`} title={why}>
        {isOpen ? why : `${words.notSent}. ${why}`}
      </span>
      {isOpen ? null : (
        <>
          {/* An unknown outcome is sent again only as a new command, by a person. */}
          <Button size="small" onClick={() => actions.retry(sent.commandId)}>
            {words.retry}
          </Button>
          <Button size="small" look="ghost" onClick={() => actions.dismiss(sent.commandId)}>
            {words.dismiss}
          </Button>
        </>
      )}
    </li>
  );
}

function textOfCommand({ command }: SentCommand): string {
  if ('text' in command && command.text !== undefined) return command.text;
  return command.type;
}
