'use client';
import type { InviteOptions } from '@collagility/protocol/commands';
import type { CommandId, InviteId } from '@collagility/protocol/ids';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { rarePart } from '../../lib/lazy-part.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Check, Field, inputClass, TextInput } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { isLoopback } from '../connection/loopback.ts';
import { useActions, useRoom } from '../room/room-store.ts';
import { LiveLinks } from './live-links.tsx';
import { type Preset, presets } from './presets.ts';

const words = strings.people.invite;
const QrCode = rarePart(async () => (await import('./qr-code.tsx')).QrCode);

const hourMs = 3_600_000;
const expiries = { hour: hourMs, four: 4 * hourMs, day: 24 * hourMs, week: 168 * hourMs, never: undefined } as const;
const useCounts = { one: 1, five: 5, twenty: 20, any: undefined } as const;
type Expiry = keyof typeof expiries;
type UseCount = keyof typeof useCounts;
const expiryOptions = (['hour', 'four', 'day', 'week', 'never'] as const).map((value) => ({
  value,
  label: words.expiry[value],
}));
const useOptions = (['one', 'five', 'twenty', 'any'] as const).map((value) => ({
  value,
  label: words.useCount[value],
}));
type GuestPreset = Exclude<Preset, 'driver'>;

/** Make a link, and see all that are open. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const actions = useActions();
  const title = useRoom((view) => view.state?.title) ?? '';
  const invites = useRoom((view) => view.invites);
  // The host's clock judges it.
  const hostWallOffsetMs = useRoom((view) => view.hostWallOffsetMs);
  const [preset, setPreset] = useState<GuestPreset>('suggests');
  const [history, setHistory] = useState<InviteOptions['history']>('all');
  const [expiry, setExpiry] = useState<Expiry>('day');
  const [uses, setUses] = useState<UseCount>('any');
  const [label, setLabel] = useState('');
  const [lobby, setLobby] = useState(true);
  const [chosen, setChosen] = useState<InviteId>();
  const [isMaking, setIsMaking] = useState(false);
  const [asked, setAsked] = useState<CommandId>();
  const answer = useRoom((view) => view.commands.find(({ commandId }) => commandId === asked)?.state);
  const labelId = useId();
  const [made, setMade] = useState<InviteId>();
  const place = useRef<HTMLDivElement>(null);
  const known = useRef(new Set(invites.map((invite) => invite.inviteId)));

  const open = invites.filter((invite) => invite.state === 'open');
  const shown = open.find((invite) => invite.inviteId === chosen) ?? open.find((invite) => invite.link !== undefined);

  // The new one is the one that was not there before.
  useEffect(() => {
    const fresh = invites.find((invite) => !known.current.has(invite.inviteId));
    if (fresh === undefined) return;
    for (const invite of invites) known.current.add(invite.inviteId);
    setChosen(fresh.inviteId);
    setIsMaking(false);
    setMade(fresh.inviteId);
  }, [invites]);

  // On a phone the form that made it stands above it.
  useEffect(() => {
    if (made !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [made]);

  // Refused, or not sent while the host was away: it can be asked for again.
  useEffect(() => {
    if (answer === 'rejected' || answer === 'dropped' || answer === 'unknown') setIsMaking(false);
  }, [answer]);

  const create = () => {
    setIsMaking(true);
    const lifeMs = expiries[expiry];
    const maxUses = useCounts[uses];
    const commandId = actions.send({
      type: 'invite.create',
      label: label.trim(),
      ...presets[preset],
      lobby,
      history,
      ...(lifeMs !== undefined && { expiresAtMs: Math.round(Date.now() + hostWallOffsetMs + lifeMs) }),
      ...(maxUses !== undefined && { maxUses }),
    });
    setAsked(commandId);
  };

  return (
    <Dialog title={words.title(title)} onClose={onClose} wide>
      <div className="grid grid-cols-[minmax(0,1fr)_208px] gap-6 max-sm:grid-cols-1">
        <div className="grid content-start gap-3.5">
          <div>
            <p className="mb-[5px] font-medium text-12 text-ink-2">{words.role}</p>
            <Segmented
              label={words.role}
              fill
              value={preset}
              onChange={setPreset}
              options={(['viewer', 'suggests', 'prompts'] as const).map((value) => ({
                value,
                label: strings.people.presets[value].label,
              }))}
            />
            <p className="mt-1.5 text-12 text-ink-3">{strings.people.presets[preset].detail}</p>
          </div>
          <div>
            <p className="mb-[5px] font-medium text-12 text-ink-2">{words.history}</p>
            <Segmented
              label={words.history}
              fill
              value={history}
              onChange={setHistory}
              options={[
                { value: 'from-now', label: words.fromNow },
                { value: 'all', label: words.all },
              ]}
            />
          </div>
          <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]">
            <Choice label={words.expires} value={expiry} options={expiryOptions} onChange={setExpiry} />
            <Choice label={words.uses} value={uses} options={useOptions} onChange={setUses} />
            <div className="max-sm:col-span-full">
              <Field label={words.label} htmlFor={labelId}>
                <TextInput
                  id={labelId}
                  value={label}
                  maxLength={80}
                  placeholder={words.labelPlaceholder}
                  onChange={(event) => setLabel(event.target.value)}
                />
              </Field>
            </div>
          </div>
          <Check
            checked={lobby}
            onChange={setLobby}
            label={words.lobby}
            detail={lobby ? words.lobbyDetail : words.noLobbyWarning}
            isWarning={!lobby}
          />
          <Button
            look={shown?.link === undefined ? 'primary' : 'plain'}
            disabled={isMaking}
            onClick={create}
            className="justify-self-start max-sm:justify-self-stretch"
          >
            {isMaking ? words.making : words.create}
          </Button>
        </div>
        <div className="max-sm:order-last">
          {shown?.link === undefined ? null : (
            <Suspense fallback={<div className="aspect-square w-full max-w-[208px]" />}>
              <QrCode text={shown.link} label={words.qr} />
              <p className="mt-2 text-12 text-ink-3">{words.qrHint}</p>
            </Suspense>
          )}
        </div>
      </div>
      {shown?.link === undefined ? null : (
        <div ref={place} className="mt-4 scroll-mb-3">
          <p className="mb-[5px] font-medium text-12 text-ink-2">
            {words.link}
            {shown.label === '' ? '' : `: ${shown.label}`}
          </p>
          <div className="flex items-center gap-2 max-sm:flex-wrap">
            <input
              readOnly
              aria-label={words.link}
              value={shown.link}
              onFocus={(event) => event.target.select()}
              className={`${inputClass} mono min-h-9 flex-1 bg-sunken text-12 hand:min-h-11 max-sm:min-h-12`}
            />
            <CopyButton
              text={shown.link}
              label={words.copyLink}
              look="primary"
              className="min-h-9 hand:min-h-11 max-sm:min-h-12"
            />
          </div>
          {isLoopback(shown.link) ? <p className="mt-2 text-12 text-warn">{words.onlyHere}</p> : null}
        </div>
      )}
      <LiveLinks invites={open} chosen={shown?.inviteId} onChoose={setChosen} />
    </Dialog>
  );
}
