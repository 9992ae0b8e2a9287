'use client';
import type { AgentId, PromptId } from '@collagility/protocol/ids';
import type { ReviewThread, TimelineItem } from '@collagility/protocol/state';
import type { ChangeScope, Changes, FileChange } from '@collagility/protocol/workspace';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useSlow } from '../../lib/use-slow.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/button.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Nothing } from '../panel/nothing.tsx';
import { useRoom } from '../room/room-store.ts';
import { type RoomUi, type ShownScope, useRoomUi } from '../room/room-ui.ts';
import { useMedia } from '../room/use-media.ts';
import { Counts } from '../transcript/file-card.tsx';
import { FileChanges } from './file-changes.tsx';
import { FileTree } from './file-tree.tsx';
import { ReportedChanges } from './reported-changes.tsx';
import { changesVersion, lastTurnOf, reportedFiles, splitPath } from './reported-files.ts';
import { ReviewBar } from './review-bar.tsx';
import { Failed, Loading } from './trouble.tsx';
import { useAsk } from './use-ask.ts';
import { useLastLook } from './use-last-look.ts';

const words = strings.changes;
const noItems: TimelineItem[] = [];
const noThreads: ReviewThread[] = [];
/** While files change one after the other, git is asked this often. */
const everyMs = 1_500;

/** What changed: which files, and the diff of the one that is chosen, with what people say about its lines. */
export function ChangesTab() {
  const ui = useRoomUi();
  const roomId = useRoom((view) => view.state?.roomId) ?? '';
  const items = useRoom((view) => view.state?.items) ?? noItems;
  const version = useSlow(
    useRoom((view) => changesVersion(view.state?.items)),
    everyMs,
  );
  const lastTurn = useMemo(() => lastTurnOf(items), [items]);
  const [at, setAt] = useState<Changes['at']>();
  const looked = useLastLook(roomId, at);
  const scope = scopeOf(ui.scope, lastTurn, looked);
  const agentId = useAgentOf(ui, scope, items);
  const asked = useAsk(
    scope && { ask: 'changes', scope, ...(agentId && { agentId }) },
    version,
    JSON.stringify([scope, agentId]),
  );
  if (asked.name === 'answered' && asked.answer.at !== undefined && asked.answer.at !== at) setAt(asked.answer.at);

  const byAgent = asked.name === 'answered' && asked.answer.source === 'agent' ? asked.answer.reason : undefined;
  const turn = scope?.of === 'turn' ? scope.promptId : undefined;
  const reported = useMemo(() => (byAgent === undefined ? [] : reportedFiles(items, turn)), [byAgent, items, turn]);
  const answer = asked.name === 'answered' && byAgent === undefined ? asked.answer : undefined;
  const seen = answer !== undefined && scope?.of === 'session' ? answer.sum.files : undefined;
  const { seeFiles } = ui;
  useEffect(() => {
    seeFiles(seen);
    return () => seeFiles(undefined);
  }, [seen, seeFiles]);
  const files: readonly FileChange[] = answer?.files ?? reported;
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-2 px-3 py-2 hand:[[data-writing]_&]:hidden">
        <Segmented<ShownScope['of']>
          label={words.compare}
          value={ui.scope.of}
          onChange={(of) => ui.showScope({ of })}
          options={[
            { value: 'turn', label: words.turn, disabled: lastTurn === undefined },
            { value: 'session', label: words.session },
            { value: 'since', label: words.since, disabled: looked === undefined },
          ]}
        />
        <span className="flex-1" />
        {files.length === 0 ? null : <Counts {...sumOf(answer, files)} />}
        <SplitButton />
      </div>
      {byAgent === undefined ? null : <p className="px-3 pb-2 text-12 text-ink-3">{words.byAgent[byAgent]}</p>}
      <Answer
        asked={asked.name}
        failure={asked.name === 'failed' ? asked : undefined}
        isEmpty={files.length === 0}
        of={ui.scope.of}
      >
        <Chosen
          files={files}
          more={answer?.more ?? 0}
          draw={(file, scroller) => {
            const own = reported.find(({ path }) => path === file.path);
            if (own !== undefined) return <ReportedChanges file={own} isSplit={ui.isSplit} scroller={scroller} />;
            if (scope === undefined) return null;
            return (
              <FileChanges
                key={`${JSON.stringify(scope)} ${agentId ?? ''} ${file.path}`}
                {...{
                  file,
                  scope,
                  agentId,
                  scroller,
                  isSplit: ui.isSplit,
                  version: `${version} ${file.added} ${file.removed}`,
                }}
              />
            );
          }}
        />
      </Answer>
      <ReviewBar />
    </>
  );
}

/** Agents may work in folders of their own: a turn is its agent's, all else is looked at where the chosen one works. */
function useAgentOf(ui: RoomUi, scope: ChangeScope | undefined, items: readonly TimelineItem[]): AgentId | undefined {
  const promptId = scope?.of === 'turn' ? scope.promptId : undefined;
  return useMemo(() => {
    const prompt = items.find((item) => item.kind === 'prompt' && item.promptId === promptId);
    return prompt?.kind === 'prompt' ? prompt.agentId : ui.agentId;
  }, [items, promptId, ui.agentId]);
}

function scopeOf(shown: ShownScope, lastTurn: PromptId | undefined, looked: Changes['at']): ChangeScope | undefined {
  if (shown.of === 'session') return shown;
  if (shown.of === 'since') return looked === undefined ? { of: 'session' } : { of: 'since', checkpoint: looked };
  const promptId = shown.promptId ?? lastTurn;
  return promptId === undefined ? undefined : { of: 'turn', promptId };
}

const sumOf = (answer: Changes | undefined, files: readonly FileChange[]) =>
  answer?.sum ?? {
    added: files.reduce((sum, file) => sum + file.added, 0),
    removed: files.reduce((sum, file) => sum + file.removed, 0),
  };

/** Two columns need room. */
function SplitButton() {
  const ui = useRoomUi();
  const isNarrow = useMedia('(max-width: 40em)');
  if (isNarrow) return null;
  return (
    <IconButton
      icon="columns"
      label={ui.isSplit ? words.unified : words.split}
      aria-pressed={ui.isSplit}
      onClick={ui.toggleSplit}
      className="aria-pressed:bg-hover aria-pressed:text-ink"
    />
  );
}

function Answer({
  asked,
  failure,
  isEmpty,
  of,
  children,
}: {
  asked: 'loading' | 'failed' | 'answered';
  failure: { code: string; again: () => void } | undefined;
  isEmpty: boolean;
  of: ShownScope['of'];
  children: ReactNode;
}) {
  if (failure !== undefined)
    return (
      <div className="min-h-0 flex-1">
        <Failed {...failure} />
      </div>
    );
  if (asked === 'loading')
    return (
      <div className="min-h-0 flex-1">
        <Loading />
      </div>
    );
  if (!isEmpty) return children;
  const title = of === 'turn' ? words.noneTurn : of === 'since' ? words.noneSince : words.none;
  return (
    <div className="min-h-0 flex-1">
      <Nothing title={title} lead={words.noneLead} />
    </div>
  );
}

/** The tree above, the chosen file below; both scroll by themselves. */
function Chosen({
  files,
  more,
  draw,
}: {
  files: readonly FileChange[];
  more: number;
  draw: (file: FileChange, scroller: React.RefObject<HTMLElement | null>) => ReactNode;
}) {
  const ui = useRoomUi();
  const review = useRoom((view) => view.state?.review) ?? noThreads;
  const comments = useMemo(() => {
    const open = new Map<string, number>();
    for (const { anchor, resolvedBy, comments } of review)
      if (resolvedBy === undefined) open.set(anchor.path, (open.get(anchor.path) ?? 0) + comments.length);
    return open;
  }, [review]);
  const scroller = useRef<HTMLElement>(null);
  const chosen = files.find((file) => file.path === ui.file) ?? files[0];
  if (chosen === undefined) return null;
  return (
    <>
      <ScrollRegion
        label={words.compare}
        // Above the keyboard of a phone the lines that are written about need the place.
        className="max-h-[34%] flex-none max-sm:max-h-[26%] overflow-y-auto border-line border-b px-1.5 pb-1.5 hand:[[data-writing]_&]:hidden"
      >
        <FileTree files={files} more={more} chosen={chosen.path} comments={comments} onChoose={ui.showFile} />
      </ScrollRegion>
      <FileHead file={chosen} />
      <section
        ref={scroller}
        aria-label={words.diffOf(visibleText(chosen.path))}
        className="min-h-0 flex-1 overflow-y-auto"
      >
        <ErrorBoundary resetKey={chosen.path}>{draw(chosen, scroller)}</ErrorBoundary>
      </section>
    </>
  );
}

function FileHead({ file }: { file: FileChange }) {
  const ui = useRoomUi();
  const [folder, name] = splitPath(file.path);
  return (
    <div className="flex min-h-9 flex-none items-center gap-2 border-line border-b pr-1 pl-3 hand:min-h-11">
      <code className="flex min-w-0 text-12" title={visibleText(file.path)}>
        {folder === '' ? null : (
          <>
            {/* Of a long one its beginning stays; a short one is as wide as it is. */}
            <span className="shrink-[999] truncate" style={{ minWidth: `${Math.min(3, folder.length)}ch` }}>
              {visibleText(folder)}
            </span>
            /
          </>
        )}
        <b className="min-w-0 truncate font-semibold">{visibleText(name)}</b>
      </code>
      <span className="min-w-0 flex-1 truncate text-12 text-ink-3">
        {file.previousPath === undefined ? '' : words.from(visibleText(file.previousPath))}
      </span>
      {file.change === 'deleted' ? null : (
        <IconButton icon="file" label={words.files.open} onClick={() => ui.openFile(file.path)} />
      )}
    </div>
  );
}
