'use client';
import type { PromptItem, RoomState, TextItem } from '@collagility/protocol/state';
import { useContext, useState } from 'react';
import { usePassing } from '../../lib/use-passing.ts';
import { finding } from '../../strings/finding.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { linkToMessage } from '../connection/link.ts';
import { RoomStoreContext, useActions, useRoom } from '../room/room-store.ts';
import { asMarkdown, turnAsMarkdown } from './as-markdown.ts';
import { forkPlace } from './fork-place.ts';

const words = finding.row;
/** A refusal is a sentence, and wants to be read. */
const shownMs = (said: string) => (said === words.refused ? 6_000 : 1_600);

/** What can be done with a message; shown at its head, on a phone always. */
export function RowMenu({ item, who }: { item: PromptItem | TextItem; who: string }) {
  const store = useContext(RoomStoreContext);
  const [said, setSaid] = usePassing<string>('', shownMs);
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
  const fork = useRoom((view) => (isNear && view.me?.rights.manage === true ? forkPlace(view.state, item) : undefined));
  const name = useRoom((view) => view.state?.agents[item.agentId]?.name ?? '');
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
    ...(fork === undefined
      ? []
      : [
          {
            id: 'fork',
            label: words.fork,
            detail: words.forkDetail[fork](name),
            icon: 'branch' as const,
            disabled: fork !== 'turn' && fork !== 'end',
            onSelect: () => {
              const turn = fork === 'turn' && promptId !== undefined ? { promptId } : {};
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
      className="-my-1.5 pointer-coarse:-my-3 pointer-coarse:-mr-2 relative ml-auto inline-flex opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 max-sm:-my-3 max-sm:-mr-2 max-sm:opacity-100 pointer-coarse:opacity-100 [&:has(:popover-open)]:opacity-100 [&:has([role=status]:not(:empty))]:opacity-100"
    >
      <Menu
        label={words.menu(who)}
        items={isNear ? items : []}
        look="ghost"
        size="small"
        className="px-1! hand:min-w-11"
      >
        <Icon name="more" size={14} />
      </Menu>
      <span
        role="status"
        // Below its button, over the text: nothing moves for a word that is gone in a moment.
        className={
          said === ''
            ? 'sr-only'
            : 'absolute top-full right-0 z-10 w-max max-w-60 rounded-6 border border-line-2 bg-raised px-2 py-1 text-12 text-ink shadow-2'
        }
      >
        {said}
      </span>
    </span>
  );
}
