'use client';
import { type FormEvent, useId, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { targetOfLink } from '../connection/link.ts';

const words = strings.joining;

/** A place to paste a link into, for those whose chat app broke it. It opens the link where the link says. */
function PasteLink({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const target = targetOfLink(text, window.location.origin);
    if (target === undefined) return setIsWrong(true);
    window.location.assign(target);
    // Only the fragment differs where this is the room's page already: the browser would stay as it is.
    if (window.location.pathname === '/s' && target.startsWith(window.location.origin)) window.location.reload();
  };
  return (
    <Dialog title={words.pasteLink} onClose={onClose}>
      <Form onSubmit={open} className="grid gap-4">
        <Field label={words.pasteField} htmlFor={id} hint={words.pasteHint}>
          <TextInput
            id={id}
            value={text}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            onChange={(event) => {
              setText(event.target.value);
              setIsWrong(false);
            }}
          />
        </Field>
        {isWrong ? (
          <p id={`${id}-wrong`} role="alert" className="text-bad">
            {words.pasteNot}
          </p>
        ) : null}
        <Button type="submit" look="primary" size="large">
          {words.open}
        </Button>
      </Form>
    </Dialog>
  );
}

/** The button that opens it. */
export function PasteLinkButton({ label, look }: { label: string; look?: 'plain' | 'primary' }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look={look} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen ? <PasteLink onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
