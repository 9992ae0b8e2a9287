import type { AdapterEventPayloads } from '../../port.ts';
import { type Fields, numberAt, objectsAt, textAt, textsAt } from './fields.ts';
import { shownPath } from './tools.ts';

type FileChange = AdapterEventPayloads['FILE_CHANGED'];

/** The change that a finished Edit or Write reports, as a unified diff; undefined for every other result. */
export function fileChangeOf(result: Fields, toolId: string, workspacePath: string): FileChange | undefined {
  const filePath = textAt(result, 'filePath');
  if (filePath === undefined || !Array.isArray(result['structuredPatch'])) return undefined;
  // Claude's own plan files are no change of the project.
  if (/[\\/]\.claude[\\/]plans[\\/][^\\/]+$/.test(filePath)) return undefined;
  const path = shownPath(filePath, workspacePath);
  const isNew = textAt(result, 'type') === 'create' || result['originalFile'] === null;
  const hunks = isNew
    ? newFileHunks(textAt(result, 'content') ?? '')
    : patchHunks(objectsAt(result, 'structuredPatch'));
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const before = isNew ? '/dev/null' : `a/${path}`;
  return {
    toolId,
    path,
    change: isNew ? 'added' : 'modified',
    diff: `${[`--- ${before}`, `+++ b/${path}`, ...hunks.flatMap((hunk) => [hunk.head, ...hunk.lines])].join('\n')}\n`,
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}

type Hunk = { head: string; lines: string[] };

function patchHunks(patch: readonly Fields[]): Hunk[] {
  return patch.map((hunk) => {
    const range = (name: string) => `${numberAt(hunk, `${name}Start`) ?? 0},${numberAt(hunk, `${name}Lines`) ?? 0}`;
    return { head: `@@ -${range('old')} +${range('new')} @@`, lines: textsAt(hunk, 'lines') };
  });
}

function newFileHunks(content: string): Hunk[] {
  if (content === '') return [];
  const endsWithLineFeed = content.endsWith('\n');
  const lines = (endsWithLineFeed ? content.slice(0, -1) : content).split('\n').map((line) => `+${line}`);
  const head = `@@ -0,0 +1,${lines.length} @@`;
  return [{ head, lines: endsWithLineFeed ? lines : [...lines, '\\ No newline at end of file'] }];
}
