'use client';
import { maxNameUnits } from '@collagility/protocol/limits';
import { useId, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { rememberName } from '../join/remembered-name.ts';
import { useActions, usePerson, useRoom } from '../room/room-store.ts';

const words = strings.room.rename;
/** A session's name; the host's own limit. */
const maxTitleUnits = 120;

/** Another name for the session, or for oneself. */
export function RenameDialog({ what, onClose }: { what: 'session' | 'self'; onClose: () => void }) {
  const id = useId();
  const actions = useActions();
  const myself = usePerson(useRoom((view) => view.me?.participantId));
  const title = useRoom((view) => view.state?.title) ?? '';
  const isSession = what === 'session';
  const [name, setName] = useState(isSession ? title : myself.name);
  const trimmed = name.trim();
  const save = () => {
    if (trimmed === '') return;
    if (isSession) actions.send({ type: 'room.rename', title: trimmed });
    else {
      actions.send({ type: 'member.rename', name: trimmed });
      rememberName(trimmed);
    }
    onClose();
  };
  return (
    <Dialog
      title={isSession ? words.session : words.self}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button look="solid" disabled={trimmed === ''} onClick={save}>
            {words.save}
          </Button>
        </>
      }
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label={isSession ? words.sessionLabel : words.selfLabel} htmlFor={id}>
          <TextInput
            id={id}
            data-first-focus
            value={name}
            maxLength={isSession ? maxTitleUnits : maxNameUnits}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </Form>
    </Dialog>
  );
}
