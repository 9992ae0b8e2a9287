import type { CommandErrorCode } from '@collagility/protocol/errors';
import { maxPromptBytes } from '@collagility/protocol/limits';

/** The form of a prompt's text, checked before it is taken on. Dashes and slashes at its start are text like any other (B19). */
export function judgePromptText(text: string, maxBytes = maxPromptBytes): CommandErrorCode | undefined {
  if (isBlank(text)) return 'empty';
  // A NUL ends a text early in programs written in C: what would run is not what was shown.
  if (text.includes('\0') || !text.isWellFormed()) return 'malformed';
  return Buffer.byteLength(text) > maxBytes ? 'too_large' : undefined;
}

const drawnAsNothing = /[\s\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** Nothing of it can be seen: blanks of any kind, joiners, fillers. */
export const isBlank = (text: string): boolean => text.trim() === '' || text.replace(drawnAsNothing, '') === '';
