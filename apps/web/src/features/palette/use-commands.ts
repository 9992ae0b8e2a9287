'use client';
import { hasSingleKeys, setSingleKeys } from '../../lib/single-keys.ts';
import { finding } from '../../strings/finding.ts';
import { strings } from '../../strings.ts';
import type { IconName } from '../../ui/icon.tsx';
import { useActions, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { useInterrupt } from '../room/use-interrupt.ts';
import { useMoreItems } from '../room/use-more-items.ts';

export type PaletteCommand = { id: string; label: string; icon: IconName; keys?: string; run: () => void };

const words = finding.palette;

/** Everything that this person may do from the keyboard; what they may not is not listed. */
export function useCommands(): PaletteCommand[] {
  const ui = useRoomUi();
  const actions = useActions();
  const interrupt = useInterrupt();
  const more = useMoreItems();
  const me = useRoom((view) => view.me);
  const agents = Object.values(useRoom((view) => view.state?.agents) ?? {});
  const hasApproval = useRoom((view) => (view.state?.pendingApprovals.length ?? 0) > 0);
  const isPaused = useRoom((view) => view.state?.paused !== undefined);
  const focus = (id: string) => () => document.getElementById(id)?.focus();
  const several = agents.length > 1 ? agents : [];
  return [
    { id: 'search', label: words.search, icon: 'search', keys: '⌘F', run: () => ui.open({ name: 'search' }) },
    ...(hasApproval
      ? [{ id: 'approval', label: words.approval, icon: 'shield' as const, keys: 'N', run: focus('approval-tray') }]
      : []),
    ...(interrupt === undefined
      ? []
      : [{ id: 'interrupt', label: words.interrupt, icon: 'stop' as const, keys: 'Esc', run: interrupt }]),
    { id: 'composer', label: words.composer, icon: 'pencil', run: focus('composer-field') },
    {
      id: 'previous',
      label: words.previousPrompt,
      icon: 'up',
      keys: '⌥↑',
      run: () => ui.goTo({ to: 'prompt', step: -1 }),
    },
    { id: 'next', label: words.nextPrompt, icon: 'down', keys: '⌥↓', run: () => ui.goTo({ to: 'prompt', step: 1 }) },
    { id: 'end', label: words.end, icon: 'down', run: () => ui.goTo({ to: 'end' }) },
    { id: 'changes', label: words.changes, icon: 'diff', run: () => ui.showTab('changes') },
    { id: 'files', label: words.files, icon: 'files', run: () => ui.showTab('files') },
    { id: 'plan', label: words.plan, icon: 'plan', run: () => ui.showTab('plan') },
    { id: 'chat', label: words.chat, icon: 'chat', run: () => ui.showTab('chat') },
    { id: 'panel', label: words.panel, icon: 'right', keys: '⌘.', run: ui.togglePanel },
    ...several.flatMap(({ agentId, name }): PaletteCommand[] => [
      { id: `speak:${agentId}`, label: words.speakTo(name), icon: 'agent', run: () => ui.chooseAgent(agentId) },
      {
        id: `only:${agentId}`,
        label: words.onlyAgent(name),
        icon: 'eye',
        run: () => ui.showLanes({ name: 'one', agentId }),
      },
    ]),
    ...(several.length === 0
      ? []
      : [
          {
            id: 'all',
            label: strings.transcript.lanes.all,
            icon: 'eye' as const,
            run: () => ui.showLanes({ name: 'all' }),
          },
          {
            id: 'beside',
            label: strings.transcript.lanes.beside,
            icon: 'eye' as const,
            run: () => ui.showLanes({ name: 'beside' }),
          },
        ]),
    ...(me?.rights.invite === true
      ? [{ id: 'share', label: words.share, icon: 'people' as const, run: () => ui.open({ name: 'invite' }) }]
      : []),
    ...(me?.rights.manage === true
      ? [
          {
            id: 'pause',
            label: isPaused ? words.resume : words.pause,
            icon: isPaused ? ('play' as const) : ('pause' as const),
            run: () => {
              actions.send({ type: isPaused ? 'room.resume' : 'room.pause' });
            },
          },
        ]
      : []),
    { id: 'notifications', label: words.notifications, icon: 'bell', run: () => ui.open({ name: 'notifications' }) },
    {
      id: 'single-keys',
      label: hasSingleKeys() ? words.singleKeysOff : words.singleKeysOn,
      icon: 'question',
      run: () => setSingleKeys(!hasSingleKeys()),
    },
    ...more
      .filter(({ id }) => id !== 'search' && id !== 'notifications' && id !== 'palette')
      .map(({ id, label, icon, onSelect }): PaletteCommand => ({ id, label, icon: icon ?? 'more', run: onSelect })),
  ];
}
