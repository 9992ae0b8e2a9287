import { AgentAdapterError } from '../../errors.ts';
import type { ProcessExit } from '../../process/index.ts';
import { type StartWords, startFailure } from '../../start-failure.ts';

export const loginFix = 'Run `pi` on the host’s computer and use `/login` there, then send again.';

export const piStart: StartWords = {
  name: 'pi',
  installFix: 'Run `npm install -g @earendil-works/pi-coding-agent`, or put `pi` on your PATH.',
};

/** Why a process that never answered did not start. */
export function piStartFailure(exit: ProcessExit): AgentAdapterError {
  if (exit.kind === 'exited' && exit.stderrTail.includes('No session found matching')) {
    return new AgentAdapterError('PROTOCOL_VIOLATION', 'pi does not know that session (any more).', {
      detail: { resumeRefused: true },
    });
  }
  return startFailure(piStart, exit);
}
