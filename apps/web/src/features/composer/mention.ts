'use client';
import type { AgentId } from '@collagility/protocol/ids';
import { createElement, type KeyboardEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { typeInto } from '../../lib/type-into.ts';

/** The picker comes with the first @: until then nothing of it is loaded. */
const MentionPicker = lazyPart(async () => (await import('./mention-picker.tsx')).MentionPicker);

/** The word with an @ that the caret stands behind, and where it begins. */
export function mentionAt(text: string, caret: number): { query: string; start: number } | undefined {
  const found = /(?:^|\s)@([^\s@]*)$/.exec(text.slice(0, caret));
  return found === null ? undefined : { query: found[1] ?? '', start: caret - (found[1] ?? '').length - 1 };
}

/** True where the key was for the list of files. */
export type MentionKeys = (event: KeyboardEvent) => boolean;

/** Files that fit the word behind an @: the list to draw over the field, and the field's part in it. */
export function useMention(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  agentId: AgentId | undefined,
  write: (text: string) => void,
): { list: ReactNode; onKeyDown: MentionKeys; active: string | undefined } {
  const keys = useRef<MentionKeys>(undefined);
  const [active, setActive] = useState<string>();
  const [closedFor, setClosedFor] = useState<string>();
  const caret = field.current?.selectionStart ?? text.length;
  const mention = agentId === undefined || closedFor === text ? undefined : mentionAt(text, caret);
  const choose = (path: string): void => {
    if (mention === undefined) return;
    const inserted = `@${path} `;
    const before = `${text.slice(0, mention.start)}${inserted}`;
    const end = text[caret] === ' ' ? caret + 1 : caret;
    const next = before + text.slice(end);
    // The field's caret is where it was until the new text is drawn.
    setClosedFor(next);
    if (typeInto(field.current, mention.start, end, inserted)) return;
    write(next);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  };
  const list =
    mention === undefined
      ? null
      : createElement(
          Suspense,
          null,
          createElement(MentionPicker, {
            query: mention.query,
            agentId,
            keys,
            onActive: setActive,
            onChoose: choose,
            onClose: () => setClosedFor(text),
          }),
        );
  return { list, onKeyDown: (event) => mention !== undefined && keys.current?.(event) === true, active };
}
