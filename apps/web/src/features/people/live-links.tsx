'use client';
import type { InviteId } from '@collagility/protocol/ids';
import type { InviteView } from '@collagility/protocol/private';
import { useState } from 'react';
import { age } from '../../lib/time.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Count } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useActions } from '../room/room-store.ts';
import { useHostNow } from '../room/use-host-now.ts';
import { presetOf } from './presets.ts';

const words = strings.people.invite;

/** The links that still let somebody in. */
export function LiveLinks({
  invites,
  chosen,
  onChoose,
}: {
  invites: InviteView[];
  chosen: InviteId | undefined;
  onChoose: (id: InviteId) => void;
}) {
  const actions = useActions();
  const [isReplacing, setIsReplacing] = useState(false);
  return (
    <section className="mt-5 border-line border-t pt-3">
      <header className="flex items-center gap-2">
        <h3 className="font-semibold">{words.live}</h3>
        <Count value={invites.length} />
        <span className="flex-1" />
        {invites.length === 0 ? null : (
          <Button look="ghost" onClick={() => setIsReplacing(true)}>
            {words.replaceAll}
          </Button>
        )}
      </header>
      {isReplacing ? (
        <div className="my-2 rounded-8 border border-bad-line bg-bad-soft px-3 py-2.5">
          <p>
            <b className="font-semibold">{words.replaceTitle}</b> {words.replaceLead}
          </p>
          <div className="mt-2 flex gap-2">
            <Button
              look="bad"
              onClick={() => {
                actions.send({ type: 'invite.revoke_all' });
                setIsReplacing(false);
              }}
            >
              {words.replaceGo}
            </Button>
            <Button look="ghost" onClick={() => setIsReplacing(false)}>
              {strings.cancel}
            </Button>
          </div>
        </div>
      ) : null}
      {invites.length === 0 ? <p className="py-1.5 text-ink-3">{words.none}</p> : null}
      <ul>
        {invites.map((invite) => (
          <LinkLine key={invite.inviteId} invite={invite} isChosen={invite.inviteId === chosen} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}

function LinkLine({
  invite,
  isChosen,
  onChoose,
}: {
  invite: InviteView;
  isChosen: boolean;
  onChoose: (id: InviteId) => void;
}) {
  const actions = useActions();
  const now = useHostNow();
  const preset = invite.rights === undefined ? undefined : presetOf(invite.role, invite.rights);
  const facts = [
    preset === undefined ? strings.room.roles[invite.role] : strings.people.presets[preset].label,
    invite.lobby ? words.lobbyOn : words.lobbyOff,
    invite.history === 'all' ? words.seesAll : words.seesFromNow,
    ...(invite.silenced ? [words.silenced] : []),
  ];
  const left =
    invite.expiresAtMs === undefined ? words.noExpiry : words.left(age(Math.max(0, invite.expiresAtMs - now)));
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-2.5 border-line border-t py-1.5 first:border-t-0">
      <Icon name="link" />
      {/* On a phone the numbers and the buttons have a line of their own. */}
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-36px)]">
        <p className="truncate">{invite.label === '' ? words.untitled : invite.label}</p>
        <p className="text-12 text-ink-3">{facts.join('. ')}</p>
      </div>
      <span className="text-12 text-ink-3 tabular-nums max-sm:flex-1 max-sm:pl-[26px]">
        {words.used(invite.uses, invite.maxUses)}, {left}
      </span>
      {invite.link === undefined ? null : (
        <Button
          look="ghost"
          size="small"
          aria-pressed={isChosen}
          onClick={() => onChoose(invite.inviteId)}
          className="aria-pressed:bg-hover aria-pressed:text-ink"
        >
          {words.show}
        </Button>
      )}
      <Button
        look="bad"
        size="small"
        onClick={() => actions.send({ type: 'invite.revoke', inviteId: invite.inviteId })}
      >
        {words.revoke}
      </Button>
    </li>
  );
}
