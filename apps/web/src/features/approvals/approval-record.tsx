'use client';
import { reasonText } from '@collagility/protocol/reasons';
import type { ApprovalItem } from '@collagility/protocol/state';
import type { ReactNode } from 'react';
import { runClass } from '../../lib/long-run.ts';
import { clockWithSeconds, duration } from '../../lib/time.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { ExactText } from '../../ui/exact-text.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { SigningLine, type SigningState } from '../../ui/signing-line.tsx';
import { usePerson } from '../room/room-store.ts';
import { ownRecordWord, recordWord } from './record-word.ts';
import { readShown } from './shown.ts';
import { ShownBody } from './shown-body.tsx';

const words = strings.approvals;
type Resolution = NonNullable<ApprovalItem['resolution']>;

const icons: Record<Resolution['outcome'], IconName> = {
  allowed: 'check',
  'allowed-edited': 'pencil',
  denied: 'cross',
  expired: 'clock',
  cancelled: 'undo',
  void: 'warning',
};

/** What became of a request, with the line that somebody signed, or that nobody did. */
export function ApprovalRecord({ item, resolution }: { item: ApprovalItem; resolution: Resolution }) {
  const { request } = item;
  const title = recordWord(item, resolution);
  const edited = resolution.editedInput === undefined ? undefined : textOfEdited(resolution.editedInput);
  const read = readShown(request.shown);
  return (
    <article
      aria-label={title}
      className="ml-[34px] overflow-hidden rounded-10 border border-line-2 bg-raised max-sm:ml-0"
    >
      <header className="flex items-center gap-2 px-3.5 pt-[11px]">
        <Icon name={icons[resolution.outcome]} className="text-ink-2" />
        <h3 className="font-semibold">{title}</h3>
        <span className="truncate text-ink-3">{visibleText(request.title)}</span>
      </header>
      <div className="grid gap-2.5 px-3.5 pt-2.5 pb-3">
        {request.kind === 'question' ? (
          <Answers answers={resolution.answers} questions={(request.questions ?? []).map(({ question }) => question)} />
        ) : edited !== undefined && read.body.kind === 'command' ? (
          <code className="exact">
            <s className="text-ink-3">
              <ExactText text={read.body.command} />
            </s>
            {'\n'}
            <ExactText text={edited} />
          </code>
        ) : request.kind === 'plan_review' ? null : (
          <ShownBody shown={request.shown} />
        )}
        {edited !== undefined && read.body.kind !== 'command' ? (
          <code className="exact">
            <ExactText text={edited} />
          </code>
        ) : null}
        <ResolutionLine item={item} resolution={resolution} />
      </div>
      {resolution.feedback === undefined || resolution.feedback === '' ? null : (
        <p className="border-line border-t px-3.5 py-2.5 text-ink-2 [overflow-wrap:anywhere]">
          <b className="font-semibold text-ink">{words.told}</b>{' '}
          <span className={runClass(resolution.feedback)}>{resolution.feedback}</span>
        </p>
      )}
    </article>
  );
}

/** The line by itself: also stands under a tool card that was allowed. */
export function ResolutionLine({ item, resolution }: { item: ApprovalItem; resolution: Resolution }) {
  const person = usePerson(resolution.by);
  const hasSigner = resolution.by !== undefined;
  const first = usePerson(resolution.alsoBy);
  const firstPerson = resolution.alsoBy === undefined ? undefined : first;
  const signers = hasSigner ? [...(firstPerson === undefined ? [] : [firstPerson]), person] : [];
  return (
    <SigningLine
      state={lineState(resolution, hasSigner)}
      signers={signers}
      words={hasSigner ? signers.map(({ name }) => name).join(' + ') : nobodyWords(resolution)}
      under={
        <>
          {firstPerson === undefined
            ? underWords(item, resolution)
            : words.under.two(
                clockWithSeconds(resolution.atMs),
                duration(Math.max(0, resolution.atMs - item.request.atMs)),
              )}
          {resolution.signed === undefined ? null : (
            <>
              , {words.under.signature} <code className="text-11">{fingerprint(item.request.shownHash)}</code>
            </>
          )}
        </>
      }
    />
  );
}

function lineState({ outcome }: Resolution, hasSigner: boolean): SigningState {
  if (outcome === 'denied') return { name: 'denied' };
  if (outcome === 'allowed' || outcome === 'allowed-edited')
    return hasSigner ? { name: 'signed' } : { name: 'void', icon: 'shield' };
  return { name: 'void', icon: icons[outcome] };
}

function nobodyWords({ outcome }: Resolution): string {
  switch (outcome) {
    case 'allowed':
    case 'allowed-edited':
    case 'denied':
      return words.byRule;
    case 'expired':
      return words.nobody;
    case 'cancelled':
      return words.withdrawn;
    case 'void':
      return words.noLonger;
  }
}

function underWords(item: ApprovalItem, resolution: Resolution): ReactNode {
  const time = clockWithSeconds(resolution.atMs);
  const after = duration(Math.max(0, resolution.atMs - item.request.atMs));
  const own = ownRecordWord(item, resolution);
  if (own !== undefined) return words.under.other(own, time, after);
  if (resolution.nativeOption !== undefined)
    return words.under.lasting(visibleText(resolution.nativeOption.label), time, after);
  switch (resolution.outcome) {
    case 'allowed':
      if (resolution.by === undefined) return words.under.rule(time);
      return resolution.scope === 'session' || resolution.scope === 'rule'
        ? words.under.session(time, after)
        : words.under.once(time, after);
    case 'allowed-edited':
      return words.under.edited(time);
    case 'denied':
      return words.under.denied(time, after);
    case 'expired':
      return words.under.expired;
    case 'cancelled':
      return resolution.reason === undefined ? words.under.cancelled : reasonText(resolution.reason);
    case 'void':
      return resolution.reason === undefined ? words.under.void : reasonText(resolution.reason);
  }
}

function Answers({ answers, questions }: { answers: Record<string, string> | undefined; questions: string[] }) {
  return (
    <dl className="grid gap-1">
      {questions.map((question) => (
        <div key={question}>
          <dt className="text-ink-3">{visibleText(question)}</dt>
          <dd className="font-medium [overflow-wrap:anywhere]">{visibleText(answers?.[question] ?? '–')}</dd>
        </div>
      ))}
    </dl>
  );
}

function textOfEdited(json: string): string {
  const read = readShown(JSON.stringify({ input: parsed(json) }));
  return read.body.kind === 'command' ? read.body.command : json;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Shown as it came.
    return json;
  }
}

const fingerprint = (hash: string): string => (hash.slice(0, 12).match(/.{4}/g) ?? []).join(' ');
