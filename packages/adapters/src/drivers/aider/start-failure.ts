import { AgentAdapterError } from '../../errors.ts';
import type { ProcessExit } from '../../process/index.ts';

export const installFix =
  'Run `pipx install aider-chat` (or `uv tool install aider-chat`), or give the path of `aider`.';
export const keyFix =
  'Give Aider a key on the host’s computer (`--api-key`, its `.env`, or the environment), then send again.';

export function notFound(tried: readonly string[]): AgentAdapterError {
  return new AgentAdapterError('PROVIDER_NOT_FOUND', `Aider was not found. Tried: ${tried.join(', ')}.`, {
    detail: { fix: installFix },
  });
}

/** Why a process that never became ready did not. */
export function startFailure(exit: ProcessExit, command: string, lastWords: string): AgentAdapterError {
  if (exit.kind === 'not_started') {
    const isMissing = exit.errorCode === 'ENOENT' || exit.errorCode === 'EACCES' || exit.errorCode === 'ENOEXEC';
    return new AgentAdapterError(
      isMissing ? 'PROVIDER_NOT_FOUND' : 'PROCESS_CRASHED',
      `${command} could not be started (${exit.errorCode}).`,
      isMissing ? { detail: { fix: installFix } } : undefined,
    );
  }
  if (/No module named '?aider/.test(lastWords)) {
    return new AgentAdapterError('PROVIDER_NOT_FOUND', `${command} does not have aider-chat.`, {
      detail: { fix: installFix },
    });
  }
  return new AgentAdapterError('PROCESS_CRASHED', `Aider ended while it started: ${exitText(exit, lastWords)}`);
}

/** How it ended, with its last words. */
export function exitText(exit: ProcessExit, lastWords: string): string {
  if (exit.kind === 'not_started') return exit.message;
  const how = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
  const lines = `${lastWords}\n${exit.stderrTail}`.trim().split('\n').slice(-3).join('\n');
  return lines === '' ? how : `${how}. ${lines}`;
}
