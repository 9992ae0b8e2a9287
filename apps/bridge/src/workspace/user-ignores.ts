import { join, resolve } from 'node:path';
import { firstLine, openGit } from './git.ts';

type Place = { scope: '--system' | '--global' | '--local' | '--worktree'; env: Record<string, string> };

/**
 * The file of patterns that the user ignores everywhere: of their settings the one thing that counts here. Git reads
 * several files of settings and what those include; the last word counts. Reading settings runs nothing. A path that
 * does not say from where is one from the top of the work tree, as git takes it.
 */
export async function userIgnores(
  environment: Readonly<Record<string, string | undefined>>,
  workTree: string,
): Promise<string | undefined> {
  let path = '';
  for (const { scope, env } of placesOf(environment)) {
    const git = openGit({ folder: workTree, environment, env });
    const asked = await git?.(['config', scope, '--includes', '--type=path', '--get', 'core.excludesFile']);
    if (asked?.ok) path = firstLine(asked.stdout);
  }
  return path === '' ? undefined : resolve(workTree, path);
}

/** From the weakest to the strongest. */
function placesOf({ HOME: home, XDG_CONFIG_HOME: desktop }: Readonly<Record<string, string | undefined>>): Place[] {
  const settings = desktop || (home === undefined ? undefined : join(home, '.config'));
  const files = [
    ...(settings === undefined ? [] : [join(settings, 'git', 'config')]),
    ...(home === undefined ? [] : [join(home, '.gitconfig')]),
  ];
  return [
    { scope: '--system', env: { GIT_CONFIG_NOSYSTEM: '0' } },
    ...files.map((file): Place => ({ scope: '--global', env: { GIT_CONFIG_GLOBAL: file } })),
    { scope: '--local', env: {} },
    { scope: '--worktree', env: {} },
  ];
}
