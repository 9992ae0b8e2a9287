import { AgentAdapterError } from '../../errors.ts';
import type { BinaryResolution, ProcessExit } from '../../process/index.ts';

export const installFix = 'Run `npm install -g @anthropic-ai/claude-code`, or give the path of `claude`.';
const reinstallFix = 'Run `npm install -g @anthropic-ai/claude-code` again, without --ignore-scripts.';

/** What npm leaves in place of the program when its install script did not run. */
export const isPlaceholder = (text: string): boolean => text.includes('native binary not installed');

export function notFound(resolution: Extract<BinaryResolution, { ok: false }>): AgentAdapterError {
  const tried = resolution.tried.join(', ');
  const message =
    resolution.reason === 'unreadable_shim'
      ? `The launcher of Claude Code is not one that can be started without a shell: ${resolution.tried.at(-1)}.`
      : `Claude Code was not found. Tried: ${tried === '' ? 'nothing, PATH is empty' : tried}.`;
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
  if (isPlaceholder(exit.stderrTail)) {
    return new AgentAdapterError('PROVIDER_NOT_FOUND', 'Claude Code is installed without its program.', {
      detail: { fix: reinstallFix },
    });
  }
  return new AgentAdapterError('PROCESS_CRASHED', `Claude Code ended while it started: ${exitText(exit)}`);
}

/** How it ended, with its last words. */
export function exitText(exit: ProcessExit): string {
  if (exit.kind === 'not_started') return exit.message;
  const how = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
  const lastLines = exit.stderrTail.trim().split('\n').slice(-3).join('\n');
  return lastLines === '' ? how : `${how}. ${lastLines}`;
}
