import type { AgentAdapterError } from '../../errors.ts';
import type { ProcessExit } from '../../process/index.ts';
import { type StartWords, startFailure } from '../../start-failure.ts';

export const keyFix =
  'Give Aider a key on the host’s computer (`--api-key`, its `.env`, or the environment), then send again.';

const installFix = 'Run `pipx install aider-chat` (or `uv tool install aider-chat`), or put `aider` on your PATH.';

export const aiderStart: StartWords = {
  name: 'Aider',
  installFix,
  withoutProgram: { says: (text) => /No module named '?aider/.test(text), fix: installFix },
};

/** Why a process that never became ready did not. `lastWords`: what it printed, which its libraries do on any stream. */
export const aiderStartFailure = (exit: ProcessExit, lastWords: string): AgentAdapterError =>
  startFailure(aiderStart, withWords(exit, lastWords));

export const withWords = (exit: ProcessExit, lastWords: string): ProcessExit =>
  exit.kind === 'not_started' ? exit : { ...exit, stderrTail: `${lastWords}\n${exit.stderrTail}` };
