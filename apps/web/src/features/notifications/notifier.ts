'use client';
import { useEffect, useRef } from 'react';
import { finding } from '../../strings/finding.ts';
import { useRoom } from '../room/room-store.ts';
import { type News, newsBetween } from './news.ts';
import { readPolicy, wants } from './policy.ts';

const words = finding.notifications;

/** Tells the system what waits for this person, where they asked for it and while they look elsewhere. Draws nothing. */
export function Notifier(): null {
  const state = useRoom((view) => view.state);
  const me = useRoom((view) => view.me);
  const lobby = useRoom((view) => view.lobby);
  const before = useRef(state);
  const lobbyBefore = useRef(lobby);
  useEffect(() => {
    const last = before.current;
    before.current = state;
    if (last === undefined || state === undefined || me === undefined || last === state) return;
    if (document.visibilityState === 'visible' && document.hasFocus()) return;
    tell(newsBetween(last, state, { participantId: me.participantId, mayApprove: me.rights.approve }));
  }, [state, me]);
  useEffect(() => {
    const known = new Set(lobbyBefore.current.map(({ cardId }) => cardId));
    lobbyBefore.current = lobby;
    if (me?.rights.invite !== true || (document.visibilityState === 'visible' && document.hasFocus())) return;
    tell(
      lobby
        .filter(({ cardId }) => !known.has(cardId))
        .map(({ name }) => ({ reason: 'door', title: words.doorOf(name), quietTitle: words.door, body: '' })),
    );
  }, [lobby, me]);
  return null;
}

/** Pressing one brings the page to the front. One of each reason stands at a time. */
function tell(news: readonly News[]): void {
  if (news.length === 0 || !('Notification' in window) || Notification.permission !== 'granted') return;
  const policy = readPolicy();
  for (const { reason, title, quietTitle, body } of news) {
    if (!wants(policy, reason)) continue;
    show(policy.quiet ? quietTitle : title, policy.quiet ? '' : body, reason);
  }
}

export function show(title: string, body: string, tag: string): void {
  try {
    const notification = new Notification(title, { body, tag: `collagility-${tag}`, icon: '/icon.svg' });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Some phones show them for installed pages only; title and icon of the tab say it all the same.
    return;
  }
}
