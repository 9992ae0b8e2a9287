import { type Fields, fieldsAt, given, objectsAt, textAt } from '../../fields.ts';
import type { AdapterEventPayloads } from '../../port.ts';
import { shownPath } from '../../shown-path.ts';
import { fileDiff } from '../../unified-diff.ts';

type FileChange = AdapterEventPayloads['FILE_CHANGED'];

/** What a finished patch changed, each file as a unified diff. */
export function fileChangesOf(item: Fields, toolId: string, workspacePath: string): FileChange[] {
  return objectsAt(item, 'changes').map((change) => {
    const path = shownPath(textAt(change, 'path') ?? '', workspacePath);
    const diff = textAt(change, 'diff') ?? '';
    const kind = fieldsAt(change, 'kind');
    switch (textAt(kind, 'type')) {
      case 'add':
        return { toolId, path, change: 'added', ...fileDiff(path, undefined, diff) };
      case 'delete':
        return { toolId, path, change: 'deleted', ...fileDiff(path, diff, undefined) };
      default:
        return { toolId, ...updated(path, textAt(kind, 'move_path'), diff, workspacePath) };
    }
  });
}

function updated(path: string, movePath: string | undefined, diff: string, workspacePath: string) {
  const to = movePath === undefined ? path : shownPath(movePath, workspacePath);
  // A rename is told once more behind the hunks, in words.
  const hunks = movePath === undefined ? diff : diff.replace(/(?:^|(?<!\n)\n+)Moved to: [^\n]*\n?$/, '\n');
  const lines = hunks.split('\n').filter((line) => !line.startsWith('@@'));
  return {
    path: to,
    ...given('previousPath', movePath === undefined ? undefined : path),
    change: movePath === undefined ? ('modified' as const) : ('renamed' as const),
    diff: hunks.trim() === '' ? '' : `--- a/${path}\n+++ b/${to}\n${hunks}`,
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}
