'use client';
import type { MemberId, ParticipantId } from '@collagility/protocol/ids';
import type { Participant } from '@collagility/protocol/state';
import { useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useActions, useRoom } from '../room/room-store.ts';

const words = strings.people.devicesDialog;

/** The bridge itself, where the host answers at the keyboard: the room's own key. */
const terminal = 'terminal';

/** The devices of one person: each has a key of its own, and whoever manages the room can take one out. */
export function DevicesDialog({ participantId, onClose }: { participantId: ParticipantId; onClose: () => void }) {
  const person = useRoom((view) => view.state?.participants[participantId]);
  const me = useRoom((view) => view.me);
  if (person === undefined) return null;
  const devices = deviceList(person);
  const isHost = person.role === 'host';
  return (
    <Dialog title={words.title(person.name)} onClose={onClose}>
      <p className="mb-3 text-ink-2">{devices.length === 0 ? words.none : words.lead}</p>
      <ul>
        {devices.map((device, index) => (
          <DeviceLine
            key={device.memberId}
            device={device}
            number={index + 1}
            isThis={device.memberId === me?.memberId}
            isLast={devices.length === 1}
            mayRemove={
              me?.rights.manage === true &&
              device.memberId !== me.memberId &&
              device.memberId !== terminal &&
              (!isHost || me.role === 'host')
            }
          />
        ))}
      </ul>
      <p className="mt-3 text-12 text-ink-3">{words.another}</p>
    </Dialog>
  );
}

type Device = { memberId: MemberId } & Participant['devices'][MemberId];

/** The record's own keys: object keys are plain strings to the compiler. */
const deviceList = ({ devices }: Participant): Device[] =>
  (Object.keys(devices) as MemberId[]).flatMap((memberId) => {
    const device = devices[memberId];
    return device === undefined ? [] : [{ memberId, ...device }];
  });

const fingerprint = (hex: string): string => (hex.slice(0, 16).match(/.{4}/g) ?? []).join(' ');

function DeviceLine({
  device,
  number,
  isThis,
  isLast,
  mayRemove,
}: {
  device: Device;
  number: number;
  isThis: boolean;
  isLast: boolean;
  mayRemove: boolean;
}) {
  const actions = useActions();
  const [isSure, setIsSure] = useState(false);
  return (
    <li className="flex min-h-[50px] flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-t py-1.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p>
          {device.memberId === terminal ? words.terminal : words.device(number)}{' '}
          {isThis ? <span className="text-ink-3">({words.thisOne})</span> : null}
        </p>
        <p className="text-12 text-ink-3">
          {words.key} <code className="text-11">{fingerprint(device.devicePk)}</code>
        </p>
      </div>
      {device.inMemory ? (
        <Chip icon="key" title={words.inMemoryTitle}>
          {strings.people.inMemory}
        </Chip>
      ) : null}
      {device.frozen ? (
        <Chip icon="lock" tone="warn">
          {strings.people.frozen}
        </Chip>
      ) : null}
      {mayRemove && !isSure ? (
        <Button size="small" look="bad" onClick={() => setIsSure(true)}>
          {words.remove}
        </Button>
      ) : null}
      {mayRemove && isSure ? (
        <span className="flex w-full flex-wrap items-center gap-2 text-12 text-ink-2">
          <span className="min-w-0 flex-1">{isLast ? words.removeLast : words.removeOne}</span>
          <Button size="small" onClick={() => setIsSure(false)}>
            {strings.cancel}
          </Button>
          <Button
            size="small"
            look="bad"
            onClick={() => actions.send({ type: 'member.remove_device', memberId: device.memberId })}
          >
            {words.removeGo}
          </Button>
        </span>
      ) : null}
    </li>
  );
}
