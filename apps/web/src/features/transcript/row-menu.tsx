'use client';
import type { PromptItem, RoomState, TextItem } from '@collagility/protocol/state';
import { useContext, useState } from 'react';
import { finding } from '../../strings/finding.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { linkToMessage } from '../connection/link.ts';
import { RoomStoreContext, useActions, useRoom } from '../room/room-store.ts';
import { asMarkdown, turnAsMarkdown } from './as-markdown.ts';

const words = finding.row;

/** What can be done with a message; shown at its head, on a phone always. */
export function RowMenu({ item, who }: { item: PromptItem | TextItem; who: string }) {
  const store = useContext(RoomStoreContext);
  const [said, setSaid] = useState('');
  // Many rows have a menu and few are opened: what is in one is made when somebody comes near.
  const [isNear, setIsNear] = useState(false);
  const comesNear = () => setIsNear(true);
  // Read when something is chosen: a menu must not be drawn again with each event of the room.
  const copy = (text: (state: RoomState) => string) => {
    const state = store?.get().state;
    if (state === undefined) return;
    // Plain http beyond loopback has no clipboard.
    if (navigator.clipboard === undefined) return setSaid(words.refused);
    navigator.clipboard.writeText(text(state)).then(
      () => setSaid(words.copied),
      () => setSaid(words.refused),
    );
  };
  const { promptId } = item;
  const actions = useActions();
  const from = useRoom((view) => (isNear && view.me?.rights.manage === true ? forkFrom(view.state, item) : undefined));
  const items: MenuItem[] = [
    { id: 'copy', label: words.copy, icon: 'copy', onSelect: () => copy((state) => asMarkdown(item, state)) },
    ...(promptId === undefined
      ? []
      : [
          {
            id: 'turn',
            label: words.copyTurn,
            icon: 'files' as const,
            onSelect: () => copy((state) => turnAsMarkdown(state.items, promptId, state)),
          },
        ]),
    {
      id: 'link',
      label: words.copyLink,
      detail: words.copyLinkDetail,
      icon: 'link',
      onSelect: () => copy((state) => linkToMessage(window.location.origin, state.roomId, item.seq)),
    },
    ...(from === undefined
      ? []
      : [
          {
            id: 'fork',
            label: words.fork,
            detail: words.forkDetail[from],
            icon: 'branch' as const,
            onSelect: () => {
              const turn = from === 'turn' && promptId !== undefined ? { promptId } : {};
              actions.send({ type: 'agent.fork', agentId: item.agentId, ...turn });
            },
          },
        ]),
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only looks who comes near
    <span
      onPointerEnter={comesNear}
      onFocus={comesNear}
      className="-my-1.5 ml-auto inline-flex opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 max-sm:opacity-100 [&:has(:popover-open)]:opacity-100"
    >
      <Menu label={words.menu(who)} items={isNear ? items : []} look="ghost" size="small" className="px-1!">
        <Icon name="more" size={14} />
      </Menu>
      <span role="status" className="sr-only">
        {said}
      </span>
    </span>
  );
}

/**
 * Where a copy of the session could go on: after this very turn where the agent can, else only from where it is now, and
 * so only at the last turn of one that rests.
 */
function forkFrom(
  state: RoomState | undefined,
  { agentId, promptId }: PromptItem | TextItem,
): 'turn' | 'end' | undefined {
  const agent = state?.agents[agentId];
  if (agent === undefined || promptId === undefined || !agent.capabilities.includes('fork')) return undefined;
  const turns = (state?.items ?? []).filter((item) => item.kind === 'prompt' && item.agentId === agentId);
  const turn = turns.find((item) => item.kind === 'prompt' && item.promptId === promptId);
  if (agent.capabilities.includes('forkAt'))
    return turn?.kind === 'prompt' && turn.state === 'completed' ? 'turn' : undefined;
  const last = turns.findLast((item) => item.kind === 'prompt' && item.state !== 'queued');
  return agent.runningPromptId === undefined && last !== undefined && last === turn ? 'end' : undefined;
}
