import { bridgeCommand } from '../bridge-command.ts';
import type { RunOptions } from './options.ts';
import { quoted } from './quoted.ts';

export type StartedWith = Pick<RunOptions, 'folder' | 'worktree'> & { dataDir?: string; agent?: string };
type Way = Pick<RunOptions, 'relay' | 'tunnel' | 'lan' | 'insecureLan' | 'tlsCert' | 'tlsKey'>;

/** The command that finds this start's folder and rooms again, with `flags` (already as they are typed) added. */
export function startLine(
  { folder, worktree, dataDir, agent }: StartedWith,
  flags: readonly string[],
  env?: Readonly<Record<string, string | undefined>>,
): string {
  const words = [
    ...(folder === '.' ? [] : [quoted(folder)]),
    ...(worktree === undefined ? [] : [worktree === 'work' ? '--worktree' : `--worktree ${quoted(worktree)}`]),
    ...(agent === undefined ? [] : [`--agent ${quoted(agent)}`]),
    ...(dataDir === undefined ? [] : [`--data-dir ${quoted(dataDir)}`]),
    ...flags,
  ];
  return bridgeCommand(words.join(' '), env);
}

/** The flags by which others reached the room: without them its link leads nowhere. */
export function wayFlags({ relay, tunnel, lan, insecureLan, tlsCert, tlsKey }: Way): string[] {
  const files =
    tlsCert === undefined || tlsKey === undefined
      ? []
      : [`--tls-cert ${quoted(tlsCert)}`, `--tls-key ${quoted(tlsKey)}`];
  return [
    ...(relay === undefined ? [] : [`--relay ${quoted(relay)}`]),
    ...(tunnel ? ['--tunnel'] : []),
    ...(insecureLan ? ['--insecure-lan'] : lan ? ['--lan'] : []),
    ...files,
  ];
}
