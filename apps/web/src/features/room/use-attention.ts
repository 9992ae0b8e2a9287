'use client';
import { useEffect } from 'react';
import { strings } from '../../strings.ts';
import { useRoom } from './room-store.ts';

const words = strings.room.attention;

/** Title and icon of the tab say what waits for this person. */
export function useAttention(): void {
  const title = useRoom((view) => view.state?.title);
  const workspace = useRoom((view) => view.state?.workspaceName);
  const waiting = useRoom((view) =>
    view.me?.rights.approve === true ? (view.state?.pendingApprovals.length ?? 0) : 0,
  );
  const atDoor = useRoom((view) => (view.me?.rights.invite === true ? view.lobby.length : 0));
  useEffect(() => {
    const name = title === undefined || title === '' ? (workspace ?? strings.product) : title;
    const what = waiting > 0 ? `${words.approval(waiting)} · ` : atDoor > 0 ? `${words.door} · ` : '';
    document.title = `${what}${name}`;
  }, [title, workspace, waiting, atDoor]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel~=icon]');
    if (link === null) return;
    link.href = waiting + atDoor > 0 ? waitingIcon : '/icon.svg';
  }, [waiting, atDoor]);
}

/** The mark with a blue disc: somebody waits. */
const waitingIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"><rect width="32" height="32" rx="7" fill="#15171d"/><path d="M7.5 8.5 14 15l-6.500 6.500" stroke="#eceef2"/><path d="M16.500 24h9" stroke="#93a5ff"/><circle cx="24" cy="8" r="7" fill="#4a5cec" stroke="#fff" stroke-width="2"/></svg>',
)}`;
