'use client';
import { FileDiff } from './file-diff.tsx';
import type { ReportedFile } from './reported-files.ts';

/** Where nothing can be compared: every edit of a file as the agent reported it. */
export function ReportedChanges({ file }: { file: ReportedFile }) {
  return file.edits.map((edit) => (
    <div key={edit.id} className="border-line border-b last:border-b-0">
      <FileDiff path={edit.path} diff={edit.diff} />
    </div>
  ));
}
