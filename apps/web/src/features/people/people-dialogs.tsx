'use client';
import type { ParticipantId } from '@collagility/protocol/ids';
import type { Participant } from '@collagility/protocol/state';
import { useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Check } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useActions, useRoom } from '../room/room-store.ts';

const words = strings.people;

/** Each right by itself. */
export function RightsDialog({ participantId, onClose }: { participantId: ParticipantId; onClose: () => void }) {
  const person = useRoom((view) => view.state?.participants[participantId]);
  if (person === undefined) return null;
  return <RightsForm person={person} onClose={onClose} />;
}

function RightsForm({ person, onClose }: { person: Participant; onClose: () => void }) {
  const actions = useActions();
  const [rights, setRights] = useState(person.rights);
  const set = (part: Partial<typeof rights>) => setRights({ ...rights, ...part });
  const { participantId, role } = person;
  return (
    <Dialog
      title={words.rights.title(person.name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button
            look="solid"
            onClick={() => {
              actions.send({ type: 'member.set_rights', participantId, role, rights });
              onClose();
            }}
          >
            {words.rights.save}
          </Button>
        </>
      }
    >
      <div className="grid gap-3.5">
        <div>
          <p className="mb-1.5 font-medium text-12 text-ink-2">{words.rights.prompt}</p>
          <Segmented
            label={words.rights.prompt}
            fill
            value={rights.prompt}
            onChange={(prompt) => set({ prompt })}
            options={[
              { value: 'none', label: words.rights.prompts.none },
              { value: 'suggest', label: words.rights.prompts.suggest },
              { value: 'run', label: words.rights.prompts.run },
            ]}
          />
        </div>
        <Check
          checked={rights.approve}
          onChange={(approve) => set({ approve })}
          label={words.rights.approve}
          detail={words.rights.approveDetail}
        />
        <Check checked={rights.interrupt} onChange={(interrupt) => set({ interrupt })} label={words.rights.interrupt} />
        <div>
          <p className="mb-1.5 font-medium text-12 text-ink-2">{words.rights.terminal}</p>
          <Segmented
            label={words.rights.terminal}
            fill
            value={rights.terminal}
            onChange={(terminal) => set({ terminal })}
            options={[
              { value: 'none', label: words.rights.terminals.none },
              { value: 'watch', label: words.rights.terminals.watch },
              { value: 'type', label: words.rights.terminals.type },
            ]}
          />
          {rights.terminal === 'type' ? <p className="mt-1 text-12 text-warn">{words.rights.terminalDetail}</p> : null}
        </div>
        <Check checked={rights.chat} onChange={(chat) => set({ chat })} label={words.rights.chat} />
        <Check
          checked={rights.agentChoice ?? false}
          onChange={(agentChoice) => set({ agentChoice })}
          label={words.rights.agentChoice}
          detail={words.rights.agentChoiceDetail}
        />
        <Check checked={rights.invite} onChange={(invite) => set({ invite })} label={words.rights.invite} />
      </div>
    </Dialog>
  );
}

/** Says what happens before it happens. */
export function RemoveDialog({ participantId, onClose }: { participantId: ParticipantId; onClose: () => void }) {
  const actions = useActions();
  const person = useRoom((view) => view.state?.participants[participantId]);
  const [block, setBlock] = useState(false);
  const [revoke, setRevoke] = useState(true);
  if (person === undefined) return null;
  return (
    <Dialog
      title={words.removeTitle(person.name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button
            look="bad"
            onClick={() => {
              actions.send({ type: 'member.remove', participantId, block, keepInvites: !revoke });
              onClose();
            }}
          >
            {words.removeGo}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2">{words.removeLead(person.name)}</p>
      <div className="grid gap-3">
        <Check checked={revoke} onChange={setRevoke} label={words.revokeLinks} />
        <Check checked={block} onChange={setBlock} label={words.block} detail={words.blockDetail} />
      </div>
    </Dialog>
  );
}

export function PanicDialog({ onClose }: { onClose: () => void }) {
  const actions = useActions();
  return (
    <Dialog
      title={strings.room.panic.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button
            look="bad"
            onClick={() => {
              actions.send({ type: 'room.panic' });
              onClose();
            }}
          >
            {strings.room.panic.go}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{strings.room.panic.lead}</p>
    </Dialog>
  );
}

/** There is no way back but the door: asked once more. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const actions = useActions();
  const isHost = useRoom((view) => view.me?.rights.manage === true);
  return (
    <Dialog
      title={words.leave.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.leave.stay}</Button>
          <Button
            look="bad"
            onClick={() => {
              actions.leave();
              onClose();
            }}
          >
            {words.leave.go}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{isHost ? words.leave.leadHost : words.leave.lead}</p>
    </Dialog>
  );
}
