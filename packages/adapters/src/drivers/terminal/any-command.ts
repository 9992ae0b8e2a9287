import { AgentAdapterError } from '../../errors.ts';
import { wordsOf } from '../../words-of.ts';
import { plainSigns } from './activity.ts';
import { anythingTyped, type TerminalProfile } from './profile.ts';
import { terminalRow } from './row.ts';

const prefix = 'terminal:';

export const isTerminalCommand = (name: string): boolean => name.startsWith(prefix);

/** It is the agent's name in the room, which has a limit. */
const maxNameUnits = 120;

/** `terminal:<command…>`: any program of this computer. Words as a shell splits them; no shell runs. */
export function anyProgram(name: string): TerminalProfile {
  const [program, ...args] = wordsOf(name.slice(prefix.length));
  if (program === undefined)
    throw new AgentAdapterError('PROVIDER_NOT_FOUND', 'Name the program: terminal:<command…>.');
  if (name.length > maxNameUnits)
    throw new AgentAdapterError(
      'PROVIDER_NOT_FOUND',
      'This command is too long to name. Put it into a script and name that.',
    );
  const shown = program.split(/[\\/]/).at(-1) ?? program;
  return {
    row: terminalRow({
      provider: name,
      name: `${shown} (terminal)`,
      credentialScope: `whatever ${shown} may do as the host’s user`,
      unproven: 'The bridge does not know this program.',
    }),
    binaries: [program],
    arguments: args,
    installFix: `Install ${shown}, or give its path.`,
    signs: plainSigns,
    interruptKeys: ['\x03'],
    unasked: anythingTyped,
  };
}
