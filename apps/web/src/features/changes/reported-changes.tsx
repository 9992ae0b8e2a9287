'use client';
import type { FileItem } from '@collagility/protocol/state';
import { type RefObject, useMemo } from 'react';
import { useBigText } from '../transcript/big-text.ts';
import { DiffLines } from './diff-lines.tsx';
import { type DiffRow, rowsOfDiff } from './diff-rows.ts';
import { FileDiff } from './file-diff.tsx';
import type { ReportedFile } from './reported-files.ts';
import { useLineTalk } from './use-line-talk.tsx';

const noRows: DiffRow[] = [];

/**
 * Where nothing can be compared: every edit of a file as the agent reported it, the latest first. Its lines can be
 * spoken of as those of git: a comment holds to the text of its line.
 */
export function ReportedChanges({
  file,
  isSplit,
  scroller,
}: {
  file: ReportedFile;
  isSplit: boolean;
  scroller: RefObject<HTMLElement | null>;
}) {
  const [latest, ...earlier] = file.edits.toReversed();
  return (
    <>
      {latest === undefined ? null : <LatestEdit key={latest.id} edit={latest} isSplit={isSplit} scroller={scroller} />}
      {earlier.map((edit) => (
        <div key={edit.id} className="border-line border-t">
          <FileDiff path={edit.path} diff={edit.diff} />
        </div>
      ))}
    </>
  );
}

function LatestEdit({
  edit,
  isSplit,
  scroller,
}: {
  edit: FileItem;
  isSplit: boolean;
  scroller: RefObject<HTMLElement | null>;
}) {
  const { state } = useBigText(edit.diff);
  const text = state.name === 'ends' ? undefined : state.text;
  const rows = useMemo(() => (text === undefined ? noRows : rowsOfDiff(text)), [text]);
  const { talk, outside } = useLineTalk(edit.path, rows, edit.agentId);
  return (
    <>
      {rows.length === 0 ? (
        <FileDiff path={edit.path} diff={edit.diff} />
      ) : (
        <DiffLines path={edit.path} rows={rows} isSplit={isSplit} scroller={scroller} {...(talk && { talk })} />
      )}
      {outside}
    </>
  );
}
