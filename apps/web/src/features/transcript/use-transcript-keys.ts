'use client';
import { useEffect } from 'react';
import { hasSingleKeys } from '../../lib/single-keys.ts';
import { isComposing } from '../../lib/submit-key.ts';
import { isInLayer, isTextField } from '../room/key-places.ts';
import { useRoomUi } from '../room/room-ui.ts';

/** J and K go through the messages, Alt with the arrows through the prompts, End to the end. */
export function useTranscriptKeys(): void {
  const { goTo } = useRoomUi();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || isInLayer() || event.metaKey || event.ctrlKey) return;
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      // In a field with text the arrows are the field's.
      const isWriting =
        isTextField(event.target) && !(event.target instanceof HTMLTextAreaElement && event.target.value === '');
      if (event.altKey && !event.shiftKey && !isWriting && (step === -1 || step === 1)) {
        event.preventDefault();
        goTo({ to: 'prompt', step });
        return;
      }
      if (event.altKey || event.shiftKey || isTextField(event.target) || !hasSingleKeys()) return;
      if (event.key !== 'j' && event.key !== 'k') return;
      event.preventDefault();
      goTo({ to: 'message', step: event.key === 'j' ? 1 : -1 });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [goTo]);
}
