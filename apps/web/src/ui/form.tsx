'use client';
import type { ComponentProps, KeyboardEvent } from 'react';
import { isComposing } from '../lib/submit-key.ts';

/** The browser sends a form at Enter by itself, in Safari also at the one with which an input method takes a word (B58). */
const holdBack = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
};

/** A form for fields that are written in: every one of this page is such a one. */
export function Form(props: Omit<ComponentProps<'form'>, 'onKeyDown'>) {
  return <form {...props} onKeyDown={holdBack} />;
}
