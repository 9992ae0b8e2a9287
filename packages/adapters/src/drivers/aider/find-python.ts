import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBinary } from '../../process/index.ts';

/** Run by aider's own Python. Lies beside this file, in the package as in a checkout. */
export const driverPath = fileURLToPath(new URL('./aider-driver', import.meta.url));

export type FoundPython =
  | { ok: true; python: string; prefixArguments: string[]; aiderPath: string }
  | { ok: false; tried: string[] };

/** Longer first lines are no script. */
const maxHeadUnits = 2_048;

/** What an entry script says of its interpreter: a path, a name to look for on PATH, or another script to look into. */
export type Interpreter = { kind: 'path' | 'name' | 'script'; value: string };

/** Reads the first lines of an entry script, as pip, pipx, uv and package managers write them. */
export function interpreterOf(head: string): Interpreter | undefined {
  const [first = '', second = ''] = head.split(/\r?\n/, 3);
  if (!first.startsWith('#!')) return undefined;
  const words = first.slice(2).trim().split(/\s+/);
  const program = words[0] ?? '';
  if (/python[\d.]*(\.exe)?$/.test(program)) return { kind: 'path', value: first.slice(2).trim() };
  if (basename(program) === 'env') {
    const name = words.slice(1).find((word) => !word.startsWith('-'));
    return name === undefined ? undefined : { kind: 'name', value: name };
  }
  // A path that is too long, or has a space in it, stands in the second line: `'''exec' "/a b/python" "$0" "$@"`.
  const quoted = /^'''exec' (?:"([^"]+)"|(\S+)) /.exec(second);
  if (quoted !== null) return { kind: 'path', value: quoted[1] ?? quoted[2] ?? '' };
  const wrapped = /^\s*exec\s+(?:"([^"]+\/aider)"|(\/\S+\/aider))(?:\s|$)/m.exec(head);
  if (wrapped !== null) return { kind: 'script', value: wrapped[1] ?? wrapped[2] ?? '' };
  return undefined;
}

/**
 * The Python that has aider: the one that was named, that of the `aider` on PATH, those of pipx and uv. Nothing is run.
 * `nameOrPath` may be an entry script or a Python.
 */
export function findPython(nameOrPath: string, environment: Readonly<Record<string, string | undefined>>): FoundPython {
  const tried: string[] = [];
  const named = environment['COLLAGILITY_AIDER_PYTHON'] ?? nameOrPath;
  const entry = findBinary(named, environment);
  if (entry.ok) {
    const found = pythonOf(entry.path, environment, 0);
    if (found !== undefined) return { ok: true, python: found, prefixArguments: [], aiderPath: entry.path };
    tried.push(`${entry.path} (which names no Python)`);
  } else tried.push(...entry.tried);
  if (named.includes('/')) return { ok: false, tried };
  for (const python of usualPlaces(environment)) {
    if (existsSync(python)) return { ok: true, python, prefixArguments: [], aiderPath: python };
    tried.push(python);
  }
  return { ok: false, tried };
}

function pythonOf(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
  depth: number,
): string | undefined {
  if (/^python[\d.]*(\.exe)?$/.test(basename(path))) return path;
  // pipx and uv put links into the folder on PATH.
  const real = realpathSync(path);
  if (/\.exe$/i.test(real)) {
    const beside = join(dirname(real), 'python.exe');
    return existsSync(beside) ? beside : undefined;
  }
  const found = interpreterOf(headOf(real));
  if (found === undefined) return undefined;
  if (found.kind === 'script') return depth === 0 ? pythonOf(found.value, environment, 1) : undefined;
  if (found.kind === 'path') return isAbsolute(found.value) && existsSync(found.value) ? found.value : undefined;
  const onPath = findBinary(found.value, environment);
  return onPath.ok ? onPath.path : undefined;
}

const headOf = (path: string): string => readFileSync(path, 'utf8').slice(0, maxHeadUnits);

function usualPlaces(environment: Readonly<Record<string, string | undefined>>): string[] {
  const home = environment['HOME'] ?? environment['USERPROFILE'];
  if (home === undefined) return [];
  const python = process.platform === 'win32' ? join('Scripts', 'python.exe') : join('bin', 'python');
  return [
    join(home, '.local', 'share', 'pipx', 'venvs', 'aider-chat', python),
    join(home, '.local', 'pipx', 'venvs', 'aider-chat', python),
    join(home, '.local', 'share', 'uv', 'tools', 'aider-chat', python),
  ];
}
