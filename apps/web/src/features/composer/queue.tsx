'use client';
import type { PromptId } from '@collagility/protocol/ids';
import { reasonText } from '@collagility/protocol/reasons';
import type { AgentState, PromptItem } from '@collagility/protocol/state';
import { type KeyboardEvent, useState } from 'react';
import { strings } from '../../strings.ts';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/class-names.ts';
import { Disc } from '../../ui/disc.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useActions, usePerson, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { QueueEditDialog } from './queue-edit-dialog.tsx';

const words = strings.room.queue;
const dragType = 'application/x-collagility-prompt';

/** Prompts that wait, in their order; and why they wait where the queue has stopped. */
export function Queue() {
  const { agentId } = useRoomUi();
  const agent = useRoom((view) => (agentId === undefined ? undefined : view.state?.agents[agentId]));
  if (agent === undefined || agent.queue.length === 0) return null;
  return (
    <section
      aria-label={words.label}
      // It gives way before a request does. What is cut in the middle of a line goes on.
      className={cx(
        'max-h-[26dvh] shrink-[99] overflow-y-auto border-line border-t px-1.5 py-[5px] first:border-t-0',
        agent.queue.length > 1 ? 'min-h-[60px] hand:min-h-[78px]' : 'flex-none',
      )}
    >
      <ol>
        {agent.queue.map((queued, index) => (
          <QueueLine key={queued.promptId} agent={agent} index={index} held={queued.held} promptId={queued.promptId} />
        ))}
      </ol>
    </section>
  );
}

function QueueLine({
  agent,
  index,
  held,
  promptId,
}: {
  agent: AgentState;
  index: number;
  held: string | undefined;
  promptId: PromptId;
}) {
  const actions = useActions();
  const item = useRoom((view) =>
    view.state?.items.findLast((each): each is PromptItem => each.kind === 'prompt' && each.promptId === promptId),
  );
  const by = usePerson(item?.by);
  const me = useRoom((view) => view.me);
  const [isEditing, setIsEditing] = useState(false);
  const editor = usePerson(item?.editedBy);
  const order = agent.queue.map((queued) => queued.promptId);
  const onDropped = (moved: PromptId, target: number) => {
    const others = order.filter((id) => id !== moved);
    actions.send({
      type: 'queue.reorder',
      agentId: agent.agentId,
      order: [...others.slice(0, target), moved, ...others.slice(target)],
    });
  };
  const moveTo = (target: number) => onDropped(promptId, target);
  const mayOrder = me?.rights.prompt === 'run';
  const mayRemove = mayOrder || item?.by === me?.participantId;
  const items: MenuItem[] = [
    ...(mayOrder
      ? [
          {
            id: 'now',
            label: words.now,
            detail: words.nowDetail,
            icon: 'play' as const,
            onSelect: () => actions.send({ type: 'queue.send_now', promptId }),
          },
          { id: 'edit', label: words.edit, icon: 'pencil' as const, onSelect: () => setIsEditing(true) },
          { id: 'up', label: words.up, icon: 'up' as const, disabled: index === 0, onSelect: () => moveTo(index - 1) },
          {
            id: 'down',
            label: words.down,
            icon: 'down' as const,
            disabled: index === order.length - 1,
            onSelect: () => moveTo(index + 1),
          },
        ]
      : []),
    ...(mayRemove
      ? [
          {
            id: 'remove',
            label: words.remove,
            icon: 'trash' as const,
            tone: 'bad' as const,
            onSelect: () => actions.send({ type: 'queue.remove', promptId }),
          },
        ]
      : []),
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const target = index + (step ?? 0);
    if (step === undefined || !event.altKey || !mayOrder || target < 0 || target >= order.length) return;
    event.preventDefault();
    moveTo(target);
  };
  return (
    <li
      draggable={mayOrder}
      onDragStart={(event) => event.dataTransfer.setData(dragType, promptId)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(dragType)) event.preventDefault();
      }}
      onDrop={(event) => {
        const dragged = order.find((id) => id === event.dataTransfer.getData(dragType));
        if (dragged === undefined || !mayOrder) return;
        event.preventDefault();
        event.stopPropagation();
        onDropped(dragged, index);
      }}
      onKeyDown={onKeyDown}
      className="flex min-h-[30px] items-center gap-2 rounded-6 px-1.5 hover:bg-hover hand:min-h-11"
    >
      <span
        className="w-[26px] flex-none text-center text-12 text-ink-3 tabular-nums"
        title={words.position(index + 1)}
      >
        {index + 1}
      </span>
      <Disc name={by.name} color={by.color} />
      <span
        className="said min-w-0 flex-1 truncate max-sm:line-clamp-2 max-sm:whitespace-normal max-sm:py-1"
        title={item?.text}
      >
        {item?.text ?? '…'}
      </span>
      {item?.editedBy === undefined ? null : (
        <span className="flex-none text-12 text-ink-3 max-sm:hidden">{words.editedBy(editor.name)}</span>
      )}
      {held === undefined ? null : (
        <Chip icon="pause" tone="warn" title={reasonText(held)}>
          {words.held}
        </Chip>
      )}
      {items.length === 0 ? null : (
        <Menu label={words.more} look="ghost" size="small" className="hand:min-w-11" items={items}>
          <Icon name="more" />
        </Menu>
      )}
      {isEditing && item !== undefined ? <QueueEditDialog item={item} onClose={() => setIsEditing(false)} /> : null}
    </li>
  );
}
