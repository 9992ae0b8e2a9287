'use client';
import { useEffect, useRef } from 'react';
import { isComposing, isSendKey } from '../../lib/submit-key.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { useKeptText } from '../room/use-kept-text.ts';

const words = strings.changes.comment;
/** As the host takes it. */
const maxBytes = 4 * 1024;

/** Where somebody writes about a line or answers a thread. Enter sends, Esc leaves. */
export function CommentForm({
  place,
  label,
  sendWord,
  onSend,
  onCancel,
}: {
  /** What is written about: its text is kept until it is sent. */
  place: string;
  label: string;
  sendWord: string;
  onSend: (text: string) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useKeptText(place);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const isTooLong = new TextEncoder().encode(text).length > maxBytes;
  const send = () => {
    if (text.trim() === '' || isTooLong) return;
    onSend(text.trim());
    setText('');
  };
  return (
    <div ref={form} data-kept-whole="" className="scroll-my-2 rounded-8 border border-line-2 bg-raised p-2">
      <TextArea
        ref={field}
        aria-label={label}
        placeholder={words.placeholder}
        rows={2}
        value={text}
        className="[field-sizing:content]"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (isSendKey(event)) {
            event.preventDefault();
            send();
          } else if (event.key === 'Escape' && !isComposing(event)) {
            event.stopPropagation();
            onCancel();
          }
        }}
      />
      <div className="mt-1.5 flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-12 text-ink-3">{isTooLong ? words.tooLong : label}</span>
        <Button size="small" look="ghost" onClick={onCancel}>
          {strings.cancel}
        </Button>
        <Button size="small" look="solid" disabled={text.trim() === '' || isTooLong} onClick={send}>
          {sendWord}
        </Button>
      </div>
    </div>
  );
}
