import { type Fields, numberAt, objectsAt, textAt, textsAt } from '../../fields.ts';
import type { AdapterEventPayloads } from '../../port.ts';
import { shownPath } from '../../shown-path.ts';
import { type FileDiff, fileDiff } from '../../unified-diff.ts';

type FileChange = AdapterEventPayloads['FILE_CHANGED'];

/** The change that a finished Edit or Write reports, as a unified diff; undefined for every other result. */
export function fileChangeOf(result: Fields, toolId: string, workspacePath: string): FileChange | undefined {
  const filePath = textAt(result, 'filePath');
  if (filePath === undefined || !Array.isArray(result['structuredPatch'])) return undefined;
  // Claude's own plan files are no change of the project.
  if (/[\\/]\.claude[\\/]plans[\\/][^\\/]+$/.test(filePath)) return undefined;
  const path = shownPath(filePath, workspacePath);
  const isNew = textAt(result, 'type') === 'create' || result['originalFile'] === null;
  const diff = isNew
    ? fileDiff(path, undefined, textAt(result, 'content') ?? '')
    : patchDiff(path, objectsAt(result, 'structuredPatch'));
  return { toolId, path, change: isNew ? 'added' : 'modified', ...diff };
}

function patchDiff(path: string, patch: readonly Fields[]): FileDiff {
  const lines = patch.flatMap((hunk) => textsAt(hunk, 'lines'));
  const hunks = patch.flatMap((hunk) => {
    const range = (side: string) => `${numberAt(hunk, `${side}Start`) ?? 0},${numberAt(hunk, `${side}Lines`) ?? 0}`;
    return [`@@ -${range('old')} +${range('new')} @@`, ...textsAt(hunk, 'lines')];
  });
  return {
    diff: `${[`--- a/${path}`, `+++ b/${path}`, ...hunks].join('\n')}\n`,
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}
