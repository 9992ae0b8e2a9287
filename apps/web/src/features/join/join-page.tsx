'use client';
import { maxNameUnits } from '@collagility/protocol/limits';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { CenterPage } from '../../ui/state-page.tsx';
import { isLoopback } from '../connection/loopback.ts';
import { useActions } from '../room/room-store.ts';
import { Facts } from './facts.tsx';
import { recallName, rememberName } from './remembered-name.ts';

const words = strings.joining;

/** Nothing is sent before Join is pressed: programs that preview links stop here. */
export function JoinPage({ roomIdStart }: { roomIdStart: string }) {
  const id = useId();
  const actions = useActions();
  const [name, setName] = useState(recallName);
  const [isMissing, setIsMissing] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  // The host's own page starts here too, and its link looks like any other.
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(isLoopback(window.location.href)), []);
  const join = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    // The host's name is known to the bridge.
    if (trimmed === '' && !isHere) return setIsMissing(true);
    if (trimmed !== '') rememberName(trimmed);
    setIsAsked(true);
    actions.join(trimmed);
  };
  const facts: [string, React.ReactNode][] = [
    ...words.facts,
    [words.roomKey, <code key="key">{grouped(roomIdStart)}</code>],
  ];
  return (
    <CenterPage>
      <h1 className="text-balance font-semibold text-26 tracking-[-0.022em]">{words.title}</h1>
      <p className="mt-2 text-14 text-ink-2">{words.lead}</p>
      {isHere ? <p className="mt-1 text-14 text-ink-2">{words.ownRoom}</p> : null}
      <Form onSubmit={join} className="mt-6 grid gap-4" noValidate>
        <Field label={words.name} htmlFor={id} hint={isHere ? words.nameHintHere : words.nameHint}>
          <TextInput
            id={id}
            value={name}
            placeholder={isHere ? words.asBridgeCalls : undefined}
            maxLength={maxNameUnits}
            autoComplete="nickname"
            aria-invalid={isMissing}
            aria-describedby={isMissing ? `${id}-missing` : undefined}
            onChange={(event) => {
              setName(event.target.value);
              setIsMissing(false);
            }}
          />
        </Field>
        {isMissing ? (
          <p id={`${id}-missing`} role="alert" className="text-bad">
            {words.nameMissing}
          </p>
        ) : null}
        <Button type="submit" look="primary" size="large" disabled={isAsked}>
          {isAsked ? words.joining : words.join}
        </Button>
      </Form>
      <Facts facts={facts} className="mt-6 border-line border-t pt-1.5" />
      {isHere ? <p className="mt-4 text-12 text-ink-3">{words.keepsNoKey}</p> : null}
      {typeof window !== 'undefined' && !window.isSecureContext ? (
        <p className="mt-4 text-12 text-warn">{words.plainHttp}</p>
      ) : null}
    </CenterPage>
  );
}

/** `7q2m41kx9rdt` → `7Q2M 41KX 9RDT`: easier to read out. */
const grouped = (hex: string): string => (hex.toUpperCase().match(/.{1,4}/g) ?? []).join(' ');
