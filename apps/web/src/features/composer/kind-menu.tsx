'use client';
import { strings } from '../../strings.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { DraftKind } from './draft.ts';

const words = strings.room.composer;

/** What a phone sends, chosen in a menu. */
export function KindMenu({
  kind,
  kinds,
  onChange,
}: {
  kind: DraftKind;
  kinds: DraftKind[];
  onChange: (kind: DraftKind) => void;
}) {
  return (
    <Menu
      label={`${words.kind}: ${words.kinds[kind]}`}
      items={kinds.map((value) => ({
        id: value,
        label: words.kinds[value],
        detail: words.short[value],
        checked: value === kind,
        onSelect: () => onChange(value),
      }))}
    >
      {words.kinds[kind]} <Icon name="down" size={14} />
    </Menu>
  );
}

/** What stands in the empty composer. */
export function placeholderOf(kind: DraftKind | undefined, agent: string, waiting: number, hasAgent: boolean): string {
  if (kind === undefined) return hasAgent ? words.placeholders.none : words.placeholders.noAgent;
  if (kind === 'chat') return words.placeholders.chat;
  if (kind === 'steer') return words.placeholders.steer(agent);
  return kind === 'suggest' ? words.placeholders.suggest(agent) : words.placeholders.prompt(agent, waiting);
}
