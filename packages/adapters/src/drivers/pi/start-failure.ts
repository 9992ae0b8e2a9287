import { AgentAdapterError } from '../../errors.ts';
import type { BinaryResolution, ProcessExit } from '../../process/index.ts';

export const installFix = 'Run `npm install -g @earendil-works/pi-coding-agent`, or give the path of `pi`.';
export const loginFix = 'Run `pi` on the host’s computer and use `/login` there, then send again.';

export function notFound(resolution: Extract<BinaryResolution, { ok: false }>): AgentAdapterError {
  const tried = resolution.tried.join(', ');
  const message =
    resolution.reason === 'unreadable_shim'
      ? `The launcher of pi is not one that can be started without a shell: ${resolution.tried.at(-1)}.`
      : `pi was not found. Tried: ${tried === '' ? 'nothing, PATH is empty' : tried}.`;
  return new AgentAdapterError('PROVIDER_NOT_FOUND', message, { detail: { fix: installFix } });
}

/** Why a process that never answered did not start. */
export function startFailure(exit: ProcessExit, command: string): AgentAdapterError {
  if (exit.kind === 'not_started') {
    const isMissing = exit.errorCode === 'ENOENT' || exit.errorCode === 'EACCES' || exit.errorCode === 'ENOEXEC';
    return new AgentAdapterError(
      isMissing ? 'PROVIDER_NOT_FOUND' : 'PROCESS_CRASHED',
      `${command} could not be started (${exit.errorCode}).`,
      isMissing ? { detail: { fix: installFix } } : undefined,
    );
  }
  if (exit.stderrTail.includes('No session found matching')) {
    return new AgentAdapterError('PROTOCOL_VIOLATION', 'pi does not know that session (any more).', {
      detail: { resumeRefused: true },
    });
  }
  return new AgentAdapterError('PROCESS_CRASHED', `pi ended while it started: ${exitText(exit)}`);
}

/** How it ended, with its last words. */
export function exitText(exit: ProcessExit): string {
  if (exit.kind === 'not_started') return exit.message;
  const how = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
  const lastLines = exit.stderrTail.trim().split('\n').slice(-3).join('\n');
  return lastLines === '' ? how : `${how}. ${lastLines}`;
}
