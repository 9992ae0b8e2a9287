'use client';
import type { TerminalNews } from '@collagility/protocol/client/terminals';
import type { AgentId } from '@collagility/protocol/ids';
import type { TerminalScreen as Screen } from '@collagility/protocol/terminal';
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { useActions } from '../room/room-store.ts';
import { XtermSurface } from './xterm-surface.ts';

/** What the frame around the screen may ask of it. */
export type ScreenHandle = { text(): string; fitting(): { columns: number; rows: number } };

/** The screen itself, with xterm: drawn as it comes, in the host's size, letterboxed. */
export function TerminalScreen({
  agentId,
  still,
  isTyping,
  isFitted,
  onLeave,
  onNews,
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
  handle: RefObject<ScreenHandle | null>;
}) {
  const actions = useActions();
  const box = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const surface = useRef<XtermSurface>(null);
  // The surface lives longer than one drawing of this component: it calls what is current.
  const calls = useRef({ onLeave, onNews, isFitted });
  calls.current = { onLeave, onNews, isFitted };

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
      },
      strings.terminal.input,
    );
    surface.current = made;
    const fit = () => made.fit({ width: frame.clientWidth, height: frame.clientHeight }, calls.current.isFitted);
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
    if (frame !== null) surface.current?.fit({ width: frame.clientWidth, height: frame.clientHeight }, isFitted);
  }, [isFitted]);

  useImperativeHandle(handle, () => ({
    text: () => surface.current?.text() ?? '',
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
        isFitted ? 'overflow-hidden' : 'overflow-auto',
      )}
    >
      {/* Read as text by the button beside it; cells are no words. */}
      <div ref={sheet} aria-hidden={isTyping ? undefined : true} className="font-mono" data-testid="terminal-sheet" />
    </div>
  );
}
