'use client';
import type { ParticipantId } from '@collagility/protocol/ids';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useActions, useRoom } from '../room/room-store.ts';

const words = strings.people.driver;

/** Says what the driver's seat gives before it is given. */
export function HandOverDialog({ participantId, onClose }: { participantId: ParticipantId; onClose: () => void }) {
  const actions = useActions();
  const name = useRoom((view) => view.state?.participants[participantId]?.name);
  const last = useRoom((view) => view.state?.driver?.participantId);
  const lastName = useRoom((view) => (last === undefined ? undefined : view.state?.participants[last]?.name));
  if (name === undefined) return null;
  return (
    <Dialog
      title={words.title(name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button
            look="primary"
            onClick={() => {
              actions.send({ type: 'driver.hand_over', participantId });
              onClose();
            }}
          >
            {words.go}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{words.lead(name)}</p>
      {lastName === undefined ? null : <p className="mt-2 text-ink-2">{words.takes(lastName)}</p>}
      <p className="mt-2 text-12 text-ink-3">{words.keeps}</p>
    </Dialog>
  );
}
