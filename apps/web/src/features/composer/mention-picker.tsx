'use client';
import type { AgentId } from '@collagility/protocol/ids';
import { type RefObject, useEffect, useState } from 'react';
import { isComposing } from '../../lib/submit-key.ts';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { useAsk } from '../changes/use-ask.ts';
import { PathText } from '../files/path-text.tsx';
import type { MentionKeys } from './mention.ts';

const words = strings.changes.mention;
const maxShown = 8;
const listId = 'composer-mentions';
const optionId = (at: number): string => `${listId}-${at}`;

/** Files that fit what is written behind the @, asked of the host while it is written. The field keeps the focus. */
export function MentionPicker({
  query,
  agentId,
  keys,
  onActive,
  onChoose,
  onClose,
}: {
  query: string;
  agentId: AgentId | undefined;
  /** The field's keys, while this is here. */
  keys: RefObject<MentionKeys | undefined>;
  /** Id of the option that the keys stand on, for the field. */
  onActive: (id: string | undefined) => void;
  onChoose: (path: string) => void;
  onClose: () => void;
}) {
  const [at, setAt] = useState(0);
  const asked = useAsk({ ask: 'search', query, ...(agentId && { agentId }) }, 'mention', 'mention');
  const found = asked.name === 'answered' ? asked.answer.paths : [];
  const paths = found.slice(0, maxShown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another word begins at the top again
  useEffect(() => setAt(0), [query]);
  const hasPaths = paths.length > 0;
  useEffect(() => {
    onActive(hasPaths ? optionId(at) : undefined);
    return () => onActive(undefined);
  }, [onActive, hasPaths, at]);
  useEffect(() => {
    keys.current = (event) => {
      if (!hasPaths || isComposing(event)) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const chosen = paths[at];
      if (step !== undefined) setAt((at + step + paths.length) % paths.length);
      else if ((event.key === 'Tab' || event.key === 'Enter') && !event.shiftKey && chosen !== undefined)
        onChoose(chosen);
      else if (event.key === 'Escape') onClose();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    };
    return () => {
      keys.current = undefined;
    };
  });

  if (!hasPaths) {
    const isNothing = query !== '' && asked.name === 'answered' && !asked.isStale;
    return isNothing ? <p className="border-line border-t px-3 py-1.5 text-12 text-ink-3">{words.none}</p> : null;
  }
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={words.label}
      className="max-h-[30dvh] overflow-y-auto border-line border-t px-1.5 py-1.5 first:border-t-0"
    >
      {paths.map((path, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
        <div
          key={path}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(path)}
          className={cx(
            'flex min-h-7 cursor-pointer items-center gap-2 rounded-6 px-1.5 text-[0.78125rem] hand:min-h-11 [&>svg]:text-ink-3',
            index === at && 'bg-hover',
          )}
        >
          <Icon name="file" size={14} />
          <PathText path={path} />
        </div>
      ))}
    </div>
  );
}
