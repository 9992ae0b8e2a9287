'use client';
import type { Suggestion } from '@collagility/protocol/state';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useRoomUi } from '../room/room-ui.ts';
import { draftStore, readDraft, writeDraft } from './draft.ts';

/**
 * What stands in the field, and what this person was writing themselves: a suggestion that is changed there, or a text
 * that comes back, takes nobody's own words away.
 */
export function useOwnDraft(
  roomId: string,
  inMemory: boolean | undefined,
  field: RefObject<HTMLTextAreaElement | null>,
  onEdit: () => void,
): {
  text: string;
  editing: Suggestion | undefined;
  write(text: string): void;
  recall(text: string): void;
  sent(): void;
} {
  const { editing, returned, edit } = useRoomUi();
  const store = useMemo(() => (inMemory === undefined ? undefined : draftStore(inMemory)), [inMemory]);
  const [text, setText] = useState('');
  const own = useRef('');
  const keep = (next: string) => {
    own.current = next;
    writeDraft(store, roomId, next);
  };
  useEffect(() => {
    own.current = readDraft(store, roomId);
    setText(own.current);
  }, [store, roomId]);

  const begin = useRef(onEdit);
  begin.current = onEdit;
  const isEditing = useRef(false);
  isEditing.current = editing !== undefined;
  useEffect(() => {
    if (editing === undefined) return;
    begin.current();
    setText(editing.text);
    field.current?.focus();
    return () => setText(own.current);
  }, [editing, field]);

  useEffect(() => {
    if (returned === undefined) return;
    own.current = own.current.trim() === '' ? returned.text : `${returned.text}\n\n${own.current}`;
    writeDraft(store, roomId, own.current);
    // Else it would be sent as the suggestion. It is shown with the other own words once that is done.
    if (!isEditing.current) setText(own.current);
    field.current?.focus();
  }, [returned, store, roomId, field]);

  return {
    text,
    editing,
    write: (next) => {
      setText(next);
      if (editing === undefined) keep(next);
    },
    /** Something older to look at: it is no draft before it is changed. */
    recall: setText,
    sent: () => {
      if (editing !== undefined) edit(undefined);
      else {
        setText('');
        keep('');
      }
    },
  };
}
