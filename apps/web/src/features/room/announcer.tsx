'use client';
import type { ClientLiveness } from '@collagility/protocol/client/view';
import { useCallback, useEffect, useRef, useState } from 'react';
import { hasSingleKeys } from '../../lib/single-keys.ts';
import { strings } from '../../strings.ts';
import { announcementsBetween } from './announcements.ts';
import { useRoom } from './room-store.ts';
import { useMedia } from './use-media.ts';

/** Two live regions: a polite one for what happens, an assertive one for what waits. Never the tokens. */
export function Announcer() {
  const state = useRoom((view) => view.state);
  const liveness = useRoom((view) => view.liveness.name);
  const lobbyCount = useRoom((view) => view.lobby.length);
  const me = useRoom((view) => view.me?.participantId);
  const isTouched = useMedia('(pointer: coarse)');
  const [polite, setPolite] = useNews();
  const [assertive, setAssertive] = useNews();
  const before = useRef(state);
  const livenessBefore = useRef<ClientLiveness['name']>(liveness);
  const lobbyBefore = useRef(lobbyCount);

  useEffect(() => {
    const news = announcementsBetween(before.current, state, me, !isTouched && hasSingleKeys());
    before.current = state;
    if (news.polite !== '') setPolite(news.polite);
    if (news.assertive !== '') setAssertive(news.assertive);
  }, [state, me, isTouched, setPolite, setAssertive]);

  useEffect(() => {
    if (livenessBefore.current === 'live' && liveness === 'host_away') setAssertive(strings.room.live.hostAway);
    else if (livenessBefore.current === 'live' && liveness === 'not_live')
      setAssertive(strings.room.live.titles.silent);
    else if (livenessBefore.current !== 'live' && liveness === 'live') setPolite(strings.room.announce.live);
    livenessBefore.current = liveness;
  }, [liveness, setPolite, setAssertive]);

  useEffect(() => {
    if (lobbyCount > lobbyBefore.current) setAssertive(strings.room.attention.door);
    lobbyBefore.current = lobbyCount;
  }, [lobbyCount, setAssertive]);

  return (
    <>
      <div role="status" aria-live="polite" className="sr-only">
        <span key={polite.nonce}>{polite.text}</span>
      </div>
      <div role="alert" aria-live="assertive" className="sr-only">
        <span key={assertive.nonce}>{assertive.text}</span>
      </div>
    </>
  );
}

/** The same words twice are two pieces of news: where nothing in the region changed, nothing would be read out. */
function useNews(): [news: { text: string; nonce: number }, tell: (text: string) => void] {
  const [news, setNews] = useState({ text: '', nonce: 0 });
  const tell = useCallback((text: string) => setNews(({ nonce }) => ({ text, nonce: nonce + 1 })), []);
  return [news, tell];
}
