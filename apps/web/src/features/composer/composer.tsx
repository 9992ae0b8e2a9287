'use client';
import { type KeyboardEvent, Suspense, useRef } from 'react';
import { quietPart } from '../../lib/lazy-part.ts';
import { saidClass } from '../../lib/long-run.ts';
import { isComposing, isSendKey } from '../../lib/submit-key.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { mayChooseAgent } from '../agents/may-choose-agent.ts';
import { useActions, useIsLive, usePerson, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { useMedia } from '../room/use-media.ts';
import { AgentPicks } from './agent-picks.tsx';
import { AwayNote } from './away-note.tsx';
import { kindsOf, troubleWith } from './composer-rules.ts';
import { ownTexts, stepInHistory } from './history.ts';
import { KindGone } from './kind-gone.tsx';
import { KindMenu, placeholderOf } from './kind-menu.tsx';
import { useMention } from './mention.ts';
import { Outbox } from './outbox.tsx';
import { filesOf, PictureButton, PictureStrip } from './picture-strip.tsx';
import { SlashOptions, slashListId, slashOptionId, useSlashList } from './slash-list.tsx';
import { TypingLine } from './typing-line.tsx';
import { useLeftTexts } from './use-left-texts.ts';
import { useOwnDraft } from './use-own-draft.ts';
import { usePictures } from './use-pictures.ts';
import { useTextKind } from './use-text-kind.ts';

const LeftTexts = quietPart(async () => (await import('./left-texts.tsx')).LeftTexts);
const words = strings.room.composer;
/** What fits in one line of a phone beside the buttons, with letters of middle width. */
const besideUnits = 18;

/** Where people write: to each other, to the queue, or to the agent, by right. */
export function Composer({ onSent }: { onSent: () => void }) {
  const actions = useActions();
  const ui = useRoomUi();
  const me = useRoom((view) => view.me);
  const isLive = useIsLive();
  const roomId = useRoom((view) => view.state?.roomId) ?? '';
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useOwnDraft(roomId, me?.inMemory, field);
  const { text, editing } = draft;
  const { left, settle } = useLeftTexts(roomId);
  const editor = usePerson(editing?.by);
  // A suggestion stays its agent's own.
  const agentId = editing?.agentId ?? ui.agentId;
  const agent = useRoom((view) => (agentId === undefined ? undefined : view.state?.agents[agentId]));
  const hasEnded = useRoom((view) => view.state?.ended !== undefined);
  const kinds = me === undefined || me.frozen ? [] : kindsOf(me.rights, agent);
  const { kind, usual, gone, choose } = useTextKind(draft, kinds, agentId);
  const isGone = gone !== undefined;
  const isEditing = editing !== undefined;

  const { pictures, attachments, ...gallery } = usePictures();
  // People see no pictures in the chat, and a changed suggestion keeps its own.
  const takesPictures =
    (kind === 'prompt' || kind === 'suggest') &&
    editing === undefined &&
    !hasEnded &&
    (agent?.capabilities.includes('images') ?? false);
  const add = takesPictures ? gallery.add : undefined;
  const textTrouble = kind === undefined || me === undefined ? undefined : troubleWith(text, kind, me.rights);
  const trouble = textTrouble ?? gallery.trouble;
  const canSend =
    kind !== undefined &&
    !isGone &&
    !hasEnded &&
    text.trim() !== '' &&
    textTrouble === undefined &&
    (!takesPictures || gallery.isReady);

  const write = (next: string) => {
    draft.write({ text: next, kind: text === '' ? usual : kind, agentId });
    actions.typing(next !== '');
  };
  const send = () => {
    if (!canSend || kind === undefined) return;
    const body = kind === 'chat' ? text.trim() : text;
    if (kind === 'chat') actions.send({ type: 'chat.post', text: body });
    else if (agentId === undefined) return;
    else if (kind === 'steer') {
      const promptId = agent?.runningPromptId;
      if (promptId === undefined) return;
      actions.send({ type: 'prompt.steer', agentId, promptId, text: body });
    } else if (editing !== undefined)
      actions.send({ type: 'suggestion.run', suggestionId: editing.suggestionId, text: body });
    else {
      const along = attachments.length === 0 ? {} : { attachments };
      const type = kind === 'suggest' ? 'prompt.suggest' : 'prompt.run';
      actions.send({ type, agentId, text: body, ...along });
      gallery.sent();
    }
    draft.sent();
    actions.typing(false);
    historyAt.current = -1;
    if (kind !== 'chat') onSent();
  };

  const mayCommand = kind === 'prompt' && me?.rights.manage === true && editing === undefined;
  const slash = useSlashList(mayCommand ? agent?.commands : undefined, field, text, write);
  const mention = useMention(field, text, kind === 'prompt' || kind === 'suggest' ? agentId : undefined, write);

  const state = useRoom((view) => view.state);
  const historyAt = useRef(-1);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (slash.onKeyDown(event) || mention.onKeyDown(event)) return;
    if (isSendKey(event)) {
      event.preventDefault();
      send();
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && !isComposing(event)) {
      const at = stepInHistory(event.key, historyAt.current, event.currentTarget);
      const older = at === undefined || at === -1 ? '' : ownTexts(state, me?.participantId)[at];
      if (at === undefined || older === undefined) return;
      event.preventDefault();
      historyAt.current = at;
      draft.recall({ text: older, kind });
    } else if (event.key === 'Escape' && editing !== undefined) {
      event.stopPropagation();
      ui.edit(undefined);
    }
  };

  const isPhone = useMedia('(max-width: 40em)');
  const isBusy = agent?.runningPromptId !== undefined || (agent?.queue.length ?? 0) > 0;
  const label = hasEnded
    ? words.placeholders.ended
    : placeholderOf(
        kind,
        agent?.name ?? '',
        (agent?.queue.length ?? 0) + (isBusy ? 1 : 0),
        agent !== undefined,
        me?.frozen === true,
      );
  // Beside its buttons a phone has room for a few words; what is longer gets a row of its own above them.
  const isTall = isPhone && (text.length > besideUnits || text.includes('\n'));
  const sendWord =
    kind === undefined
      ? words.send.chat
      : editing !== undefined
        ? words.send.edited
        : kind === 'prompt' && isBusy
          ? words.send.queue
          : words.send[kind];
  return (
    <section
      id="composer"
      aria-label={words.label}
      // Above the keyboard of a phone the screen of a terminal that somebody types into needs its place; on a phone held
      // sideways it needs it always, and people write beside the log.
      className="flex-none border-line border-t first:border-t-0 sm:[[data-low]:has([data-terminal-screen])_&]:hidden [[data-writing]:has([data-typing])_&]:hidden"
      onDragOver={(event) => {
        if (add !== undefined && event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        const files = filesOf(event);
        if (add === undefined || files.length === 0) return;
        event.preventDefault();
        add(files);
      }}
    >
      {left.length === 0 ? null : (
        <Suspense>
          <LeftTexts left={left} onSettled={settle} />
        </Suspense>
      )}
      <Outbox
        kinds={[
          'chat.post',
          'prompt.suggest',
          'prompt.run',
          'prompt.steer',
          'suggestion.run',
          'suggestion.merge',
          'queue.edit',
          'agent.set_model',
          'agent.set_effort',
          'agent.set_mode',
          'agent.fork',
        ]}
        filesOf={gallery.filesOf}
        onFiles={gallery.add}
      />
      <AwayNote hasText={text.trim() !== '' && !isGone} />
      {gone !== undefined && !hasEnded ? (
        <KindGone
          kind={gone}
          agent={agent}
          instead={editing === undefined ? usual : undefined}
          onChange={(next) => {
            choose(next);
            field.current?.focus();
          }}
        />
      ) : null}
      {editing === undefined ? null : (
        <p className="flex items-center gap-2 px-3 pt-2 text-12 text-accent">
          <Icon name="pencil" size={14} />
          {words.editing(editor.name)}
          <Button size="small" look="ghost" onClick={() => ui.edit(undefined)}>
            {strings.cancel}
          </Button>
        </p>
      )}
      <SlashOptions list={slash} />
      {mention.list}
      {takesPictures ? <PictureStrip pictures={pictures} onRemove={gallery.remove} /> : null}
      <div
        data-kept-whole=""
        className={cx(
          'composer-row px-3 pt-2.5 pb-2.5 max-sm:flex max-sm:items-end max-sm:gap-2 max-sm:p-2',
          isTall && 'max-sm:flex-wrap',
        )}
      >
        <span className="hidden max-sm:inline-flex">
          {kind === undefined || isEditing ? null : (
            <KindMenu kind={kind} kinds={kinds} mayChoose={mayChooseAgent(me)} onChange={choose} />
          )}
        </span>
        <textarea
          ref={field}
          id="composer-field"
          aria-label={label}
          placeholder={isPhone && kind !== undefined && !hasEnded ? words.short[kind] : label}
          rows={1}
          value={text}
          disabled={kind === undefined || hasEnded}
          aria-invalid={textTrouble !== undefined}
          {...(slash.items.length > 0 && {
            'aria-autocomplete': 'list',
            'aria-controls': slashListId,
            'aria-activedescendant': slashOptionId(slash.at),
          })}
          aria-describedby={trouble === undefined ? undefined : 'composer-trouble'}
          onChange={(event) => {
            historyAt.current = -1;
            write(event.target.value);
          }}
          onBlur={() => actions.typing(false)}
          onPaste={(event) => {
            const files = filesOf(event);
            if (add === undefined || files.length === 0) return;
            event.preventDefault();
            add(files);
          }}
          onKeyDown={onKeyDown}
          {...(mention.active !== undefined && { 'aria-activedescendant': mention.active })}
          className={cx(
            saidClass(text),
            'block max-h-[30dvh] min-h-6 w-full min-w-0 flex-1 resize-none bg-transparent text-14 leading-[1.3125rem] outline-none [field-sizing:content] [overflow-wrap:anywhere] placeholder:text-ink-3 hand:min-h-11 hand:py-[11px] hand:text-16',
            isTall && 'max-sm:-order-1 max-sm:basis-full max-sm:px-1.5',
          )}
        />
        {isPhone ? null : <Trouble text={trouble} />}
        {/* Beside a wide panel the picks are one button, so that what sends the text keeps its place at the right. */}
        <div
          className={cx(
            'mt-1.5 flex flex-wrap items-center gap-1 @max-[680px]/desk:[&_[role=radio]]:px-2 max-sm:mt-0 max-sm:flex-nowrap',
            isTall && 'flex-1',
          )}
        >
          {kind === undefined || hasEnded || isEditing || (kinds.length < 2 && !isGone) ? null : (
            <span className="max-sm:hidden">
              <Segmented
                label={words.kind}
                value={kind}
                onChange={choose}
                options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
              />
            </span>
          )}
          {add === undefined ? null : <PictureButton onAdd={add} />}
          {agent === undefined || hasEnded || isPhone ? null : (
            <span data-picks="" className="contents">
              <AgentPicks agent={agent} />
            </span>
          )}
          {/* Where it would be cut off, it is left to the rail. */}
          <span className="flex min-w-0 flex-1 basis-0 overflow-hidden pl-1.5 first:pl-0 @max-[640px]/desk:[[data-picks]:has(button)~&]:hidden">
            <TypingLine />
          </span>
          {agent?.runningPromptId !== undefined &&
          !hasEnded &&
          isLive &&
          me?.rights.interrupt === true &&
          !me.frozen &&
          !mayChooseAgent(me) ? (
            <span className="mr-1.5 whitespace-nowrap text-12 text-ink-3 max-lg:hidden">{words.escInterrupts}</span>
          ) : null}
          <Button
            look="solid"
            disabled={
              kind === undefined ||
              isGone ||
              hasEnded ||
              textTrouble !== undefined ||
              (takesPictures && !gallery.isReady)
            }
            onClick={() => (canSend ? send() : field.current?.focus())}
            className="ml-auto max-sm:w-11 max-sm:px-0"
            aria-label={sendWord}
          >
            <span className="max-sm:hidden">{sendWord}</span>
            <Icon name="up" className="hidden max-sm:block" />
            <KeyHint>⏎</KeyHint>
          </Button>
        </div>
      </div>
      {isPhone ? <Trouble text={trouble} /> : null}
    </section>
  );
}

function Trouble({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p id="composer-trouble" role="alert" className="mt-1 text-12 text-bad max-sm:mt-0 max-sm:px-3 max-sm:pb-2">
      {text}
    </p>
  );
}
