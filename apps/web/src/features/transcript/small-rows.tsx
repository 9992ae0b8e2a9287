'use client';
import type { PromptId } from '@collagility/protocol/ids';
import { reasonText } from '@collagility/protocol/reasons';
import type {
  ErrorItem,
  NoticeItem,
  PeopleItem,
  PlanItem,
  PromptItem,
  SuggestionItem,
  ToolItem,
  UnknownItem,
} from '@collagility/protocol/state';
import { type ReactNode, Suspense } from 'react';
import { lazyPart, quietPart } from '../../lib/lazy-part.ts';
import { runClass, saidClass } from '../../lib/long-run.ts';
import { showBidi } from '../../lib/show-bidi.ts';
import { clock, duration } from '../../lib/time.ts';
import { useAfterFirstText } from '../../lib/use-after-first-text.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { Disc } from '../../ui/disc.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { WordsWithCode } from '../../ui/words-with-code.tsx';
import { rightsWords } from '../people/presets.ts';
import { useNames, usePerson, useRoom } from '../room/room-store.ts';
import { PlanList } from './plan-list.tsx';
import { Step } from './step.tsx';
import { toolIcons } from './tool-icons.ts';

const AttachedPictures = lazyPart(async () => (await import('./attached-pictures.tsx')).AttachedPictures);
const RowMenu = quietPart(async () => (await import('./row-menu.tsx')).RowMenu);

const words = strings.transcript;

/** A quiet line: people came and went, a turn ended. */
function Line({ icon, children, tone = 'text-ink-3' }: { icon: IconName; children: ReactNode; tone?: string }) {
  return (
    <p className={`ml-[34px] flex min-h-[22px] items-start gap-2 text-12 max-sm:ml-0 [&>svg]:mt-0.5 ${tone}`}>
      <Icon name={icon} size={14} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </p>
  );
}

/** A person's prompt: stands out at the left edge and begins a turn. */
export function PromptRow({ item }: { item: PromptItem }) {
  const by = usePerson(item.by);
  const suggestedBy = usePerson(item.suggestedBy);
  const editedBy = usePerson(item.editedBy);
  const authors = useNames(item.authors);
  // Where several work, it must be seen who was asked.
  const agentName = useRoom((view) => {
    const agents = view.state?.agents ?? {};
    return Object.keys(agents).length > 1 ? agents[item.agentId]?.name : undefined;
  });
  const hasText = useAfterFirstText();
  const pictures = item.attachments.filter(({ kind }) => kind === 'image');
  const others = item.attachments.filter(({ kind }) => kind !== 'image');
  if (item.state === 'removed')
    return (
      <Line icon="cross">
        {words.turn.removed}: <span className={runClass(item.text)}>“{item.text}”</span>
        {item.reason === undefined || item.reason === 'removed' ? '' : `. ${reasonText(item.reason)}`}
      </Line>
    );
  return (
    <article
      aria-label={words.promptBy(by.name)}
      className="group/row mt-3 grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2.5 border-line border-b pb-3"
    >
      <span className="mt-px">
        <Disc name={by.name} color={by.color} size={24} />
      </span>
      <div className="min-w-0">
        {/* The way to the acts has its place at the right: what is said of the prompt wraps beside it. */}
        <div className="flex items-start">
          <header className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 text-12 text-ink-3 leading-[1.125rem]">
            <b className="font-semibold text-13 text-ink">{by.name}</b>
            <span>
              {words.prompted(agentName)}
              {authors.length > 1
                ? `, ${words.fromSuggestions(authors)}`
                : item.suggestedBy === undefined
                  ? ''
                  : `, ${words.fromSuggestion(suggestedBy.name)}`}
              {item.editedBy !== undefined && item.editedBy !== item.by
                ? `, ${words.editedBy(editedBy.name)}`
                : item.edited || item.editedBy !== undefined
                  ? `, ${words.edited}`
                  : ''}
              {item.review === undefined ? '' : `, ${strings.changes.review.carries(item.review.length)}`}
            </span>
            <span className="tabular-nums">{clock(item.atMs)}</span>
            <Delivery item={item} />
          </header>
          {hasText ? (
            <Suspense>
              <RowMenu item={item} who={by.name} />
            </Suspense>
          ) : null}
        </div>
        <p
          className={cx(
            saidClass(item.text),
            'whitespace-pre-wrap font-medium text-14 leading-[1.3125rem] tracking-[-0.003em] [overflow-wrap:anywhere] max-sm:text-15',
          )}
        >
          {showBidi(item.text)}
        </p>
        {pictures.length === 0 ? null : (
          <Suspense>
            <AttachedPictures attachments={pictures} />
          </Suspense>
        )}
        {others.map((attachment) => (
          <p key={attachment.blob} className="text-12 text-ink-3">
            {words.attachment(visibleText(attachment.name))}
          </p>
        ))}
      </div>
    </article>
  );
}

/** How far a prompt that runs has got: handed over is not yet taken, and taken is what the turn itself shows. */
function Delivery({ item }: { item: PromptItem }) {
  if (item.state !== 'running' || item.delivery === 'accepted') return null;
  return (
    <span className="inline-flex items-center gap-1">
      <Icon name="clock" size={13} />
      {item.delivery === 'written' ? words.delivery.written : words.delivery.none}
    </span>
  );
}

export function TurnEndRow({ prompt }: { prompt: PromptItem }) {
  const state = prompt.state;
  if (state !== 'completed' && state !== 'interrupted' && state !== 'failed') return null;
  const icons = { completed: 'check', interrupted: 'stop', failed: 'warning' } as const;
  const { usage } = prompt;
  const facts = [
    prompt.durationMs === undefined ? '' : words.turnTime(duration(prompt.durationMs), state === 'completed'),
    usage?.outputTokens === undefined && usage?.inputTokens === undefined
      ? ''
      : strings.room.tokens(count(usage.inputTokens), count(usage.outputTokens)),
    usage?.costUsd === undefined ? '' : strings.room.cost(usage.costUsd.toFixed(2)),
  ].filter((fact) => fact !== '');
  return (
    <Line icon={icons[state]} tone={state === 'failed' ? 'text-bad' : 'text-ink-3'}>
      {words.turn[state]} <span className="tabular-nums">{facts.join(' · ')}</span>
      {state !== 'completed' && prompt.reason !== undefined && prompt.reason !== state
        ? ` · ${reasonText(prompt.reason)}`
        : ''}
      {state === 'failed' ? ` ${words.sendAgain}` : ''}
    </Line>
  );
}

export const count = (tokens: number | undefined): string =>
  tokens === undefined
    ? strings.room.notReported
    : tokens < 1000
      ? String(tokens)
      : `${(tokens / 1000).toFixed(tokens < 10_000 ? 1 : 0)}k`;

export function ReadsRow({ tools }: { tools: ToolItem[] }) {
  const time = tools.reduce((sum, tool) => sum + (tool.durationMs ?? 0), 0);
  const isReads = tools.every((tool) => tool.toolKind === 'read');
  return (
    <Step
      icon="files"
      words={isReads ? words.read(tools.length) : words.lookedAt(tools.length)}
      detail={time < 1000 ? undefined : duration(time)}
    >
      <ul className="grid gap-0.5">
        {tools.map((tool) => (
          <li key={tool.id} className="flex items-center gap-2 text-12 text-ink-2 [&>svg]:text-ink-3">
            <Icon name={toolIcons[tool.toolKind]} size={14} />
            <code className="min-w-0 truncate text-12">{visibleText(tool.title)}</code>
          </li>
        ))}
      </ul>
    </Step>
  );
}

export function PlanRow({ item }: { item: PlanItem }) {
  const done = item.entries.filter((entry) => entry.status === 'completed').length;
  const now = item.entries.find((entry) => entry.status === 'in_progress') ?? item.entries[0];
  return (
    <Step
      icon="plan"
      words={`${words.plan}: ${visibleText(now?.text ?? '')}`}
      detail={
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="inline-flex gap-0.5 max-sm:hidden">
            {item.entries.map((entry, index) => (
              <i
                // biome-ignore lint/suspicious/noArrayIndexKey: steps of a plan have no other identity
                key={index}
                className={`h-1 w-3.5 rounded-[2px] ${entry.status === 'completed' ? 'bg-ink-3' : entry.status === 'in_progress' ? 'bg-ink' : 'bg-line-2'}`}
              />
            ))}
          </span>
          {words.planCount(done, item.entries.length)}
        </span>
      }
    >
      <PlanList entries={item.entries} />
    </Step>
  );
}

export function ErrorRow({ item }: { item: ErrorItem }) {
  return (
    <div className="ml-[34px] rounded-8 border border-bad-line bg-bad-soft px-3.5 py-2.5 max-sm:ml-0">
      <p className="flex items-start gap-2 font-medium">
        <Icon name="warning" className="mt-0.5 text-bad" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{item.message}</span>
      </p>
      <div className="mt-1 ml-6 grid gap-1 text-ink-2">
        {item.kept === undefined ? null : (
          <p>
            {words.error.kept} {item.kept}
          </p>
        )}
        {item.retryAtMs === undefined ? null : <p>{words.error.retryAt(clock(item.retryAtMs))}</p>}
        {item.fix === undefined ? null : (
          <p>
            {words.error.fix} <WordsWithCode text={item.fix} className="text-12 text-ink" />
          </p>
        )}
        <p className="mono text-11 text-ink-3">{item.code}</p>
      </div>
    </div>
  );
}

export function NoticeRow({ item }: { item: NoticeItem }) {
  const tone = item.level === 'error' ? 'text-bad' : item.level === 'warning' ? 'text-warn' : 'text-ink-3';
  return (
    <Line icon={item.level === 'info' ? 'bolt' : 'warning'} tone={tone}>
      {item.text}
      {item.afterPromptId === undefined ? null : <EarlierPrompt promptId={item.afterPromptId} />}
    </Line>
  );
}

/** Its first words, where this page has it: who may not read what was before does not get it by a notice. */
function EarlierPrompt({ promptId }: { promptId: PromptId }) {
  const text = useRoom((view) => {
    const item = view.state?.items.find(({ id }) => id === `prompt:${promptId}`);
    return item?.kind === 'prompt' ? item.text : undefined;
  });
  if (text === undefined) return null;
  // By code points: half a pair is no text.
  const line = [...visibleText(text.slice(0, maxQuotedUnits)).trim().replaceAll(/\s+/g, ' ')];
  const quoted = line.length > maxQuoted ? `${line.slice(0, maxQuoted).join('')}…` : line.join('');
  return <> “{quoted}”</>;
}

const maxQuoted = 60;
const maxQuotedUnits = 1_000;

export function PeopleRow({ item }: { item: PeopleItem }) {
  const by = usePerson(item.by);
  // Like all other rows: as they are called now. A host's first name is the bridge's own word, until they say theirs.
  const name = useRoom((view) => view.state?.participants[item.participantId]?.name) ?? item.name;
  return (
    <Line icon={item.what === 'left' || item.what === 'removed' ? 'leave' : 'people'}>
      {peopleWords({ ...item, name }, by.name)}
    </Line>
  );
}

function peopleWords(item: PeopleItem, by: string): string {
  const { name } = item;
  switch (item.what) {
    case 'joined':
      return item.by === undefined || by === name ? words.people.joined(name) : words.people.joinedBy(name, by);
    case 'left':
      return words.people.left(name);
    case 'removed':
      return words.people.removed(name, by);
    case 'frozen':
      return words.people.frozen(name);
    case 'unfrozen':
      return words.people.unfrozen(name, by);
    case 'drives':
      return words.people.drives(name, by);
    case 'drove':
      return words.people.drove(name, by);
    case 'typed_in_terminal':
      return words.people.typed(name);
    case 'rights_changed':
      return words.people.rights_changed(name, by, rightsWords(item.role ?? 'viewer', item.rights));
  }
}

export function SuggestionRow({ item }: { item: SuggestionItem }) {
  const by = usePerson(item.by);
  // A newer host's snapshot may hold an outcome that is not known here: it is off the list all the same.
  const known = Object.entries(words.suggestion).find(([outcome]) => outcome === item.outcome);
  const told = known?.[1] ?? words.suggestion.withdrawn;
  return (
    <Line icon="chat">
      {told(by.name)}: <span className={runClass(item.suggestion.text)}>“{item.suggestion.text}”</span>
      {item.note === undefined ? '' : ` (${item.note})`}
    </Line>
  );
}

export function UnknownRow({ item }: { item: UnknownItem }) {
  return (
    <div className="ml-[34px] rounded-8 border border-line px-3 py-2 text-12 text-ink-2 max-sm:ml-0">
      {words.unknown(visibleText(item.nativeType))} <span className="text-ink-3">{words.unknownLead}</span>
    </div>
  );
}
