'use client';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { afterFirstText, firstTextShown, quietMs } from '../../lib/first-text.ts';
import { lazyPart, loadParts, quietPart } from '../../lib/lazy-part.ts';
import { useAfterFirstText } from '../../lib/use-after-first-text.ts';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { Coming } from '../../ui/coming.tsx';
import { DialogNotice } from '../../ui/dialog.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Panel } from '../panel/panel.tsx';
import { MainStage } from '../terminal/main-stage.tsx';
import { TranscriptLanes } from '../transcript/transcript-lanes.tsx';
import { useTranscriptKeys } from '../transcript/use-transcript-keys.ts';
import { Announcer } from './announcer.tsx';
import { Banners } from './banners.tsx';
import { Desk } from './desk.tsx';
import { isRefusedAct } from './is-refused-act.ts';
import { Rail } from './rail.tsx';
import { useRoom } from './room-store.ts';
import { RoomUiContext, useRoomUi } from './room-ui.ts';
import { TopBar } from './top-bar.tsx';
import { useAttention } from './use-attention.ts';
import { useMedia } from './use-media.ts';
import { useRoomKeys } from './use-room-keys.ts';
import { useRoomUiState } from './use-room-ui-state.ts';
import { useStrayDrops } from './use-stray-drops.ts';
import { useViewportHeight } from './use-viewport-height.ts';

/** Dialogs come when the first one is opened. */
const RoomDialogs = lazyPart(async () => (await import('./room-dialogs.tsx')).RoomDialogs);

/** Desks have no use for them. */
const PhoneTabs = lazyPart(async () => (await import('./phone-tabs.tsx')).PhoneTabs);
const PhoneView = lazyPart(async () => (await import('./phone-tabs.tsx')).PhoneView);
/** Comes when somebody is notified already, or when there is time for it. */
const Notifier = quietPart(async () => (await import('../notifications/notifier.ts')).Notifier);
/** Comes when something was refused, or with the rest. */
const RefusedActs = lazyPart(async () => (await import('./refused-acts.tsx')).RefusedActs);
const isNotified = (): boolean => 'Notification' in window && Notification.permission === 'granted';

/** The room: bar on top, people at the left, transcript and desk in the middle, panel at the right. */
export function RoomShell() {
  const ui = useRoomUiState();
  return (
    <RoomUiContext.Provider value={ui}>
      <Layout />
    </RoomUiContext.Provider>
  );
}

function Layout() {
  const hasRefused = useRoom((view) => view.commands.some(isRefusedAct));
  const refused = hasRefused ? (
    <Suspense>
      <RefusedActs />
    </Suspense>
  ) : null;
  return (
    <DialogNotice.Provider value={refused}>
      <Regions refused={refused} />
    </DialogNotice.Provider>
  );
}

function Regions({ refused }: { refused: ReactNode }) {
  const [ownSends, setOwnSends] = useState(0);
  const ui = useRoomUi();
  useViewportHeight();
  useStrayDrops();
  useAttention();
  useRoomKeys();
  const hasText = useAfterFirstText();
  const isPhone = useMedia('(max-width: 40em)');
  useTranscriptKeys();
  useEffect(loadAhead, []);
  const isSession = ui.phoneTab === 'session';
  return (
    <div
      className={cx(
        // What is only for screen readers is placed by itself: nothing of it makes the page longer than the window.
        'relative grid h-[var(--viewport-height,100dvh)] overflow-clip grid-cols-[var(--rail)_minmax(0,1fr)_min(var(--panel-now),calc(100vw_-_var(--rail)_-_440px))] grid-rows-[var(--bar)_minmax(0,1fr)]',
        // As wide as somebody made it on this device (PanelEdge). The screen of a terminal has the host's size: the panel
        // beside it is as narrow as it can be read.
        '[--panel-now:var(--own-panel,var(--panel))]',
        'has-[[data-terminal-screen]]:[--panel-now:var(--own-terminal-panel,296px)]',
        // Two columns of code take what the transcript can spare.
        'lg:has-[[data-split]]:[--panel-now:var(--own-split-panel,min(720px,44vw))]',
        'max-md:grid-cols-[var(--rail)_minmax(0,1fr)]',
        'max-sm:grid-cols-1 max-sm:grid-rows-[var(--bar)_minmax(0,1fr)_auto]',
      )}
    >
      <button
        type="button"
        className="-top-16 absolute left-2 z-30 rounded-6 bg-raised px-3 py-2 focus:top-2"
        onClick={() => document.getElementById('composer-field')?.focus()}
      >
        {strings.room.skip}
      </button>
      <div className="col-span-full grid min-w-0">
        <ErrorBoundary resetKey={ui.agentId}>
          <TopBar />
        </ErrorBoundary>
      </div>
      <ErrorBoundary resetKey={ui.agentId}>
        <Rail />
      </ErrorBoundary>
      <main
        id="region-main"
        tabIndex={-1}
        aria-label={strings.room.regions.main}
        className={cx('relative flex min-h-0 min-w-0 flex-col bg-surface', !isSession && 'max-sm:hidden')}
      >
        <ErrorBoundary resetKey={ui.agentId}>
          <Banners />
        </ErrorBoundary>
        <ErrorBoundary resetKey={ui.agentId}>
          <MainStage transcript={<TranscriptLanes ownSends={ownSends} />} />
        </ErrorBoundary>
        <Desk onSent={() => setOwnSends((count) => count + 1)} />
      </main>
      <Panel />
      {isPhone ? (
        <>
          {ui.phoneTab === 'session' ? null : (
            // Of its own: the tabs stay while a view is fetched.
            <Suspense
              fallback={
                <div className="bg-surface">
                  <Coming />
                </div>
              }
            >
              <ErrorBoundary resetKey={ui.phoneTab}>
                <PhoneView tab={ui.phoneTab} />
              </ErrorBoundary>
            </Suspense>
          )}
          <Suspense fallback={<div className="min-h-[52px] border-line border-t" />}>
            <PhoneTabs />
          </Suspense>
        </>
      ) : null}
      {ui.dialog.name === 'none' ? null : (
        <ErrorBoundary resetKey={ui.dialog}>
          <Suspense>
            <RoomDialogs />
          </Suspense>
        </ErrorBoundary>
      )}
      {refused === null ? null : (
        // Over an open dialog it stands in the dialog.
        <div className="fixed inset-x-3 top-[calc(var(--bar)+8px)] z-30 mx-auto max-w-[560px] rounded-8 bg-surface shadow-2 [:root:has(dialog[open])_&]:hidden">
          {refused}
        </div>
      )}
      <Announcer />
      {hasText || isNotified() ? (
        <Suspense>
          <Notifier />
        </Suspense>
      ) : null}
    </div>
  );
}

/** What was not drawn yet comes in idle moments, but not before the agent's first words are there or stay away. */
function loadAhead(): () => void {
  let stop: (() => void) | undefined;
  const callOff = afterFirstText(() => {
    stop = whenIdle(() => loadParts().catch(reportError));
  });
  const timer = setTimeout(firstTextShown, quietMs);
  return () => {
    clearTimeout(timer);
    callOff();
    stop?.();
  };
}

/** Not in every browser; without it the first moments are simply over after two seconds. */
function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(work, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 2000);
  return () => clearTimeout(timer);
}
