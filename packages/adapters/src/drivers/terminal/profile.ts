import type { CapabilityRow } from '../../capabilities.ts';
import { type ActivitySigns, agentSigns, plainSigns } from './activity.ts';
import { terminalRow } from './row.ts';

/** One program that is shared as it is, on its own screen. */
export type TerminalProfile = {
  row: CapabilityRow;
  /** Names on PATH, the first one found counts; `$SHELL` is the user's. */
  binaries: readonly string[];
  arguments: readonly string[];
  installFix: string;
  signs: ActivitySigns;
  /** What stops it: one key, and what follows where that does nothing. */
  interruptKeys: readonly string[];
  /** What it does without being allowed to by the room, in words. */
  unasked: string;
};

const escapeKey = '\x1b';
const controlC = '\x03';

const asksOnScreen = 'whatever the program does: it asks on its own screen, if it asks at all';
export const anythingTyped = 'everything that is typed: this is a command line of the host’s computer';

export const terminalProfiles: readonly TerminalProfile[] = [
  {
    row: terminalRow({
      provider: 'cursor-agent',
      name: 'Cursor (terminal)',
      credentialScope: 'whatever Cursor is logged in with on the host’s computer',
      unproven: 'It cannot be installed from a package registry.',
    }),
    binaries: ['cursor-agent'],
    arguments: [],
    installFix: 'Install the Cursor CLI: https://cursor.com/cli',
    signs: agentSigns,
    interruptKeys: [escapeKey, controlC],
    unasked: asksOnScreen,
  },
  {
    row: terminalRow({
      provider: 'amp',
      name: 'Amp (terminal)',
      credentialScope: 'whatever Amp is logged in with on the host’s computer',
      unproven: 'It needs an account to show more than its login.',
    }),
    binaries: ['amp'],
    arguments: [],
    installFix: 'Run `npm install --global @sourcegraph/amp`.',
    signs: agentSigns,
    interruptKeys: [escapeKey, controlC],
    unasked: asksOnScreen,
  },
  {
    row: terminalRow({
      provider: 'shell',
      name: 'A shell',
      credentialScope: 'all that the host’s user may do on this computer',
    }),
    binaries: ['$SHELL', 'bash', 'sh'],
    arguments: [],
    installFix: 'Set SHELL to the shell that you use.',
    signs: plainSigns,
    interruptKeys: [controlC],
    unasked: anythingTyped,
  },
];
