'use client';
import { maxChatBytes } from '@collagility/protocol/limits';
import type { ChatMessage } from '@collagility/protocol/state';
import { useRef } from 'react';
import { saidClass } from '../../lib/long-run.ts';
import { isSendKey } from '../../lib/submit-key.ts';
import { clock } from '../../lib/time.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Disc } from '../../ui/disc.tsx';
import { inputClass } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Outbox } from '../composer/outbox.tsx';
import { useActions, usePerson, useRoom } from '../room/room-store.ts';
import { useKeptText } from '../room/use-kept-text.ts';
import { Nothing } from './nothing.tsx';
import { useStickToEnd } from './use-stick-to-end.ts';

const words = strings.room.chat;
const noChat: never[] = [];

/** People among themselves; the agent does not read it. */
export function ChatTab() {
  const chat = useRoom((view) => view.state?.chat) ?? noChat;
  const mayChat = useRoom((view) => view.me?.rights.chat ?? false);
  const list = useRef<HTMLDivElement>(null);
  const me = useRoom((view) => view.me?.participantId);
  const last = chat[chat.length - 1];
  const { hasMore, toEnd, onScroll } = useStickToEnd(list, last?.messageId, last !== undefined && last.by === me);
  return (
    <>
      <div
        ref={list}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
        tabIndex={0}
        role="log"
        aria-live="off"
        className="min-h-0 flex-1 overflow-y-auto"
      >
        {chat.length === 0 ? (
          <Nothing title={words.none} lead={words.noneLead} />
        ) : (
          <ul className="grid gap-3 px-4 py-3">
            {chat.map((message) => (
              <Message key={message.messageId} message={message} />
            ))}
          </ul>
        )}
      </div>
      {hasMore ? (
        <div className="flex flex-none justify-center py-1">
          <Button size="small" onClick={toEnd}>
            {words.more}
          </Button>
        </div>
      ) : null}
      <Outbox kinds={['chat.post']} />
      {mayChat ? <ChatField /> : null}
    </>
  );
}

function Message({ message }: { message: ChatMessage }) {
  const by = usePerson(message.by);
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2.5">
      <Disc name={by.name} color={by.color} size={24} />
      <div>
        <p className="flex items-baseline gap-2 text-12 text-ink-3">
          <b className="font-semibold text-13 text-ink">{by.name}</b>
          <span className="tabular-nums">{clock(message.atMs)}</span>
        </p>
        <p className={cx(saidClass(message.text), 'whitespace-pre-wrap [overflow-wrap:anywhere]')}>{message.text}</p>
      </div>
    </li>
  );
}

function ChatField() {
  const actions = useActions();
  const [text, setText] = useKeptText('chat');
  const isTooLong = new TextEncoder().encode(text).length > maxChatBytes;
  const send = () => {
    if (text.trim() === '' || isTooLong) return;
    actions.send({ type: 'chat.post', text: text.trim() });
    actions.typing(false);
    setText('');
  };
  return (
    <Form
      className="flex flex-none items-end gap-2 border-line border-t px-3 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        aria-label={words.placeholder}
        placeholder={words.placeholder}
        rows={1}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          actions.typing(event.target.value !== '');
        }}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          send();
        }}
        className={`${inputClass} max-h-32 min-h-8 resize-none py-[5px] [field-sizing:content] hand:min-h-11 max-sm:py-2.5`}
      />
      <Button type="submit" look="solid" disabled={text.trim() === '' || isTooLong}>
        {words.send}
      </Button>
    </Form>
  );
}
