'use client';
import type { Question } from '@collagility/protocol/events';
import type { ApprovalItem } from '@collagility/protocol/state';
import { type FormEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useIsLive } from '../room/room-store.ts';
import { useMedia } from '../room/use-media.ts';
import { AnswerState } from './answer-state.tsx';
import { useAnswering } from './answering.ts';
import { useArmed } from './arming.ts';
import { CardBody } from './card-body.tsx';
import { CardHead, OpenLine } from './card-head.tsx';
import { answersOf, type Choice, emptyChoice } from './choices.ts';
import { DecidedMeanwhile } from './decided-meanwhile.tsx';
import { ShownBody } from './shown-body.tsx';

const words = strings.approvals;

/** The agent asks something: one group of choices per question, and a place for another answer. */
export function QuestionCard({ item, next, newest }: { item: ApprovalItem; next: ReactNode; newest: number }) {
  const { request } = item;
  const questions = request.questions ?? [];
  const answering = useAnswering(request);
  const isLive = useIsLive();
  const isPhone = useMedia('(max-width: 40em)');
  const isArmed = useArmed(`${request.approvalId}:${newest}`, isLive);
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const [trouble, setTrouble] = useState<string>();
  const canDecide = isArmed && !answering.isLocked && answering.mayAnswer;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const given = answersOf(questions, choices);
    if ('trouble' in given) return setTrouble(given.trouble);
    if (canDecide) answering.allow(given);
  };
  const give = (
    <Button key="give" type="submit" look="primary" disabled={!canDecide} className="max-sm:flex-1">
      {words.question.send}
    </Button>
  );
  const skip = (
    <Button key="skip" disabled={!canDecide} onClick={() => answering.deny()} className="max-sm:flex-1">
      {words.question.skip}
    </Button>
  );
  return (
    <CardBody title={request.title}>
      <Form onSubmit={send}>
        <CardHead icon="question" request={request} next={next} />
        <div className="my-2 grid gap-3">
          {questions.length === 0 ? <ShownBody shown={request.shown} /> : null}
          {questions.map((question) => (
            <QuestionField
              key={question.question}
              question={question}
              choice={choices[question.question] ?? emptyChoice}
              disabled={!answering.mayAnswer || (answering.isLocked && !answering.isOver)}
              onChange={(choice) => {
                setTrouble(undefined);
                setChoices((before) => ({ ...before, [question.question]: choice }));
              }}
            />
          ))}
        </div>
        <div className="mb-2.5 flex flex-wrap items-center gap-1.5 text-12 text-ink-2">
          <OpenLine request={request} />
        </div>
        {answering.mine === undefined ? null : <AnswerState sent={answering.mine} />}
        {answering.mayAnswer ? (
          <div className="stuck-below -mb-3 sticky -bottom-3 flex flex-wrap items-center gap-1.5 bg-raised pt-1 pb-3 max-sm:gap-2">
            {/* Beside the buttons: the questions above may be longer than the card, and scroll. */}
            <div className="basis-full empty:hidden">
              <DecidedMeanwhile approvalId={request.approvalId} />
              {trouble === undefined ? null : (
                <p role="alert" className="text-bad">
                  {trouble}
                </p>
              )}
            </div>
            {isPhone ? [skip, give] : [give, skip]}
            <span className="text-12 text-ink-3 max-sm:hidden">{words.question.asTyped}</span>
          </div>
        ) : (
          <p className="text-12 text-ink-3">{words.cannot}</p>
        )}
      </Form>
    </CardBody>
  );
}

function QuestionField({
  question,
  choice,
  disabled,
  onChange,
}: {
  question: Question;
  choice: Choice;
  disabled: boolean;
  onChange: (choice: Choice) => void;
}) {
  const id = useId();
  const type = question.multiSelect ? 'checkbox' : 'radio';
  // With nothing to pick there is no other answer, only one.
  const isTextOnly = question.options.length === 0;
  // Whoever pressed "something else" wants to write it: the keyboard of a phone comes with the same press.
  const isPressed = useRef(false);
  const startWriting = useCallback((field: HTMLInputElement | null) => {
    if (field !== null && isPressed.current) field.focus();
    isPressed.current = false;
  }, []);
  const toggle = (label: string) => {
    if (!question.multiSelect) return onChange({ labels: [label], other: undefined });
    const labels = choice.labels.includes(label)
      ? choice.labels.filter((each) => each !== label)
      : [...choice.labels, label];
    onChange({ ...choice, labels });
  };
  const toggleOther = () =>
    onChange(
      choice.other === undefined
        ? { labels: question.multiSelect ? choice.labels : [], other: '' }
        : { ...choice, other: undefined },
    );
  return (
    <fieldset disabled={disabled} className="m-0 border-0 p-0">
      <legend className="pb-1 font-medium">{visibleText(question.question)}</legend>
      {question.options.map((option) => (
        <label
          key={option.label}
          className="flex min-h-[30px] cursor-pointer items-start gap-2 py-1 hand:min-h-11 max-sm:items-center"
        >
          <input
            type={type}
            name={id}
            checked={choice.labels.includes(option.label)}
            onChange={() => toggle(option.label)}
            className="mt-0.5 size-4 [--tick-mark:#fff] [--tick:var(--accent-fill)] max-sm:mt-0"
          />
          <span className="min-w-0">
            {visibleText(option.label)}{' '}
            <span className="ml-1 text-12 text-ink-3">{visibleText(option.description)}</span>
            {option.preview === undefined ? null : <code className="exact mt-1">{visibleText(option.preview)}</code>}
          </span>
        </label>
      ))}
      {isTextOnly || question.takes === 'listed' ? null : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: by keys one only passes here, and stays among the choices
        <label
          onClick={(event) => {
            isPressed.current = event.detail > 0;
          }}
          className="flex min-h-[30px] cursor-pointer items-center gap-2 hand:min-h-11"
        >
          <input
            type={type}
            name={id}
            checked={choice.other !== undefined}
            onChange={toggleOther}
            className="size-4 [--tick-mark:#fff] [--tick:var(--accent-fill)]"
          />
          {words.question.other}
        </label>
      )}
      {choice.other === undefined && !isTextOnly ? null : (
        <TextInput
          ref={startWriting}
          aria-label={words.question.otherPlaceholder}
          inputMode={question.takes === 'integer' ? 'numeric' : question.takes === 'number' ? 'decimal' : 'text'}
          placeholder={words.question.otherPlaceholder}
          value={choice.other ?? ''}
          onChange={(event) => onChange({ ...choice, other: event.target.value })}
          className="mt-1"
        />
      )}
    </fieldset>
  );
}
