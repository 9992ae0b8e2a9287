'use client';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { isComposing } from '../../lib/submit-key.ts';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { useAsk } from '../changes/use-ask.ts';
import { PathText } from '../files/path-text.tsx';

const words = strings.changes.mention;
const maxShown = 8;
const listId = 'composer-mentions';

/** The word with an @ that the caret stands behind, and where it begins. */
export function mentionAt(text: string, caret: number): { query: string; start: number } | undefined {
  const found = /(?:^|\s)@([^\s@]*)$/.exec(text.slice(0, caret));
  return found === null ? undefined : { query: found[1] ?? '', start: caret - (found[1] ?? '').length - 1 };
}

type MentionList = {
  paths: readonly string[];
  at: number;
  isNothing: boolean;
  choose(path: string): void;
  /** True where the key was for the list. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** For the field: which option the keys stand on. */
  field: { 'aria-controls'?: string; 'aria-activedescendant'?: string };
};

/** Files that fit the word behind an @, asked of the host while it is written. */
export function useMentionList(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  isOn: boolean,
  write: (text: string) => void,
): MentionList {
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string>();
  const caret = field.current?.selectionStart ?? text.length;
  const mention = isOn && closedFor !== text ? mentionAt(text, caret) : undefined;
  const asked = useAsk(mention && { ask: 'search', query: mention.query }, 'mention', 'mention');
  const found = mention !== undefined && asked.name === 'answered' ? asked.answer.paths : [];
  const paths = found.slice(0, maxShown);
  const query = mention?.query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another word begins at the top again
  useEffect(() => setAt(0), [query]);
  const choose = (path: string) => {
    if (mention === undefined) return;
    const before = `${text.slice(0, mention.start)}@${path} `;
    write(before + text.slice(caret).replace(/^ /, ''));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (paths.length === 0 || isComposing(event)) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = paths[at];
    if (step !== undefined) setAt((at + step + paths.length) % paths.length);
    else if ((event.key === 'Tab' || event.key === 'Enter') && !event.shiftKey && chosen !== undefined) choose(chosen);
    else if (event.key === 'Escape') setClosedFor(text);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    paths,
    at,
    isNothing:
      mention !== undefined && query !== '' && asked.name === 'answered' && !asked.isStale && found.length === 0,
    choose,
    onKeyDown,
    field: paths.length === 0 ? {} : { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${at}` },
  };
}

/** Over the field; the field keeps the focus. */
export function MentionOptions({ list }: { list: MentionList }) {
  if (list.isNothing) return <p className="border-line border-t px-3 py-1.5 text-12 text-ink-3">{words.none}</p>;
  if (list.paths.length === 0) return null;
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={words.label}
      className="max-h-[30dvh] overflow-y-auto border-line border-t px-1.5 py-1.5 first:border-t-0"
    >
      {list.paths.map((path, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
        <div
          key={path}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === list.at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => list.choose(path)}
          className={cx(
            'flex h-7 cursor-pointer items-center gap-2 rounded-6 px-1.5 text-[12.5px] max-sm:h-11 [&>svg]:text-ink-3',
            index === list.at && 'bg-hover',
          )}
        >
          <Icon name="file" size={14} />
          <PathText path={path} />
        </div>
      ))}
    </div>
  );
}
