import { findBinary, type RunBytesResult, runBytes } from '@collagility/adapters/process';

export type GitResult = RunBytesResult & { ok: boolean };
type GitOptions = { input?: Uint8Array; timeoutMs?: number; maxBytes?: number; env?: Record<string, string> };
/** `args` are ours: nothing of a person, an agent or a file stands in them before `--`. */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<GitResult>;

const defaultTimeoutMs = 60_000;
const defaultMaxBytes = 16 * 1024 * 1024;

/** What git may know of our environment; whatever else begins with GIT_ could lead it elsewhere. */
const passedNames = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'USERPROFILE', 'XDG_CONFIG_HOME'];

/**
 * Nothing that a repository's settings name is run: no hook, no file watcher, no pager, no external diff, no editor,
 * no credential or signing program, no submodule.
 */
const safeSettings: ReadonlyArray<readonly [string, string]> = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['core.sshCommand', 'false'],
  ['core.askPass', ''],
  ['core.quotePath', 'false'],
  ['core.autocrlf', 'false'],
  ['core.safecrlf', 'false'],
  ['core.looseCompression', '1'],
  ['diff.ignoreSubmodules', 'all'],
  ['diff.noprefix', 'false'],
  ['diff.mnemonicPrefix', 'false'],
  ['diff.renames', 'true'],
  ['submodule.recurse', 'false'],
  ['status.submoduleSummary', 'false'],
  ['protocol.allow', 'never'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['commit.gpgSign', 'false'],
  ['credential.helper', ''],
  ['advice.addEmbeddedRepo', 'false'],
];

const settingArguments = safeSettings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);

function safeEnvironment(source: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of passedNames) {
    const value = source[name];
    if (value !== undefined) environment[name] = value;
  }
  return {
    ...environment,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_PAGER: 'cat',
    GIT_ASKPASS: '',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_AUTHOR_NAME: 'Collagility',
    GIT_AUTHOR_EMAIL: 'bridge@localhost',
    GIT_COMMITTER_NAME: 'Collagility',
    GIT_COMMITTER_EMAIL: 'bridge@localhost',
  };
}

/** The git of this machine, run in `folder` with nothing of the repository's own settings in force that could run something. */
export function openGit(options: {
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Where git finds its things: repository, work tree, index. */
  env?: Record<string, string>;
}): Git | undefined {
  const { folder, environment } = options;
  const found = findBinary('git', environment);
  if (!found.ok) return undefined;
  const base = { ...safeEnvironment(environment), ...options.env };
  return async (args, { input, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes, env } = {}) => {
    const all = [...found.prefixArguments, '--no-pager', ...settingArguments, ...args];
    const result = await runBytes(found.command, all, {
      workspacePath: folder,
      environment: { ...base, ...env },
      timeoutMs,
      maxBytes,
      ...(input && { input }),
    });
    return { ...result, ok: result.code === 0 && !result.timedOut };
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Text that git ends with NUL, piece by piece; a piece that is not UTF-8 is `undefined`. */
export function splitNul(bytes: Uint8Array): Array<string | undefined> {
  const pieces: Array<string | undefined> = [];
  for (let start = 0; start < bytes.length; ) {
    const at = bytes.indexOf(0, start);
    const end = at === -1 ? bytes.length : at;
    pieces.push(textOf(bytes.subarray(start, end)));
    start = end + 1;
  }
  return pieces;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

export const joinNul = (paths: readonly string[]): Uint8Array =>
  new TextEncoder().encode(paths.map((path) => `${path}\0`).join(''));

/** First line of what git said, for a message to the host. */
export const firstLine = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).split('\n')[0]?.trim() ?? '';
