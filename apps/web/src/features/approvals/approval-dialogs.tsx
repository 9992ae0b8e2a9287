'use client';
import { useId, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Check, Field, TextArea } from '../../ui/field.tsx';
import { useKeptText } from '../room/use-kept-text.ts';
import type { Answering, Request } from './answering.ts';
import { DecidedMeanwhile } from './decided-meanwhile.tsx';
import { readShown } from './shown.ts';

const words = strings.approvals;

type Props = { request: Request; answering: Answering; onClose: () => void; isLive: boolean };

/** What runs instead. A command is edited as text, anything else as the JSON of its input. */
export function EditDialog({ request, answering, onClose, isLive }: Props) {
  const id = useId();
  const shown = readShown(request.shown);
  const original = shown.body.kind === 'command' ? shown.body.command : JSON.stringify(shown.input ?? {}, null, 2);
  const isCommand = shown.body.kind === 'command' && typeof commandOf(shown.input) === 'string';
  const [text, setText] = useState(original);
  const updatedInput = isCommand ? withCommand(shown.input, text) : asJson(text);
  return (
    <Dialog
      title={words.editor.title}
      onClose={onClose}
      wide
      footer={
        <>
          <span className="flex-1 text-12 text-ink-3 max-sm:basis-full">
            {updatedInput === undefined ? words.editor.bad : text === original ? words.editor.same : words.editor.note}
          </span>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button
            look="primary"
            disabled={!isLive || answering.isLocked || updatedInput === undefined || text === original}
            onClick={() => {
              if (updatedInput === undefined) return;
              answering.allow({ updatedInput });
              onClose();
            }}
          >
            {words.editor.go}
          </Button>
        </>
      }
    >
      <DecidedMeanwhile approvalId={request.approvalId} />
      <Field label={isCommand ? words.editor.command : words.editor.json} htmlFor={id}>
        <TextArea
          id={id}
          data-first-focus
          value={text}
          rows={Math.min(18, Math.max(4, text.split('\n').length + 1))}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          className="mono text-12"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}

/** The reason goes to the agent as it is written. */
export function FeedbackDialog({ request, answering, onClose, isLive }: Props) {
  const id = useId();
  const [feedback, setFeedback] = useKeptText(`feedback ${request.approvalId}`);
  const [endTurn, setEndTurn] = useState(false);
  return (
    <Dialog
      title={request.kind === 'plan_review' ? words.plan.keep : words.feedback.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button
            look="bad"
            disabled={!isLive || answering.isLocked || feedback.trim() === ''}
            onClick={() => {
              answering.deny({ feedback: feedback.trim(), ...(endTurn && { endTurn }) });
              setFeedback('');
              onClose();
            }}
          >
            {words.feedback.go}
          </Button>
        </>
      }
    >
      <DecidedMeanwhile approvalId={request.approvalId} />
      <Field label={words.feedback.label} htmlFor={id}>
        <TextArea
          id={id}
          data-first-focus
          rows={4}
          value={feedback}
          placeholder={words.feedback.placeholder}
          onChange={(event) => setFeedback(event.target.value)}
        />
      </Field>
      <div className="mt-3">
        <Check checked={endTurn} onChange={setEndTurn} label={words.feedback.end} />
      </div>
    </Dialog>
  );
}

function commandOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined;
}

const withCommand = (input: unknown, command: string): string | undefined =>
  typeof input === 'object' && input !== null && command.trim() !== ''
    ? JSON.stringify({ ...input, command })
    : undefined;

function asJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    // Half-written JSON is the usual case while typing.
    return undefined;
  }
}
