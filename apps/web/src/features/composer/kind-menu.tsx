'use client';
import { strings } from '../../strings.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useRoomUi } from '../room/room-ui.ts';
import type { DraftKind } from './draft.ts';

const words = strings.room.composer;

/** What a phone sends, chosen in a menu; behind it what can be chosen of the agent. */
export function KindMenu({
  kind,
  kinds,
  mayChoose,
  onChange,
}: {
  kind: DraftKind;
  kinds: DraftKind[];
  mayChoose: boolean;
  onChange: (kind: DraftKind) => void;
}) {
  const ui = useRoomUi();
  return (
    <Menu
      label={`${words.kind}: ${words.kinds[kind]}`}
      items={[
        ...kinds.map((value) => ({
          id: value,
          label: words.kinds[value],
          detail: words.short[value],
          checked: value === kind,
          onSelect: () => onChange(value),
        })),
        ...(mayChoose
          ? [
              {
                id: 'agents',
                label: strings.agents.picks.open,
                icon: 'agent' as const,
                onSelect: () => ui.open({ name: 'agents' }),
              },
            ]
          : []),
      ]}
    >
      {words.kinds[kind]} <Icon name="down" size={14} />
    </Menu>
  );
}

/** What stands in the empty composer. */
export function placeholderOf(
  kind: DraftKind | undefined,
  agent: string,
  waiting: number,
  hasAgent: boolean,
  isFrozen: boolean,
): string {
  if (isFrozen) return words.placeholders.frozen;
  if (kind === undefined) return hasAgent ? words.placeholders.none : words.placeholders.noAgent;
  if (kind === 'chat') return words.placeholders.chat;
  if (kind === 'steer') return words.placeholders.steer(agent);
  return kind === 'suggest' ? words.placeholders.suggest(agent) : words.placeholders.prompt(agent, waiting);
}
