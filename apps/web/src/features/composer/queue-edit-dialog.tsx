'use client';
import type { PromptItem } from '@collagility/protocol/state';
import { useEffect, useId, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { useActions, useRoom } from '../room/room-store.ts';
import { troubleWith } from './composer-rules.ts';

const words = strings.room.queue;
type Whole = { name: 'here'; text: string } | { name: 'loading' } | { name: 'failed' };

/** Other words for a prompt that waits. A long one is fetched whole first: what is not seen must not be lost. */
export function QueueEditDialog({ item, onClose }: { item: PromptItem; onClose: () => void }) {
  const id = useId();
  const actions = useActions();
  const rights = useRoom((view) => view.me?.rights);
  const { whole: ref } = item;
  const [whole, setWhole] = useState<Whole>(
    ref === undefined ? { name: 'here', text: item.text } : { name: 'loading' },
  );
  useEffect(() => {
    if (ref === undefined) return;
    let isGone = false;
    actions.fetchBlob(ref).then(
      (bytes) => {
        if (!isGone) setWhole({ name: 'here', text: new TextDecoder().decode(bytes) });
      },
      () => {
        if (!isGone) setWhole({ name: 'failed' });
      },
    );
    return () => {
      isGone = true;
    };
  }, [actions, ref]);
  const isLate = item.state !== 'queued' && item.state !== 'held';
  const text = whole.name === 'here' ? whole.text : '';
  const trouble = isLate ? words.editTooLate : rights === undefined ? undefined : troubleWith(text, 'prompt', rights);
  return (
    <Dialog
      title={words.editTitle}
      onClose={onClose}
      wide
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button
            look="solid"
            disabled={whole.name !== 'here' || text.trim() === '' || trouble !== undefined}
            onClick={() => {
              actions.send({ type: 'queue.edit', promptId: item.promptId, text });
              onClose();
            }}
          >
            {words.editSave}
          </Button>
        </>
      }
    >
      {whole.name === 'here' ? (
        <Field label={words.editLabel} htmlFor={id}>
          <TextArea
            id={id}
            data-first-focus
            rows={Math.min(16, Math.max(4, text.split('\n').length + 1))}
            value={text}
            aria-describedby={trouble === undefined ? undefined : `${id}-trouble`}
            onChange={(event) => setWhole({ name: 'here', text: event.target.value })}
          />
        </Field>
      ) : (
        <p role="status" className="text-ink-2">
          {whole.name === 'loading' ? words.editLoading : words.editFailed}
        </p>
      )}
      {trouble === undefined || whole.name !== 'here' ? null : (
        <p id={`${id}-trouble`} role="alert" className="mt-2 text-12 text-bad">
          {trouble}
        </p>
      )}
    </Dialog>
  );
}
