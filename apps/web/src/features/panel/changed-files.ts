import type { FileItem, TimelineItem } from '@collagility/protocol/state';

/** One file with all that happened to it, oldest first. */
export type ChangedFile = {
  path: string;
  change: FileItem['change'];
  previousPath?: string;
  added: number;
  removed: number;
  edits: FileItem[];
};

/** The files of the whole session, or of the turn that ran last. */
export function changedFiles(items: readonly TimelineItem[], scope: 'session' | 'turn'): ChangedFile[] {
  const lastTurn = scope === 'turn' ? lastTurnOf(items) : undefined;
  const files = new Map<string, ChangedFile>();
  for (const item of items) {
    if (item.kind !== 'file' || (scope === 'turn' && item.promptId !== lastTurn)) continue;
    const known = files.get(item.path);
    files.set(item.path, {
      path: item.path,
      // A file that was added and then edited is an added file.
      change: known?.change === 'added' && item.change === 'modified' ? 'added' : item.change,
      ...(item.previousPath !== undefined && { previousPath: item.previousPath }),
      added: (known?.added ?? 0) + item.added,
      removed: (known?.removed ?? 0) + item.removed,
      edits: [...(known?.edits ?? []), item],
    });
  }
  return [...files.values()].sort((a, b) => a.path.localeCompare(b.path));
}

function lastTurnOf(items: readonly TimelineItem[]): string | undefined {
  const prompt = items.findLast(
    (item) => item.kind === 'prompt' && item.state !== 'queued' && item.state !== 'held' && item.state !== 'removed',
  );
  return prompt?.kind === 'prompt' ? prompt.promptId : undefined;
}

/** `src/a/b.ts` → [`src/a`, `b.ts`]. */
export function splitPath(path: string): [folder: string, name: string] {
  const at = path.lastIndexOf('/');
  return at === -1 ? ['', path] : [path.slice(0, at), path.slice(at + 1)];
}
