'use client';
import type { AgentId } from '@collagility/protocol/ids';
import type { ChangeScope, FileChange } from '@collagility/protocol/workspace';
import { type RefObject, useMemo, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { sizeOf } from '../transcript/big-text.ts';
import { DiffLines } from './diff-lines.tsx';
import { rowsOfDiff } from './diff-rows.ts';
import { Failed, Loading } from './trouble.tsx';
import { useAsk } from './use-ask.ts';
import { useLineTalk } from './use-line-talk.tsx';

const words = strings.changes;
/** So much context is the whole file. */
const wholeContext = 100_000;

/** What changed in one file, as the host's git says, with what people say about its lines. */
export function FileChanges({
  file,
  scope,
  agentId,
  version,
  isSplit,
  scroller,
}: {
  file: FileChange;
  scope: ChangeScope;
  agentId: AgentId | undefined;
  version: string;
  isSplit: boolean;
  scroller: RefObject<HTMLElement | null>;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const [isExpanded, setIsExpanded] = useState(false);
  const { path, previousPath } = file;
  const asked = useAsk(
    {
      ask: 'diff',
      scope,
      path,
      ...(agentId && { agentId }),
      ...(previousPath !== undefined && { previousPath }),
      ...(isWhole && { whole: true }),
      ...(isExpanded && { context: wholeContext }),
    },
    version,
    path,
  );
  const diff = asked.name === 'answered' ? asked.answer.diff : '';
  const rows = useMemo(() => rowsOfDiff(diff), [diff]);
  const { talk, outside } = useLineTalk(path, rows, agentId);
  if (asked.name === 'loading') return <Loading />;
  if (asked.name === 'failed') return <Failed code={asked.code} again={asked.again} />;
  const { without, oldBytes, newBytes, elidedLines, isCut } = asked.answer;
  if (without !== undefined)
    return (
      <>
        <div className="px-4 py-4">
          <p>{words.without[without]}</p>
          <p className="mt-1 text-12 text-ink-3 tabular-nums">
            {words.bytes(
              oldBytes === undefined ? undefined : sizeOf(oldBytes),
              newBytes === undefined ? undefined : sizeOf(newBytes),
            )}
          </p>
        </div>
        {outside}
      </>
    );
  if (rows.length === 0)
    return (
      <>
        <p className="px-4 py-4 text-ink-3">
          {file.change === 'added' || file.change === 'deleted' ? words.emptyFile : words.sameText}
        </p>
        {outside}
      </>
    );
  return (
    <div aria-busy={asked.isStale}>
      {file.without === 'submodule' ? <p className="px-3 py-2 text-12 text-ink-3">{words.without.submodule}</p> : null}
      <DiffLines
        path={path}
        rows={rows}
        isSplit={isSplit}
        scroller={scroller}
        {...(talk && { talk })}
        {...(isExpanded ? {} : { onExpand: () => setIsExpanded(true) })}
      />
      {elidedLines > 0 ? (
        <p className="flex items-center gap-2 px-3 py-2 text-12 text-ink-3">
          {words.elided(elidedLines)}
          <Button size="small" onClick={() => setIsWhole(true)}>
            {words.showAll}
          </Button>
        </p>
      ) : null}
      {isCut ? <p className="px-3 py-2 text-12 text-ink-3">{words.cut}</p> : null}
      {outside}
    </div>
  );
}
