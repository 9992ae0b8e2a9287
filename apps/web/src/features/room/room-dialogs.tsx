'use client';
import { useEffect } from 'react';
import { strings } from '../../strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyCap } from '../../ui/key-cap.tsx';
import { AgentsDialog } from '../agents/agents-dialog.tsx';
import { NotificationsDialog } from '../notifications/notifications-dialog.tsx';
import { Palette } from '../palette/palette.tsx';
import { DevicesDialog } from '../people/devices-dialog.tsx';
import { Door } from '../people/door.tsx';
import { HandOverDialog } from '../people/hand-over-dialog.tsx';
import { InviteDialog } from '../people/invite-dialog.tsx';
import { LeaveDialog, PanicDialog, RemoveDialog, RightsDialog } from '../people/people-dialogs.tsx';
import { PeopleList } from '../people/people-list.tsx';
import { RenameDialog } from '../people/rename-dialog.tsx';
import { RulesDialog } from '../people/rules-dialog.tsx';
import { SearchDialog } from '../search/search-dialog.tsx';
import { useRoom } from './room-store.ts';
import { useRoomUi } from './room-ui.ts';
import { UsageDialog } from './usage-dialog.tsx';

/** The one dialog that is open, if any. */
export function RoomDialogs() {
  const { dialog, close } = useRoomUi();
  switch (dialog.name) {
    case 'none':
      return null;
    case 'invite':
      return <InviteDialog onClose={close} />;
    case 'door':
      return <DoorDialog onClose={close} />;
    case 'people':
      return (
        <Dialog title={strings.people.title} onClose={close}>
          <PeopleList />
        </Dialog>
      );
    case 'rights':
      return <RightsDialog participantId={dialog.participantId} onClose={close} />;
    case 'devices':
      return <DevicesDialog participantId={dialog.participantId} onClose={close} />;
    case 'hand-over':
      return <HandOverDialog participantId={dialog.participantId} onClose={close} />;
    case 'remove':
      return <RemoveDialog participantId={dialog.participantId} onClose={close} />;
    case 'rename':
      return <RenameDialog what={dialog.what} onClose={close} />;
    case 'leave':
      return <LeaveDialog onClose={close} />;
    case 'panic':
      return <PanicDialog onClose={close} />;
    case 'agents':
      return <AgentsDialog onClose={close} />;
    case 'usage':
      return <UsageDialog onClose={close} />;
    case 'rules':
      return <RulesDialog onClose={close} />;
    case 'search':
      return <SearchDialog onClose={close} />;
    case 'palette':
      return <Palette onClose={close} />;
    case 'notifications':
      return <NotificationsDialog onClose={close} />;
    case 'keys':
      return (
        <Dialog title={strings.room.keys.title} onClose={close}>
          <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-1.5">
            {strings.room.keys.list.map(([keys, what]) => (
              <div key={keys} className="contents">
                <dt>
                  <KeyCap keys={keys} />
                </dt>
                <dd className="text-ink-2">{what}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      );
  }
}

/** Closes by itself when the last one at the door has been answered. */
function DoorDialog({ onClose }: { onClose: () => void }) {
  const isEmpty = useRoom((view) => view.lobby.length === 0);
  useEffect(() => {
    if (isEmpty) onClose();
  }, [isEmpty, onClose]);
  return (
    <Dialog title={strings.people.door} onClose={onClose}>
      <Door />
    </Dialog>
  );
}
