import type { FileView, Tree } from '@collagility/protocol/workspace';
import { firstLine, type Git, splitNul } from './git.ts';
import { isPlainPath } from './plain-path.ts';
import { redactText } from './redact-diff.ts';
import { isSecretPath } from './secret-path.ts';
import type { FilesState } from './snapshot.ts';

type Kind = Tree['entries'][number]['kind'];
export type Listed = { path: string; kind: Kind };

const listBytes = 64 * 1024 * 1024;
const maxEntries = 2_000;
const maxFileBytes = 8 * 1024 * 1024;
const maxViewBytes = 1024 * 1024;
const defaultLines = 2_000;
const maxLines = 20_000;
const kinds: Record<string, Kind> = { '120000': 'link', '160000': 'submodule' };

/** Every file of one state: nothing that is ignored, nothing outside, no `.git`. */
export async function listFiles(git: Git, state: FilesState): Promise<Listed[] | undefined> {
  const asked = await git(['ls-tree', '-r', '-z', '--full-tree', state.tree], { maxBytes: listBytes });
  if (!asked.ok) return undefined;
  const files = splitNul(asked.stdout).flatMap((entry): Listed[] => {
    const tab = entry?.indexOf('\t') ?? -1;
    if (entry === undefined || tab === -1) return [];
    return [{ path: entry.slice(tab + 1), kind: kinds[entry.slice(0, 6)] ?? 'file' }];
  });
  for (const { path } of state.big) files.push({ path, kind: 'file' });
  return files;
}

/** What lies directly in one folder: folders first, then by name. `''` is the shared folder itself. */
export function entriesOf(files: readonly Listed[], folder: string): Tree {
  const prefix = folder === '' ? '' : `${folder}/`;
  const found = new Map<string, Kind>();
  for (const { path, kind } of files) {
    if (!path.startsWith(prefix)) continue;
    const rest = path.slice(prefix.length);
    const slash = rest.indexOf('/');
    if (slash === -1) found.set(rest, kind);
    else found.set(rest.slice(0, slash), 'folder');
  }
  const entries = [...found]
    .map(([name, kind]) => ({ name, kind }))
    .sort((a, b) => Number(b.kind === 'folder') - Number(a.kind === 'folder') || a.name.localeCompare(b.name));
  return { entries: entries.slice(0, maxEntries), more: Math.max(0, entries.length - maxEntries) };
}

/** Some lines of a file as it is in that state; read from our repository, so that no link leads anywhere. */
export async function viewFile(
  git: Git,
  state: FilesState,
  { path, first, last }: { path: string; first?: number | undefined; last?: number | undefined },
  redact: (text: string) => string,
): Promise<FileView | undefined> {
  if (!isPlainPath(path)) return undefined;
  const big = state.big.find((file) => file.path === path);
  if (big !== undefined) return without(isSecretPath(path) ? 'secret' : 'huge', big.bytes);
  const asked = await git(['ls-tree', '-l', '-z', '--full-tree', state.tree, '--', path], { maxBytes: 64 * 1024 });
  const [, hash, size] = /^\d+ blob (\S+) +(\d+)\t/.exec(firstLine(asked.stdout)) ?? [];
  if (hash === undefined) return undefined;
  const bytes = Number(size);
  if (isSecretPath(path)) return without('secret', bytes);
  const blob = await git(['cat-file', 'blob', hash], { maxBytes: maxFileBytes + 1 });
  if (!blob.ok) return undefined;
  if (blob.stdout.subarray(0, 8_000).includes(0)) return without('binary', bytes);
  const lines = redactText(new TextDecoder().decode(blob.stdout), redact).split('\n');
  if (lines.at(-1) === '') lines.pop();
  const from = Math.min(Math.max(1, first ?? 1), Math.max(1, lines.length));
  const to = Math.min(last ?? from + defaultLines - 1, from + maxLines - 1, lines.length);
  const shown = fitting(lines.slice(from - 1, to));
  return {
    text: shown.join('\n'),
    first: from,
    last: from + shown.length - 1,
    lines: lines.length,
    bytes,
    isCut: from + shown.length - 1 < to,
  };
}

const without = (why: NonNullable<FileView['without']>, bytes: number): FileView => ({
  text: '',
  first: 0,
  last: 0,
  lines: 0,
  bytes,
  isCut: false,
  without: why,
});

function fitting(lines: string[]): string[] {
  let bytes = 0;
  const end = lines.findIndex((line) => {
    bytes += line.length + 1;
    return bytes > maxViewBytes;
  });
  if (end === -1) return lines;
  // One line longer than all that is served is shown by its beginning.
  return end === 0 ? [(lines[0] ?? '').slice(0, maxViewBytes)] : lines.slice(0, end);
}
