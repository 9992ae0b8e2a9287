'use client';
import type { TerminalNews } from '@collagility/protocol/client/terminals';
import type { AgentState } from '@collagility/protocol/state';
import type { TerminalActivity } from '@collagility/protocol/terminal';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useActions, useIsLive, useRoom } from '../room/room-store.ts';
import { ExtraKeysRow } from './extra-keys-row.tsx';
import { ScreenAsText } from './screen-as-text.tsx';
import { TerminalBar } from './terminal-bar.tsx';
import { type ScreenHandle, TerminalScreen } from './terminal-screen.tsx';
import { useLastScreen } from './use-last-screen.ts';

const words = strings.terminal;

type Shown =
  | { name: 'loading' }
  | { name: 'drawn'; title: string; activity: TerminalActivity }
  | { name: 'refused'; code: string };

/** A shared terminal: one screen for all, keys of those who may. */
export function TerminalView({ agent, views }: { agent: AgentState; views: ReactNode }) {
  const handle = useRef<ScreenHandle>(null);
  const [shown, setShown] = useState<Shown>({ name: 'loading' });
  const [wantsToType, setWantsToType] = useState(false);
  const [isFitted, setIsFitted] = useState(true);
  const [isText, setIsText] = useState(false);
  const [tries, setTries] = useState(0);
  const [isControlHeld, setIsControlHeld] = useState(false);
  const [isPasteRefused, setIsPasteRefused] = useState(false);
  const isLive = useIsLive();
  const isPaused = useRoom((view) => view.state?.paused !== undefined && view.me?.rights.manage !== true);
  const mayType = useRoom((view) => view.me?.rights.terminal === 'type' && !view.me.frozen);
  const { terminal } = agent;
  const isRunning = terminal?.isRunning === true;
  const last = useLastScreen(terminal);
  // Keys that go nowhere must not look as if they went somewhere.
  const isTyping = wantsToType && mayType && isRunning && isLive && !isPaused;
  useEffect(() => {
    if (!mayType || !isRunning) setWantsToType(false);
  }, [mayType, isRunning]);

  // Another start is another screen.
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (isRunning && !wasRunning.current) setShown({ name: 'loading' });
    wasRunning.current = isRunning;
  }, [isRunning]);

  const takeNews = useCallback((news: TerminalNews) => setShown((before) => afterNews(before, news)), []);
  const leave = useCallback((byKey: boolean) => {
    setWantsToType(false);
    if (byKey) document.getElementById('region-main')?.focus();
  }, []);
  const paste = () => {
    const read = navigator.clipboard?.readText() ?? Promise.reject(new Error('no clipboard on plain http'));
    read.then(
      (text) => {
        setIsPasteRefused(false);
        handle.current?.paste(text);
      },
      () => setIsPasteRefused(true),
    );
  };
  const hasScreen = isRunning || last !== undefined;
  return (
    <section
      aria-label={words.region}
      data-typing={isTyping || undefined}
      className="flex min-h-24 flex-1 flex-col [[data-low]_&]:min-h-0"
    >
      <TerminalBar
        agent={agent}
        views={views}
        title={shown.name === 'drawn' ? shown.title : ''}
        activity={shown.name === 'drawn' ? shown.activity : undefined}
        isTyping={isTyping}
        isFitted={isFitted}
        onType={setWantsToType}
        onFit={setIsFitted}
        onText={() => setIsText(true)}
        fitting={() => handle.current?.fitting() ?? { columns: 100, rows: 30 }}
      />
      <div data-terminal-screen="" className="relative flex min-h-0 flex-1 flex-col bg-[#111318] p-2 max-sm:p-1">
        {hasScreen && shown.name !== 'refused' ? (
          <TerminalScreen
            key={`${isRunning}-${tries}`}
            agentId={agent.agentId}
            still={isRunning ? undefined : last}
            isTyping={isTyping}
            isFitted={isFitted}
            onLeave={leave}
            onNews={takeNews}
            onControl={setIsControlHeld}
            handle={handle}
          />
        ) : null}
        <Notice
          agent={agent}
          shown={shown}
          hasScreen={hasScreen}
          onAgain={() => {
            setShown({ name: 'loading' });
            setTries(tries + 1);
          }}
        />
      </div>
      {isTyping ? (
        <>
          {isPasteRefused ? (
            <p role="alert" className="px-3 py-1 text-12 text-bad">
              {words.extra.pasteRefused}
            </p>
          ) : null}
          <ExtraKeysRow
            isControlHeld={isControlHeld}
            onPress={(key) => handle.current?.press(key)}
            onControl={(isHeld) => handle.current?.holdControl(isHeld)}
            onPaste={paste}
          />
        </>
      ) : null}
      <Foot agent={agent} isHeldUp={wantsToType && mayType && isRunning && !isTyping} isPaused={isPaused} />
      {isText ? <ScreenAsText read={() => handle.current?.text() ?? ''} onClose={() => setIsText(false)} /> : null}
    </section>
  );
}

function afterNews(before: Shown, news: TerminalNews): Shown {
  switch (news.type) {
    case 'screen':
      return { name: 'drawn', title: news.screen.title, activity: news.screen.activity };
    case 'output':
      return before;
    case 'state':
      if (before.name !== 'drawn') return before;
      return { ...before, title: news.title ?? before.title, activity: news.activity ?? before.activity };
    case 'refused':
      return { name: 'refused', code: news.code };
  }
}

/** In the middle of an empty screen: what is missing, and what helps. */
function Notice({
  agent,
  shown,
  hasScreen,
  onAgain,
}: {
  agent: AgentState;
  shown: Shown;
  hasScreen: boolean;
  onAgain: () => void;
}) {
  if (hasScreen && shown.name === 'drawn') return null;
  const isRight = shown.name === 'refused' && shown.code === 'right';
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 p-6 text-center text-[#e6e6e6]">
      {shown.name === 'refused' ? (
        <>
          <p>{isRight ? words.refused : words.failed}</p>
          {isRight ? (
            <p className="text-12 opacity-80">{words.refusedLead}</p>
          ) : (
            <Button onClick={onAgain}>{words.again}</Button>
          )}
        </>
      ) : (
        <p className="inline-flex items-center gap-2">
          <Spinner />
          {agent.terminal?.isRunning === true || hasScreen ? words.loading : words.waiting}
        </p>
      )}
    </div>
  );
}

/** Below the screen: its end, why keys do not go out, and that this program asks for itself. */
function Foot({ agent, isHeldUp, isPaused }: { agent: AgentState; isHeldUp: boolean; isPaused: boolean }) {
  const actions = useActions();
  const isHost = useRoom((view) => view.me?.rights.manage === true);
  const ended = agent.terminal?.isRunning === false ? agent.terminal.ended : undefined;
  return (
    <div
      role="status"
      className={cx(
        'flex min-h-9 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-3 py-1.5 text-12 text-ink-3',
        // A phone has the room's own banner for this.
        ended === undefined && !isHeldUp && 'max-sm:hidden [[data-low]_&]:hidden',
      )}
    >
      {ended === undefined ? (
        <span>{isHeldUp ? (isPaused ? words.paused : words.notLive) : words.warning}</span>
      ) : (
        <>
          <span className="text-ink-2">{words.ended(howOf(ended))}</span>
          <span>{words.endedLead}</span>
          {isHost ? (
            <Button size="small" onClick={() => actions.send({ type: 'agent.restart', agentId: agent.agentId })}>
              {words.restart}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}

const howOf = ({ exitCode, signal }: { exitCode?: number; signal?: number }): string => {
  if (signal !== undefined) return words.endedHow.signal(signal);
  return exitCode === undefined ? words.endedHow.unknown : words.endedHow.code(exitCode);
};
