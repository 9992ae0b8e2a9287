'use client';
import type { AgentState } from '@collagility/protocol/state';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { isComposing } from '../../lib/submit-key.ts';
import { typeInto } from '../../lib/type-into.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';

const words = strings.room.composer;
const maxShown = 8;

type Command = NonNullable<AgentState['commands']>[number];

export type SlashList = {
  items: Command[];
  at: number;
  choose(name: string): void;
  /** True where the key was for the list. */
  onKeyDown(event: KeyboardEvent): boolean;
};

/** Commands of the agent that fit what is written so far: only while the first word is being written. */
export function matching(commands: readonly Command[], text: string): Command[] {
  // In any script; a second slash makes it a path.
  const typed = /^\/([^\s/]*)$/.exec(text)?.[1]?.toLowerCase();
  if (typed === undefined) return [];
  const begins = commands.filter(({ name }) => name.toLowerCase().startsWith(typed));
  const holds = commands.filter(
    ({ name }) => name.toLowerCase().includes(typed) && !name.toLowerCase().startsWith(typed),
  );
  return [...begins, ...holds].slice(0, maxShown);
}

/** `commands`: none where this person may not give one. */
export function useSlashList(
  commands: readonly Command[] | undefined,
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  write: (text: string) => void,
): SlashList {
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string>();
  const found = commands === undefined || closedFor === text ? [] : matching(commands, text);
  const items = found.length === 1 && `/${found[0]?.name}` === text ? [] : found;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at the top again
  useEffect(() => setAt(0), [text]);
  const choose = (name: string) => {
    const chosen = `/${name} `;
    if (!typeInto(field.current, 0, text.length, chosen)) write(chosen);
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (items.length === 0 || isComposing(event)) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = items[at];
    if (step !== undefined) setAt((at + step + items.length) % items.length);
    else if ((event.key === 'Tab' || event.key === 'Enter') && !event.shiftKey && chosen !== undefined)
      choose(chosen.name);
    else if (event.key === 'Escape') setClosedFor(text);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { items, at, choose, onKeyDown };
}

export const slashListId = 'composer-commands';
export const slashOptionId = (at: number): string => `${slashListId}-${at}`;

/** Over the field; the field keeps the focus. */
export function SlashOptions({ list }: { list: SlashList }) {
  if (list.items.length === 0) return null;
  return (
    <div className="border-line border-t px-1.5 py-1.5 first:border-t-0">
      <p className="px-1.5 pb-1 text-12 text-ink-3">{words.commands}</p>
      <div id={slashListId} role="listbox" aria-label={words.commands} className="max-h-[30dvh] overflow-y-auto">
        {list.items.map(({ name, description }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
          <div
            key={name}
            id={slashOptionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === list.at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => list.choose(name)}
            className={cx(
              'flex min-h-[30px] cursor-pointer items-center gap-2.5 rounded-6 px-1.5 hand:min-h-11',
              index === list.at ? 'bg-hover' : 'hover:bg-hover',
            )}
          >
            <code className="flex-none font-medium text-13">/{visibleText(name)}</code>
            <span className="min-w-0 truncate text-12 text-ink-3">
              {description === undefined ? '' : visibleText(description)}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
