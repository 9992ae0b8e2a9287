import type { AdapterFactory } from '../../port.ts';
import { TerminalAdapter } from './adapter.ts';
import { anyProgram } from './any-command.ts';
import { detectProgram } from './find-program.ts';
import type { TerminalOptions } from './options.ts';
import { type TerminalProfile, terminalProfiles } from './profile.ts';

export { isTerminalCommand } from './any-command.ts';
export type { TerminalOptions } from './options.ts';

/** One program that is shared on its own screen. Whoever may type in it does so as the host: only the host names it. */
const factoryOf = (profile: TerminalProfile, options: TerminalOptions): AdapterFactory => ({
  provider: profile.row.provider,
  name: profile.row.name,
  row: profile.row,
  onlyByName: true,
  detect: (environment) => detectProgram(profile, environment),
  create: (id) => new TerminalAdapter(id, profile, options),
});

/** The programs that are known by name. */
export const terminalFactories = (options: TerminalOptions = {}): AdapterFactory[] =>
  terminalProfiles.map((profile) => factoryOf(profile, options));

/** `terminal:<command…>`: any other. */
export const terminalCommandFactory = (name: string, options: TerminalOptions = {}): AdapterFactory =>
  factoryOf(anyProgram(name), options);
