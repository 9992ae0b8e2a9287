import { posix, win32 } from 'node:path';

/** What the resolver may ask of the machine; a test passes its own. */
export interface BinaryProbe {
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  /** A file that may be executed (Windows: any file). */
  isExecutable(path: string): boolean;
  /** The beginning of a text file, for shims; undefined where it cannot be read. */
  readText(path: string): string | undefined;
  /** Runs the JavaScript file that a shim names. */
  nodePath: string;
}

export type BinaryResolution =
  | { ok: true; command: string; prefixArguments: string[]; path: string }
  | { ok: false; reason: 'not_found' | 'unreadable_shim'; tried: string[] };

/**
 * Finds a program without starting anything and without a shell.
 * Windows launchers (`claude.cmd`) are looked through to the program they start: Node refuses to spawn them
 * directly, and a shell would read the arguments as code.
 */
export function resolveBinary(nameOrPath: string, probe: BinaryProbe): BinaryResolution {
  const isWindows = probe.platform === 'win32';
  const paths = isWindows ? win32 : posix;
  const tried: string[] = [];
  const names = isWindows ? windowsNames(nameOrPath) : [nameOrPath];
  const isPath = nameOrPath.includes('/') || (isWindows && nameOrPath.includes('\\'));
  const folders = isPath ? [''] : pathFolders(probe, isWindows);
  for (const folder of folders) {
    for (const name of names) {
      const path = folder === '' ? name : paths.join(folder, name);
      tried.push(path);
      if (!probe.isExecutable(path)) continue;
      return isWindows ? throughShim(path, probe, tried) : { ok: true, command: path, prefixArguments: [], path };
    }
  }
  return { ok: false, reason: 'not_found', tried };
}

/** A native program first: it needs no looking through. */
function windowsNames(name: string): string[] {
  if (/\.(exe|com|cmd|bat)$/i.test(name)) return [name];
  return ['.exe', '.com', '.cmd', '.bat', ''].map((extension) => `${name}${extension}`);
}

function pathFolders(probe: BinaryProbe, isWindows: boolean): string[] {
  const name = Object.keys(probe.environment).find((key) => (isWindows ? key.toUpperCase() : key) === 'PATH');
  const value = name === undefined ? '' : (probe.environment[name] ?? '');
  return value.split(isWindows ? ';' : ':').filter((folder) => folder !== '');
}

function throughShim(path: string, probe: BinaryProbe, tried: string[]): BinaryResolution {
  if (/\.(exe|com)$/i.test(path)) return { ok: true, command: path, prefixArguments: [], path };
  const text = probe.readText(path);
  const target = text === undefined ? undefined : shimTarget(text);
  if (target === undefined) return { ok: false, reason: 'unreadable_shim', tried };
  const program = target === '' ? path : win32.join(win32.dirname(path), target);
  if (/\.exe$/i.test(program)) return { ok: true, command: program, prefixArguments: [], path };
  return { ok: true, command: probe.nodePath, prefixArguments: [program], path };
}

/** The program that a launcher written by npm starts, relative to the launcher; '' where the file is the script. */
function shimTarget(text: string): string | undefined {
  // cmd: "%dp0%\node_modules\x\cli.js" %*   ·   sh: exec node  "$basedir/node_modules/x/cli.js" "$@"
  const launcher = /"(?:%~?dp0%?|\$basedir)[\\/]([^"%$]+?\.(?:exe|[cm]?js))"/gi;
  const targets = [...text.matchAll(launcher)].map((match) => match[1] ?? '');
  const program = targets.find((target) => !/(^|[\\/])node\.exe$/i.test(target));
  if (program !== undefined) return program.replaceAll('/', '\\');
  return /^#!.*\bnode\b/.test(text) ? '' : undefined;
}
