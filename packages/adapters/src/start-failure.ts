import { AgentAdapterError } from './errors.ts';
import { given } from './fields.ts';
import type { BinaryResolution, ProcessExit } from './process/index.ts';

/** What people read of an agent that did not start. */
export interface StartWords {
  name: string;
  installFix: string;
  /** The package is there and the program in it is not: how its launcher says so. */
  withoutProgram?: { says(stderr: string): boolean; fix: string };
}

export function notFound(
  { name, installFix }: StartWords,
  { reason, tried }: Pick<Extract<BinaryResolution, { ok: false }>, 'reason' | 'tried'>,
): AgentAdapterError {
  const places = tried.length === 0 ? 'nothing, PATH is empty' : tried.join(', ');
  const message =
    reason === 'unreadable_shim'
      ? `The launcher of ${name} is not one that can be started without a shell: ${tried.at(-1)}.`
      : `${name} was not found. Tried: ${places}.`;
  return new AgentAdapterError('PROVIDER_NOT_FOUND', message, { detail: { fix: installFix } });
}

/** Why a process that never answered did not start. */
export function startFailure({ name, installFix, withoutProgram }: StartWords, exit: ProcessExit): AgentAdapterError {
  if (exit.kind === 'not_started') {
    if (exit.folderGone)
      return new AgentAdapterError(
        'PROCESS_CRASHED',
        `${name} could not be started: the folder that it works in is not there any more.`,
        { detail: { fix: 'Put the folder back under its name, then start the agent again.' } },
      );
    const isMissing = ['ENOENT', 'EACCES', 'ENOEXEC'].includes(exit.errorCode);
    return new AgentAdapterError(
      isMissing ? 'PROVIDER_NOT_FOUND' : 'PROCESS_CRASHED',
      `${name} could not be started (${exit.errorCode}).`,
      { detail: given('fix', isMissing ? installFix : undefined) },
    );
  }
  if (withoutProgram?.says(exit.stderrTail) === true) {
    return new AgentAdapterError('PROVIDER_NOT_FOUND', `${name} is installed without its program.`, {
      detail: { fix: withoutProgram.fix },
    });
  }
  return new AgentAdapterError('PROCESS_CRASHED', `${name} ended while it started: ${exitText(exit)}`, {
    detail: {
      kept: 'The room and the queue are kept.',
      fix: 'Run it by itself in this folder to see what it lacks, then start the agent again.',
    },
  });
}

/** How it ended, with its last words. */
export function exitText(exit: ProcessExit): string {
  if (exit.kind === 'not_started') return exit.message;
  const how = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
  const last = lastWords(exit.stderrTail);
  return last === '' ? how : `${how}. ${last}`;
}

export const lastWords = (stderr: string): string => stderr.trim().split('\n').slice(-3).join('\n');
