'use client';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { strings } from '../../strings.ts';
import { Count } from '../../ui/chip.tsx';
import { Coming } from '../../ui/coming.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ChatTab } from '../panel/chat-tab.tsx';
import { ChangesTab, FilesTab, PlanTab } from '../panel/panel-parts.tsx';
import { useFileCount } from '../panel/use-file-count.ts';
import { useUnreadChat } from '../panel/use-unread-chat.ts';
import { useRoom } from './room-store.ts';
import { type PhoneTab, useRoomUi } from './room-ui.ts';
import { useMoreItems } from './use-more-items.ts';

const PeopleList = lazyPart(async () => (await import('../people/people-list.tsx')).PeopleList);

const words = strings.room.tabs;
const icons: Record<PhoneTab, IconName> = { session: 'chat', changes: 'diff', people: 'people', more: 'more' };

/** The views of a phone, at the lower edge. */
export function PhoneTabs() {
  const ui = useRoomUi();
  const files = useFileCount();
  const atDoor = useRoom((view) => (view.me?.rights.invite === true ? view.lobby.length : 0));
  const pending = useRoom((view) => view.state?.pendingApprovals.length ?? 0);
  // The chat is in there.
  const unread = useUnreadChat(ui.phoneTab === 'more' && ui.panelTab === 'chat');
  const badges: Record<PhoneTab, ReactNode> = {
    session: pending > 0 && ui.phoneTab !== 'session' ? <Count value={pending} accent /> : null,
    changes: files > 0 ? <Count value={files} /> : null,
    people: atDoor > 0 ? <Count value={atDoor} accent /> : null,
    more: unread > 0 ? <Count value={unread} accent label={strings.room.unread(unread)} /> : null,
  };
  const tabs: PhoneTab[] = ['session', 'changes', 'people', 'more'];
  return (
    <nav
      aria-label={strings.room.regions.tabs}
      // Above a keyboard every line counts, and nobody changes the view while they write.
      className="hidden grid-cols-4 border-line border-t bg-bg pb-[env(safe-area-inset-bottom)] max-sm:grid [[data-writing]_&]:hidden"
    >
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          aria-current={tab === ui.phoneTab ? 'page' : undefined}
          onClick={() => ui.showPhoneTab(tab)}
          className="relative grid min-h-[52px] content-center justify-items-center gap-px font-medium text-11 text-ink-3 before:absolute before:inset-x-1/4 before:-top-px before:h-0.5 aria-[current]:text-ink aria-[current]:before:bg-ink"
        >
          <Icon name={icons[tab]} />
          {words[tab]}
          <span className="absolute top-1 left-[calc(50%+6px)]">{badges[tab]}</span>
        </button>
      ))}
    </nav>
  );
}

/** What a phone shows instead of the session. */
export function PhoneView({ tab }: { tab: Exclude<PhoneTab, 'session'> }) {
  return (
    <section aria-label={words[tab]} className="hidden min-h-0 flex-col overflow-y-auto bg-surface max-sm:flex">
      <Suspense fallback={<Coming />}>
        {tab === 'changes' ? <PhoneChanges /> : null}
        {tab === 'people' ? (
          <div className="px-4 py-3">
            <PeopleList />
          </div>
        ) : null}
        {tab === 'more' ? <MoreView /> : null}
      </Suspense>
    </section>
  );
}

/** What changed and all files share one view of a phone. */
function PhoneChanges() {
  const ui = useRoomUi();
  const which = ui.panelTab === 'files' ? 'files' : 'changes';
  return (
    <>
      <div className="flex-none px-3 pt-2 [[data-writing]_&]:hidden">
        <Segmented
          fill
          label={words.changes}
          value={which}
          onChange={ui.showTab}
          options={[
            { value: 'changes', label: strings.room.panelTabs.changes },
            { value: 'files', label: strings.room.panelTabs.files },
          ]}
        />
      </div>
      {which === 'files' ? <FilesTab /> : <ChangesTab />}
    </>
  );
}

/** The acts, the plan and the chat share one view of a phone. */
function MoreView() {
  const ui = useRoomUi();
  const which = ui.panelTab === 'plan' || ui.panelTab === 'chat' ? ui.panelTab : 'changes';
  return (
    <>
      <div className="flex-none px-3 py-2">
        <Segmented
          fill
          label={words.more}
          value={which}
          onChange={ui.showTab}
          options={[
            { value: 'changes', label: words.acts },
            { value: 'plan', label: strings.room.panelTabs.plan },
            { value: 'chat', label: strings.room.panelTabs.chat },
          ]}
        />
      </div>
      {which === 'plan' ? <PlanTab /> : which === 'chat' ? <ChatTab /> : <Acts />}
    </>
  );
}

function Acts() {
  const items = useMoreItems().filter((item) => item.id !== 'people' && item.id !== 'keys');
  return (
    <ul className="border-line border-t">
      {items.map((item) => (
        <li key={item.id} className="border-line border-b">
          <button
            type="button"
            onClick={item.onSelect}
            className={`flex min-h-[54px] w-full items-center gap-3 px-4 py-2 text-left text-15 ${item.tone === 'bad' ? 'text-bad' : ''}`}
          >
            {item.icon === undefined ? null : <Icon name={item.icon} />}
            <span>
              <span className="block">{item.label}</span>
              {item.detail === undefined ? null : <span className="block text-12 text-ink-3">{item.detail}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
