'use client';
import { Suspense, useRef, useState } from 'react';
import { useAfterFirstText } from '../../lib/use-after-first-text.ts';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/button.tsx';
import { Count } from '../../ui/chip.tsx';
import { cx } from '../../ui/class-names.ts';
import { Coming } from '../../ui/coming.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useRoom } from '../room/room-store.ts';
import { type PanelTab, useRoomUi } from '../room/room-ui.ts';
// Written while the network is gone, so it must be there before.
import { ChatTab } from './chat-tab.tsx';
import { Nothing } from './nothing.tsx';
import { PanelEdge } from './panel-edge.tsx';
import { ChangesTab, FilesTab, PlanTab } from './panel-parts.tsx';
import { useAskedFileCount, useFileCount } from './use-file-count.ts';
import { useUnreadChat } from './use-unread-chat.ts';

const words = strings.room.panelTabs;

/** The right side: what changed, what is planned, what people say to each other. */
export function Panel() {
  const ui = useRoomUi();
  const panel = useRef<HTMLElement>(null);
  useAskedFileCount();
  const fileCount = useFileCount();
  // Once drawn it stays: git's word that nothing changed would else take away what asked for it, and so on for ever.
  const [hadFiles, setHadFiles] = useState(false);
  if (fileCount > 0 && !hadFiles) setHadFiles(true);
  const plan = useRoom((view) => (ui.agentId === undefined ? undefined : view.state?.agents[ui.agentId]?.plan));
  const hasText = useAfterFirstText();
  const unread = useUnreadChat(ui.panelTab === 'chat');
  const done = plan?.filter((entry) => entry.status === 'completed').length ?? 0;
  return (
    <aside
      ref={panel}
      id="region-panel"
      tabIndex={-1}
      aria-label={strings.room.regions.panel}
      className={cx(
        'relative flex min-h-0 flex-col border-line border-l bg-surface',
        'max-md:fixed max-md:inset-y-0 max-md:right-0 max-md:z-20 max-md:w-[min(432px,92vw)] max-md:shadow-2',
        !ui.isPanelOpen && 'max-md:hidden',
        'max-sm:hidden',
      )}
    >
      <PanelEdge panel={panel} />
      {/* Where it lies over the room, it lies over the button that opened it too. */}
      <IconButton
        icon="cross"
        label={strings.room.closePanel}
        onClick={ui.togglePanel}
        className="absolute top-0 right-1 z-10 max-sm:hidden md:hidden"
      />
      <Tabs<PanelTab>
        label={strings.room.regions.panel}
        idPrefix="panel"
        selected={ui.panelTab}
        onSelect={ui.showTab}
        tabs={[
          { id: 'changes', label: words.changes, badge: fileCount > 0 ? <Count value={fileCount} /> : null },
          { id: 'files', label: words.files },
          {
            id: 'plan',
            label: words.plan,
            badge:
              plan === undefined || plan.length === 0 ? null : (
                <span className="font-normal text-ink-3 tabular-nums">
                  {done}/{plan.length}
                </span>
              ),
          },
          {
            id: 'chat',
            label: words.chat,
            badge: unread > 0 ? <Count value={unread} accent label={strings.room.unread(unread)} /> : null,
          },
        ]}
      />
      <div
        id={`panel-${ui.panelTab}`}
        role="tabpanel"
        aria-labelledby={`panel-tab-${ui.panelTab}`}
        className="flex min-h-0 flex-1 flex-col"
      >
        <ErrorBoundary resetKey={ui.panelTab}>
          <Suspense fallback={<Coming />}>
            <TabBody tab={ui.panelTab} isNothingYet={!hasText && !hadFiles} />
          </Suspense>
        </ErrorBoundary>
      </div>
    </aside>
  );
}

function TabBody({ tab, isNothingYet }: { tab: PanelTab; isNothingYet: boolean }) {
  switch (tab) {
    case 'changes':
      // Its code waits until the agent has said or changed something: nothing of it would be seen before.
      if (isNothingYet) return <Nothing title={strings.changes.none} lead={strings.changes.noneLead} />;
      return <ChangesTab />;
    case 'files':
      return <FilesTab />;
    case 'plan':
      return <PlanTab />;
    case 'chat':
      return <ChatTab />;
  }
}
