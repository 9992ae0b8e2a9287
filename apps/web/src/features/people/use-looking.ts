'use client';
import { type Place, placeOf, placeText } from '@collagility/protocol/place';
import { type RefObject, useEffect, useRef } from 'react';
import { useActions, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';

/** What is needed of the transcript's scrolling: where it stands, and how to go elsewhere. */
type Scroll = {
  readonly state: { name: 'following' | 'reading' };
  readonly firstSeen: string | undefined;
  reveal(id: string): void;
  goToEnd(): void;
};

/** Others are told where one looks at most this often. */
const tellEveryMs = 700;
/** What only a person does; a page that scrolls by itself makes no such event. */
const ownSigns = ['wheel', 'touchmove', 'pointerdown'] as const;

const placeNow = (scroll: Scroll): Place | undefined => {
  if (scroll.state.name === 'following') return { name: 'end' };
  return scroll.firstSeen === undefined ? undefined : { name: 'row', id: scroll.firstSeen };
};

/** Tells the others where this person reads, and goes along with whom this person follows. */
export function useLooking(scroll: Scroll, container: RefObject<HTMLElement | null>): void {
  const actions = useActions();
  const ui = useRoomUi();
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      timer = undefined;
      actions.looking(placeText(placeNow(scroll)));
    };
    const onScroll = (): void => {
      timer ??= setTimeout(tell, tellEveryMs);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    tell();
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
    };
  }, [actions, container, scroll]);

  const { file } = ui;
  useEffect(() => {
    if (file !== undefined) actions.looking(placeText({ name: 'file', path: file }));
  }, [actions, file]);

  const { following } = ui;
  const theirs = useRoom((view) =>
    following === undefined || following === 'agent' ? undefined : view.looking[following],
  );
  const changed = useRoom((view) => (following === 'agent' ? lastFile(view.state?.items) : undefined));
  const goTo = useRef<(place: Place) => void>(() => undefined);
  goTo.current = (place) => {
    if (place.name === 'file') {
      if (place.path !== ui.file) ui.showFile(place.path);
      return;
    }
    ui.showPhoneTab('session');
    if (place.name === 'end') scroll.goToEnd();
    else scroll.reveal(place.id);
  };
  useEffect(() => {
    const place = theirs === undefined ? undefined : placeOf(theirs);
    if (place !== undefined) goTo.current(place);
  }, [theirs]);
  useEffect(() => {
    if (following === 'agent') goTo.current({ name: 'end' });
  }, [following]);
  useEffect(() => {
    if (changed !== undefined) goTo.current({ name: 'file', path: changed });
  }, [changed]);

  // A person's own scrolling says where they want to be.
  useEffect(() => {
    const element = container.current;
    if (element === null || following === undefined) return;
    const stop = (): void => ui.follow(undefined);
    for (const sign of ownSigns) element.addEventListener(sign, stop, { passive: true });
    return () => {
      for (const sign of ownSigns) element.removeEventListener(sign, stop);
    };
  }, [container, following, ui]);
}

function lastFile(items: readonly { kind: string; path?: string }[] | undefined): string | undefined {
  return items?.findLast(({ kind }) => kind === 'file')?.path;
}
