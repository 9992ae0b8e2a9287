'use client';
import { useState } from 'react';
import { draftStore, readDraft, writeDraft } from '../composer/draft.ts';
import { useRoom } from './room-store.ts';

/**
 * Text that is being written at some `place` of the room: another tab of the desk, a view of the phone or a reload in
 * between takes none of it away. It is gone with the browser's tab, and once it is sent.
 */
export function useKeptText(place: string): [string, (text: string) => void] {
  const roomId = useRoom((view) => view.state?.roomId) ?? '';
  const key = `${roomId} ${place}`;
  const [text, setText] = useState(() => readDraft(draftStore(true), key).text);
  const write = (next: string) => {
    setText(next);
    writeDraft(draftStore(true), key, { text: next, kind: undefined });
  };
  return [text, write];
}
