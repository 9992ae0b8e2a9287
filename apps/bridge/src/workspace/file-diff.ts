import type { FileDiff } from '@collagility/protocol/workspace';
import { diffArguments } from './compare.ts';
import { firstLine, type Git } from './git.ts';
import { isPlainPath } from './plain-path.ts';
import { redactDiff, type Sides } from './redact-diff.ts';
import { isSecretPath } from './secret-path.ts';
import type { FilesState } from './snapshot.ts';

/** Shown at first, and at most when somebody asks for the whole. */
const firstLines = 6_000;
const firstBytes = 512 * 1024;
const wholeBytes = 6 * 1024 * 1024;
const maxMs = 9_000;
/** More is `huge` and has no diff. */
const maxBlobBytes = 8 * 1024 * 1024;

export type DiffQuestion = {
  path: string;
  previousPath?: string | undefined;
  context?: number | undefined;
};

/** Nothing is redacted in it yet. */
export type RawDiff = { diff: FileDiff; sides: Sides };

/** The diff of one file between two states, nothing redacted yet; `undefined` where git does not say. */
export async function diffOfFile(
  git: Git,
  before: FilesState,
  after: FilesState,
  { path, previousPath, context = 3 }: DiffQuestion,
): Promise<RawDiff | undefined> {
  const paths = previousPath === undefined ? [path] : [previousPath, path];
  if (!paths.every(isPlainPath)) return undefined;
  const sides = await Promise.all(
    [...new Set(paths)].flatMap((one) => [before, after].map((side) => kindOf(git, side, one))),
  );
  const blobs = await Promise.all([blobOf(git, before, previousPath ?? path), blobOf(git, after, path)]);
  const sizes = sizesOf(blobs);
  // Of a submodule there are no bytes here, only the commit.
  const isThere = sizes.oldBytes !== undefined || sizes.newBytes !== undefined || sides.includes('commit');
  if (!isThere) return undefined;
  // By the name of a folder git would compare all that is in it.
  if (previousPath !== undefined && sides.includes('tree')) return undefined;
  const without = (why?: FileDiff['without']): RawDiff => ({ diff: { ...nothing(why), ...sizes }, sides: noSides });
  if (paths.some(isSecretPath)) return without('secret');
  const isBig = (state: FilesState) => state.big.some((file) => file.path === path);
  if (isBig(before) || isBig(after)) return without('huge');
  // Where a folder has taken the place of a file, the file was not renamed to one inside.
  const renames = previousPath === undefined ? ['--no-renames'] : [];
  const asked = await git(
    [...diffArguments, ...renames, '-p', `-U${context}`, before.tree, after.tree, '--', ...paths],
    { maxBytes: wholeBytes, timeoutMs: maxMs },
  );
  if (!asked.ok && !asked.isCut) return undefined;
  const text = firstFile(new TextDecoder().decode(asked.stdout));
  const start = text.indexOf('\n@@ ');
  if (start === -1) return text.includes('\nBinary files ') ? without('binary') : without();
  const body = text.slice(start + 1).replace(/\n$/, '');
  const [old, now] = await Promise.all(blobs.map((blob) => textOf(git, blob)));
  // What cannot be read whole cannot be hidden whole.
  if (old === undefined || now === undefined) return undefined;
  return {
    diff: { diff: body, elidedLines: 0, isCut: asked.isCut, ...sizes },
    sides: { before: old, after: now },
  };
}

/** As it is sent: secrets hidden in the whole of it, then as much as was asked for. */
export function shownDiff({ diff: raw, sides }: RawDiff, whole: boolean, redact: (text: string) => string): FileDiff {
  const body = redactDiff(raw.diff, sides, redact);
  if (whole) return { ...raw, diff: body };
  const lines = body.split('\n');
  const shown = fitting(lines);
  return { ...raw, diff: lines.slice(0, shown).join('\n'), elidedLines: lines.length - shown };
}

const noSides: Sides = { before: '', after: '' };
const nothing = (without?: FileDiff['without']): FileDiff => ({
  diff: '',
  elidedLines: 0,
  isCut: false,
  ...(without && { without }),
});

/**
 * A rename that git did not take for one comes as two files; so does a file whose name is a folder's now, the file
 * first. Only a line feed begins a line here: a file may hold whatever else is taken for one.
 */
const firstFile = (text: string): string => {
  const next = text.indexOf('\ndiff --git ');
  return next === -1 ? text : text.slice(0, next + 1);
};

function fitting(lines: string[]): number {
  let bytes = 0;
  for (const [at, line] of lines.entries()) {
    bytes += line.length + 1;
    if (at >= firstLines || bytes > firstBytes) return at;
  }
  return lines.length;
}

type Blob = { bytes: number; hash?: string };

function sizesOf([old, now]: ReadonlyArray<Blob | undefined>): Pick<FileDiff, 'oldBytes' | 'newBytes'> {
  return { ...(old !== undefined && { oldBytes: old.bytes }), ...(now !== undefined && { newBytes: now.bytes }) };
}

/** `blob`, `tree` or `commit`; '' where nothing has that name. */
async function kindOf(git: Git, state: FilesState, path: string): Promise<string> {
  const asked = await git(['ls-tree', '-z', '--full-tree', state.tree, '--', path], { maxBytes: 64 * 1024 });
  return firstLine(asked.stdout).split(' ')[1] ?? '';
}

async function blobOf(git: Git, state: FilesState, path: string): Promise<Blob | undefined> {
  const big = state.big.find((file) => file.path === path);
  if (big !== undefined) return { bytes: big.bytes };
  const asked = await git(['ls-tree', '-l', '-z', '--full-tree', state.tree, '--', path], { maxBytes: 64 * 1024 });
  const [, hash, size] = /^\d+ blob (\S+) +(\d+)\t/.exec(firstLine(asked.stdout)) ?? [];
  return hash === undefined ? undefined : { bytes: Number(size), hash };
}

/** '' where there is none. */
async function textOf(git: Git, blob: Blob | undefined): Promise<string | undefined> {
  if (blob?.hash === undefined) return '';
  const read = await git(['cat-file', 'blob', blob.hash], { maxBytes: maxBlobBytes + 1 });
  // As git writes it into a diff: with its mark of the byte order.
  return read.ok ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(read.stdout) : undefined;
}
