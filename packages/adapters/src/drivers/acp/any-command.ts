import { AgentAdapterError } from '../../errors.ts';
import { wordsOf } from '../../words-of.ts';
import type { AcpProfile } from './profile.ts';
import { unprovenRow } from './row.ts';

const prefix = 'acp:';
/** Programs that fetch what they start. */
const fetchers = new Set(['npx', 'bunx', 'uvx', 'pnpx']);

export const isAnyCommand = (name: string): boolean => name.startsWith(prefix);

/** `acp:<command…>`: an agent that the driver does not know. Words as a shell splits them; no shell runs. */
export function anyCommandProfile(name: string): AcpProfile {
  const [program, ...args] = wordsOf(name.slice(prefix.length));
  if (program === undefined)
    throw new AgentAdapterError('PROVIDER_NOT_FOUND', 'Name the command of the agent: acp:<command…>.');
  const shown = program.split(/[\\/]/).at(-1) ?? program;
  return {
    row: unprovenRow({
      provider: name,
      name: shown,
      credentialScope: `whatever ${shown} is logged in with on the host’s computer`,
      unproven: 'The bridge does not know this agent.',
    }),
    start: {
      binaries: [program],
      arguments: args,
      installFix: `Install ${shown}, or give its path.`,
      loginFix: `Log in with ${shown} on the host’s computer.`,
      fetchesPackage: fetchers.has(shown),
    },
    asking: { unasked: ['unknown: nobody has measured what this agent runs without asking'] },
  };
}
