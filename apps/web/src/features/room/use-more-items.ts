'use client';
import { strings } from '../../strings.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import { useActions, useRoom } from './room-store.ts';
import { useRoomUi } from './room-ui.ts';

const words = strings.room.moreMenu;

/** The acts that have no button of their own: a menu at desks, a tab on phones. */
export function useMoreItems(): MenuItem[] {
  const ui = useRoomUi();
  const actions = useActions();
  const me = useRoom((view) => view.me);
  const isRaised = useRoom((view) =>
    view.me === undefined ? false : (view.state?.participants[view.me.participantId]?.handRaised ?? false),
  );
  const isHost = me?.rights.manage ?? false;
  return [
    { id: 'search', label: words.search, icon: 'search', onSelect: () => ui.open({ name: 'search' }) },
    { id: 'people', label: strings.people.title, icon: 'people', onSelect: () => ui.open({ name: 'people' }) },
    {
      id: 'hand',
      label: isRaised ? words.lower : words.raise,
      icon: 'hand',
      onSelect: () => actions.send({ type: 'member.hand', raised: !isRaised }),
    },
    {
      id: 'rename-self',
      label: words.renameSelf,
      icon: 'pencil',
      onSelect: () => ui.open({ name: 'rename', what: 'self' }),
    },
    ...(isHost
      ? [
          {
            id: 'rename',
            label: words.rename,
            icon: 'pencil' as const,
            onSelect: () => ui.open({ name: 'rename', what: 'session' }),
          },
        ]
      : []),
    { id: 'agents', label: strings.agents.open, icon: 'agent', onSelect: () => ui.open({ name: 'agents' }) },
    { id: 'rules', label: words.rules, icon: 'shield', onSelect: () => ui.open({ name: 'rules' }) },
    {
      id: 'follow',
      label: ui.following === undefined ? strings.people.follow.agent : strings.people.follow.stop,
      detail: strings.people.follow.detail,
      icon: 'eye',
      onSelect: () => ui.follow(ui.following === undefined ? 'agent' : undefined),
    },
    { id: 'usage', label: strings.room.usage.open, icon: 'bolt', onSelect: () => ui.open({ name: 'usage' }) },
    {
      id: 'notifications',
      label: words.notifications,
      icon: 'bell',
      onSelect: () => ui.open({ name: 'notifications' }),
    },
    { id: 'palette', label: words.palette, icon: 'terminal', onSelect: () => ui.open({ name: 'palette' }) },
    { id: 'keys', label: words.keys, icon: 'question', onSelect: () => ui.open({ name: 'keys' }) },
    ...(isHost
      ? [
          {
            id: 'panic',
            label: words.panic,
            detail: words.panicDetail,
            icon: 'stop' as const,
            tone: 'bad' as const,
            onSelect: () => ui.open({ name: 'panic' }),
          },
        ]
      : []),
    {
      id: 'leave',
      label: words.leave,
      detail: words.leaveDetail,
      icon: 'leave',
      tone: 'bad',
      onSelect: () => ui.open({ name: 'leave' }),
    },
  ];
}
