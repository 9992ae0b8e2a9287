'use client';
import type { TerminalNews } from '@collagility/protocol/client/terminals';
import type { AgentId } from '@collagility/protocol/ids';
import type { TerminalScreen as Screen } from '@collagility/protocol/terminal';
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { useActions } from '../room/room-store.ts';
import { useMedia } from '../room/use-media.ts';
import type { ExtraKey } from './extra-keys.ts';
import { XtermSurface } from './xterm-surface.ts';

/** While somebody types on a phone: a whole screen there is a picture, not something to work in. */
const leastTypedPx = 10;

/** What the frame around the screen may ask of it. */
export type ScreenHandle = {
  text(): string;
  fitting(): { columns: number; rows: number };
  press(key: ExtraKey): void;
  holdControl(isHeld: boolean): void;
  paste(text: string): void;
};

/** The screen itself, with xterm: drawn as it comes, in the host's size, letterboxed. */
export function TerminalScreen({
  agentId,
  still,
  isTyping,
  isFitted,
  onLeave,
  onNews,
  onControl,
  handle,
}: {
  agentId: AgentId;
  /** A last screen to draw in place of a live one. */
  still: Screen | undefined;
  isTyping: boolean;
  isFitted: boolean;
  /** By its key, or because another part of the page took the keyboard. */
  onLeave: (byKey: boolean) => void;
  onNews: (news: TerminalNews) => void;
  /** The next letter goes with Control, or it went. */
  onControl: (isHeld: boolean) => void;
  handle: RefObject<ScreenHandle | null>;
}) {
  const actions = useActions();
  const isTouched = useMedia('(pointer: coarse)');
  const leastPx = isTyping && isTouched ? leastTypedPx : undefined;
  const box = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const surface = useRef<XtermSurface>(null);
  // The surface lives longer than one drawing of this component: it calls what is current.
  const calls = useRef({ onLeave, onNews, onControl, isFitted, leastPx });
  calls.current = { onLeave, onNews, onControl, isFitted, leastPx };

  useEffect(() => {
    const parent = sheet.current;
    const frame = box.current;
    if (parent === null || frame === null) return;
    const made = new XtermSurface(
      parent,
      {
        keys: (keys) => actions.pressKeys(agentId, keys),
        leave: () => calls.current.onLeave(true),
        left: () => calls.current.onLeave(false),
        behind: () => actions.refreshTerminal(agentId),
        cursor: () => made.showCursor(frame),
        control: (isHeld) => calls.current.onControl(isHeld),
      },
      strings.terminal.input,
    );
    surface.current = made;
    const fit = () => {
      made.fit({ width: frame.clientWidth, height: frame.clientHeight }, calls.current.isFitted, calls.current.leastPx);
      if (calls.current.leastPx !== undefined) made.showCursor(frame);
    };
    const draw = (news: TerminalNews) => {
      made.draw(news);
      if (news.type === 'screen') fit();
      calls.current.onNews(news);
    };
    const stop = still === undefined ? actions.watchTerminal(agentId, draw) : undefined;
    if (still !== undefined) draw({ type: 'screen', screen: still });
    const watcher = new ResizeObserver(fit);
    watcher.observe(frame);
    return () => {
      stop?.();
      watcher.disconnect();
      made.dispose();
      surface.current = null;
    };
  }, [agentId, actions, still]);

  useEffect(() => surface.current?.setTyping(isTyping), [isTyping]);
  useEffect(() => {
    const frame = box.current;
    if (frame === null) return;
    surface.current?.fit({ width: frame.clientWidth, height: frame.clientHeight }, isFitted, leastPx);
    if (leastPx !== undefined) surface.current?.showCursor(frame);
  }, [isFitted, leastPx]);

  useImperativeHandle(handle, () => ({
    text: () => surface.current?.text() ?? '',
    press: (key) => surface.current?.press(key),
    holdControl: (isHeld) => surface.current?.holdControl(isHeld),
    paste: (text) => surface.current?.paste(text),
    fitting: () =>
      surface.current?.fitting({ width: box.current?.clientWidth ?? 0, height: box.current?.clientHeight ?? 0 }) ?? {
        columns: 100,
        rows: 30,
      },
  }));

  return (
    <div
      ref={box}
      className={cx(
        'terminal-box grid min-h-0 flex-1 place-items-center',
        isFitted && leastPx === undefined ? 'overflow-hidden' : 'overflow-auto',
      )}
    >
      {/* Read as text by the button beside it; cells are no words. */}
      <div ref={sheet} aria-hidden={isTyping ? undefined : true} className="font-mono" data-testid="terminal-sheet" />
    </div>
  );
}
