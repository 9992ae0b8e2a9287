'use client';
import type { SuggestionId } from '@collagility/protocol/ids';
import type { Suggestion } from '@collagility/protocol/state';
import { type FormEvent, useId, useState } from 'react';
import { saidClass } from '../../lib/long-run.ts';
import { age } from '../../lib/time.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Disc } from '../../ui/disc.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useActions, useNames, usePerson, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { useHostNow } from '../room/use-host-now.ts';

const words = strings.room.suggestions;
const none: never[] = [];
/** More than this is folded to one line, so that the desk stays low. */
const shownAtOnce = 3;

/** What people propose: votes, and for those who may run prompts: run, change, decline, merge. */
export function Suggestions({ isTight }: { isTight: boolean }) {
  const suggestions = useRoom((view) => view.state?.suggestions) ?? none;
  const [isOpen, setIsOpen] = useState(false);
  const [merging, setMerging] = useState<SuggestionId[]>();
  if (suggestions.length === 0) return null;
  const sorted = [...suggestions].sort((a, b) => upVotes(b) - upVotes(a) || a.atMs - b.atMs);
  const isFolded = !isOpen && (isTight || sorted.length > shownAtOnce);
  const shown = isFolded && !isTight ? sorted.slice(0, shownAtOnce - 1) : isFolded ? [] : sorted;
  return (
    <section
      aria-label={words.label}
      className={cx(
        'max-h-[32dvh] shrink-[99] overflow-y-auto border-line border-t px-1.5 py-[5px] first:border-t-0',
        shown.length > 1 ? 'min-h-[60px] hand:min-h-[78px]' : 'min-h-10 hand:min-h-[54px]',
      )}
    >
      <ul>
        {shown.map((suggestion) => (
          <SuggestionLine
            key={suggestion.suggestionId}
            suggestion={suggestion}
            merging={merging}
            setMerging={setMerging}
            canMerge={sorted.length > 1}
          />
        ))}
      </ul>
      {isFolded || isOpen ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-[30px] w-full cursor-pointer items-center gap-2 rounded-6 px-1.5 text-left text-ink-2 hover:bg-hover hand:min-h-11"
        >
          <Icon name="plan" />
          {words.count(sorted.length)}
          <span className="text-ink-3">{words.top(upVotes(sorted[0]))}</span>
          <span className="flex-1" />
          <Icon name="right" size={14} className={isOpen ? '-rotate-90' : 'rotate-90'} />
        </button>
      ) : null}
      {merging === undefined ? null : <MergeBar ids={merging} all={sorted} onEnd={() => setMerging(undefined)} />}
    </section>
  );
}

const upVotes = (suggestion: Suggestion | undefined): number =>
  Object.values(suggestion?.votes ?? {}).filter((vote) => vote === 'up').length;

function SuggestionLine({
  suggestion,
  merging,
  setMerging,
  canMerge,
}: {
  suggestion: Suggestion;
  merging: SuggestionId[] | undefined;
  setMerging: (ids: SuggestionId[] | undefined) => void;
  canMerge: boolean;
}) {
  const actions = useActions();
  const ui = useRoomUi();
  const now = useHostNow();
  const by = usePerson(suggestion.by);
  const me = useRoom((view) => view.me);
  const [isDeclining, setIsDeclining] = useState(false);
  // Nobody votes for what they cannot read.
  const [isWhole, setIsWhole] = useState(false);
  const { suggestionId } = suggestion;
  const mine = me !== undefined && suggestion.votes[me.participantId] === 'up';
  const mayRun = me?.rights.prompt === 'run' && !me.frozen;
  const isOwn = me?.participantId === suggestion.by;
  const votes = upVotes(suggestion);
  const run = () => actions.send({ type: 'suggestion.run', suggestionId });
  const edit = () => ui.edit(suggestion);
  const decline = () => setIsDeclining(true);
  const withdraw = () => actions.send({ type: 'suggestion.withdraw', suggestionId });
  const items: MenuItem[] = [
    ...(mayRun
      ? [
          { id: 'run', label: words.run, icon: 'play' as const, onSelect: run },
          { id: 'edit', label: words.edit, icon: 'pencil' as const, onSelect: edit },
          ...(canMerge
            ? [
                {
                  id: 'merge',
                  label: words.mergeStart,
                  icon: 'merge' as const,
                  onSelect: () => setMerging([suggestionId]),
                },
              ]
            : []),
          { id: 'decline', label: words.decline, icon: 'cross' as const, onSelect: decline },
        ]
      : []),
    ...(isOwn ? [{ id: 'withdraw', label: words.withdraw, icon: 'undo' as const, onSelect: withdraw }] : []),
  ];
  return (
    <li className="group flex min-h-[30px] items-center gap-2 rounded-6 px-1.5 focus-within:bg-hover hover:bg-hover hand:min-h-11">
      {merging === undefined ? (
        <button
          type="button"
          aria-pressed={mine}
          aria-label={words.votes(votes, mine)}
          disabled={me?.rights.chat !== true}
          onClick={() => actions.send({ type: 'suggestion.vote', suggestionId, vote: mine ? 'none' : 'up' })}
          className="inline-flex min-h-[22px] flex-none cursor-pointer items-center gap-1 rounded-4 border border-line-2 px-[7px] text-12 text-ink-2 tabular-nums aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent disabled:cursor-default hand:min-h-11 max-sm:px-2.5"
        >
          <Icon name="up" size={14} />
          {votes}
        </button>
      ) : (
        <input
          type="checkbox"
          aria-label={`${words.select}: ${suggestion.text}`}
          checked={merging.includes(suggestionId)}
          onChange={(event) =>
            setMerging(event.target.checked ? [...merging, suggestionId] : merging.filter((id) => id !== suggestionId))
          }
          className="size-[18px]"
        />
      )}
      <Disc name={by.name} color={by.color} />
      <button
        type="button"
        aria-expanded={isWhole}
        title={isWhole ? undefined : suggestion.text}
        onClick={() => setIsWhole(!isWhole)}
        className={cx(
          saidClass(suggestion.text),
          'min-w-0 flex-1 cursor-pointer py-1 text-left hand:min-h-11',
          isWhole
            ? 'whitespace-pre-wrap [overflow-wrap:anywhere]'
            : 'truncate max-sm:line-clamp-3 max-sm:content-center max-sm:whitespace-normal',
        )}
      >
        {suggestion.text}
      </button>
      <span
        className={cx(
          'flex-none text-12 text-ink-3 max-sm:hidden',
          mayRun && 'group-focus-within:hidden group-hover:hidden',
        )}
      >
        {words.by(by.name, age(now - suggestion.atMs))}
      </span>
      {mayRun ? (
        <span className="hidden flex-none gap-1.5 group-focus-within:inline-flex group-hover:inline-flex max-sm:hidden!">
          <Button size="small" look="ghost" onClick={decline}>
            {words.decline}
          </Button>
          <Button size="small" onClick={edit}>
            {words.edit}
          </Button>
          <Button size="small" onClick={run}>
            {words.run}
          </Button>
        </span>
      ) : null}
      {items.length === 0 ? null : (
        <Menu
          label={words.more}
          look="ghost"
          size="small"
          className="hand:min-w-11"
          items={items}
          heading={suggestion.text}
        >
          <Icon name="more" />
        </Menu>
      )}
      {isDeclining ? (
        <DeclineDialog
          onClose={() => setIsDeclining(false)}
          onDecline={(note) => {
            actions.send({ type: 'suggestion.decline', suggestionId, ...(note !== '' && { note }) });
            setIsDeclining(false);
          }}
        />
      ) : null}
    </li>
  );
}

function DeclineDialog({ onClose, onDecline }: { onClose: () => void; onDecline: (note: string) => void }) {
  const id = useId();
  const [note, setNote] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDecline(note.trim());
  };
  return (
    <Dialog
      title={words.decline}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button type="submit" form={`${id}-form`} look="solid">
            {words.decline}
          </Button>
        </>
      }
    >
      <Form id={`${id}-form`} onSubmit={submit}>
        <Field label={words.declineNote} htmlFor={id}>
          <TextArea id={id} data-first-focus rows={3} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </Form>
    </Dialog>
  );
}

function MergeBar({ ids, all, onEnd }: { ids: SuggestionId[]; all: Suggestion[]; onEnd: () => void }) {
  const id = useId();
  const actions = useActions();
  const [text, setText] = useState<string>();
  const names = [...new Set(useNames(all.filter((one) => ids.includes(one.suggestionId)).map((one) => one.by)))];
  const start = () =>
    setText(
      all
        .filter((suggestion) => ids.includes(suggestion.suggestionId))
        .map((suggestion) => suggestion.text)
        .join('\n'),
    );
  return (
    <div className="flex items-center gap-2 px-1.5 py-1">
      <Button size="small" look="solid" disabled={ids.length < 2} onClick={start}>
        {words.merge(ids.length)}
      </Button>
      <Button size="small" look="ghost" onClick={onEnd}>
        {strings.cancel}
      </Button>
      {text === undefined ? null : (
        <Dialog
          title={words.mergeTitle}
          onClose={() => setText(undefined)}
          footer={
            <>
              <Button onClick={() => setText(undefined)}>{strings.cancel}</Button>
              <Button
                look="solid"
                disabled={text.trim() === ''}
                onClick={() => {
                  actions.send({ type: 'suggestion.merge', suggestionIds: ids, text });
                  onEnd();
                }}
              >
                {words.mergeRun}
              </Button>
            </>
          }
        >
          <p className="mb-3 text-ink-2">{words.mergeAuthors(names)}</p>
          <Field label={strings.room.composer.kinds.prompt} htmlFor={id}>
            <TextArea
              id={id}
              data-first-focus
              rows={6}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
        </Dialog>
      )}
    </div>
  );
}
