'use client';
import type { AgentId } from '@collagility/protocol/ids';
import type { Suggestion } from '@collagility/protocol/state';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useRoomUi } from '../room/room-ui.ts';
import { type Draft, type DraftKind, draftStore, noDraft, readDraft, writeDraft } from './draft.ts';

/**
 * What stands in the field, and what this person was writing themselves: a suggestion that is changed there, or a text
 * that comes back, takes nobody's own words away.
 */
export function useOwnDraft(
  roomId: string,
  inMemory: boolean | undefined,
  field: RefObject<HTMLTextAreaElement | null>,
): {
  text: string;
  /** What the text is; `undefined` where that is not said yet. */
  kind: DraftKind | undefined;
  /** For whom it was begun, where that is known. */
  agentId?: AgentId | undefined;
  editing: Suggestion | undefined;
  write(draft: Draft): void;
  recall(draft: Draft): void;
  sent(): void;
} {
  const { editing, returned, edit, chooseAgent } = useRoomUi();
  const store = useMemo(() => (inMemory === undefined ? undefined : draftStore(inMemory)), [inMemory]);
  const [draft, setDraft] = useState(noDraft);
  const own = useRef(noDraft);
  const keep = (next: Draft) => {
    own.current = next;
    writeDraft(store, roomId, next);
  };
  useEffect(() => {
    own.current = readDraft(store, roomId);
    setDraft(own.current);
  }, [store, roomId]);

  const isEditing = useRef(false);
  isEditing.current = editing !== undefined;
  useEffect(() => {
    if (editing === undefined) return;
    setDraft({ text: editing.text, kind: 'prompt' });
    field.current?.focus();
    return () => setDraft(own.current);
  }, [editing, field]);

  useEffect(() => {
    if (returned === undefined) return;
    const { text, ...begun } = own.current;
    const isAlone = text.trim() === '';
    own.current = isAlone ? returned : { ...begun, text: `${returned.text}\n\n${text}` };
    // It was pressed to be changed: it goes where it was to go.
    if (isAlone && returned.agentId !== undefined) chooseAgent(returned.agentId);
    writeDraft(store, roomId, own.current);
    // Else it would be sent as the suggestion. It is shown with the other own words once that is done.
    if (!isEditing.current) setDraft(own.current);
    field.current?.focus();
  }, [returned, store, roomId, field, chooseAgent]);

  return {
    ...draft,
    editing,
    write: (next) => {
      setDraft(next);
      if (editing === undefined) keep(next);
    },
    /** Something older to look at: it is no draft before it is changed. */
    recall: setDraft,
    sent: () => {
      if (editing !== undefined) edit(undefined);
      else {
        setDraft(noDraft);
        keep(noDraft);
      }
    },
  };
}
