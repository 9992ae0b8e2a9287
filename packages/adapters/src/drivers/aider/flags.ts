import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AdapterConfig } from '../../port.ts';

/**
 * Flags that win over the user's own settings, where those would break what is shared: no colours, no keyboard, no
 * questions about its own updates. They hold for this process only.
 */
const ours: readonly string[] = [
  '--no-pretty',
  '--no-fancy-input',
  '--no-check-update',
  '--no-show-release-notes',
  '--no-show-model-warnings',
  '--no-gitignore',
  // Not `--analytics-disable`: that would change the user's settings for good.
  '--no-analytics',
  '--no-watch-files',
  '--no-notifications',
];

/** All that is given to aider. They go to its process as a message, never on a command line. */
export function aiderFlags(config: AdapterConfig): string[] {
  return [
    ...ours,
    ...(isRepositoryRoot(config.workspacePath) ? [] : ['--no-git']),
    // One word: a name that looks like a flag is a name.
    ...(config.model === undefined ? [] : [`--model=${config.model}`]),
    ...(config.customArgs ?? []),
  ];
}

/**
 * Aider works in the root of the repository that a folder lies in, however far up. What was shared is this folder: where
 * it is not the root itself, there is no git for it, and edits and commits stay out of the rest.
 */
const isRepositoryRoot = (folder: string): boolean => existsSync(join(folder, '.git'));
