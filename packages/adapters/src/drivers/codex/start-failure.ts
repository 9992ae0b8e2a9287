import { AgentAdapterError } from '../../errors.ts';
import type { BinaryResolution, ProcessExit } from '../../process/index.ts';

export const installFix = 'Run `npm install -g @openai/codex`, or give the path of `codex`.';
export const loginFix = 'Run `codex login` on the host’s computer (or `codex login --with-api-key`), then send again.';

/** The npm package is there, the program for this platform is not. */
export const isWithoutProgram = (text: string): boolean => text.includes('Missing optional dependency @openai/codex-');

export function notFound(resolution: Extract<BinaryResolution, { ok: false }>): AgentAdapterError {
  const tried = resolution.tried.join(', ');
  const message =
    resolution.reason === 'unreadable_shim'
      ? `The launcher of Codex is not one that can be started without a shell: ${resolution.tried.at(-1)}.`
      : `Codex was not found. Tried: ${tried === '' ? 'nothing, PATH is empty' : tried}.`;
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
  if (isWithoutProgram(exit.stderrTail)) {
    return new AgentAdapterError('PROVIDER_NOT_FOUND', 'Codex is installed without its program.', {
      detail: { fix: 'Run `npm install -g @openai/codex@latest` again, with optional dependencies.' },
    });
  }
  return new AgentAdapterError('PROCESS_CRASHED', `Codex ended while it started: ${exitText(exit)}`);
}

/** How it ended, with its last words. */
export function exitText(exit: ProcessExit): string {
  if (exit.kind === 'not_started') return exit.message;
  const how = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
  const lastLines = exit.stderrTail.trim().split('\n').slice(-3).join('\n');
  return lastLines === '' ? how : `${how}. ${lastLines}`;
}
