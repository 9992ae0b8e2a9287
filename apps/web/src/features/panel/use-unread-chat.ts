'use client';
import { useEffect, useState } from 'react';
import { useRoom } from '../room/room-store.ts';

/** Messages that came since the chat was last looked at; own ones do not count. What was there at first is read. */
export function useUnreadChat(isOpen: boolean): number {
  const chat = useRoom((view) => view.state?.chat);
  const me = useRoom((view) => view.me?.participantId);
  const [readId, setReadId] = useState<string | undefined>();
  const [isStarted, setIsStarted] = useState(false);
  const lastId = chat?.[chat.length - 1]?.messageId;
  useEffect(() => {
    if (chat === undefined) return;
    if (isOpen || !isStarted) setReadId(lastId);
    setIsStarted(true);
  }, [chat, isOpen, isStarted, lastId]);
  if (chat === undefined || isOpen || !isStarted) return 0;
  const readAt = chat.findLastIndex((message) => message.messageId === readId);
  return chat.slice(readAt + 1).filter((message) => message.by !== me).length;
}
