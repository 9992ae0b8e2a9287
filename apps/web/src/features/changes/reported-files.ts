import type { PromptId } from '@collagility/protocol/ids';
import type { FileItem, TimelineItem } from '@collagility/protocol/state';

/** One file with all that an agent reported of it, oldest first. */
export type ReportedFile = {
  path: string;
  change: FileItem['change'];
  previousPath?: string;
  added: number;
  removed: number;
  edits: FileItem[];
};

/** What the agents themselves said that they changed: in the whole session, or in one turn. */
export function reportedFiles(items: readonly TimelineItem[], promptId?: PromptId): ReportedFile[] {
  const files = new Map<string, ReportedFile>();
  for (const item of items) {
    if (item.kind !== 'file' || (promptId !== undefined && item.promptId !== promptId)) continue;
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

/** The turn that runs, or ran last. */
export function lastTurnOf(items: readonly TimelineItem[]): PromptId | undefined {
  const prompt = items.findLast(
    (item) => item.kind === 'prompt' && item.state !== 'queued' && item.state !== 'held' && item.state !== 'removed',
  );
  return prompt?.kind === 'prompt' ? prompt.promptId : undefined;
}

/** Grows whenever the files may be others than before. */
export function changesVersion(items: readonly TimelineItem[] | undefined): number {
  let version = 0;
  for (const item of items ?? []) {
    const mayHaveChanged =
      item.kind === 'file' ||
      item.kind === 'restore' ||
      item.kind === 'prompt' ||
      (item.kind === 'tool' && item.status !== 'running' && item.status !== 'waiting');
    if (mayHaveChanged && item.lastSeq > version) version = item.lastSeq;
  }
  return version;
}

/** `src/a/b.ts` → [`src/a`, `b.ts`]. */
export function splitPath(path: string): [folder: string, name: string] {
  const at = path.lastIndexOf('/');
  return at === -1 ? ['', path] : [path.slice(0, at), path.slice(at + 1)];
}
