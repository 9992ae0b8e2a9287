'use client';
import { joinedText } from '@collagility/protocol/live-text';
import type { ApprovalItem, TimelineItem, ToolItem } from '@collagility/protocol/state';
import { type ReactNode, useState } from 'react';
import { duration, elapsed } from '../../lib/time.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ResolutionLine } from '../approvals/approval-record.tsx';
import { useIsHostAway } from '../people/use-presence.ts';
import { useRoom } from '../room/room-store.ts';
import { useHostNow } from '../room/use-host-now.ts';
import { sizeOf } from './big-text.ts';
import { toolIcons } from './tool-icons.ts';
import { ToolInput, ToolOutput } from './tool-parts.tsx';

const words = strings.transcript;

/** One call of a tool: what, how it stands, who allowed it; its output below. A failed one opens by itself. */
export function ToolCard({
  item,
  approval,
  steps,
  renderStep,
}: {
  item: ToolItem;
  approval: ApprovalItem | undefined;
  steps: TimelineItem[];
  renderStep: (step: TimelineItem) => ReactNode;
}) {
  // What somebody opened or closed stays so; else it is open while it matters.
  const [chosen, setChosen] = useState<boolean>();
  const opensByItself = item.status === 'running' || item.status === 'failed' || item.toolKind === 'execute';
  const isOpen = chosen ?? opensByItself;
  const isCommand = item.toolKind === 'execute';
  // What runs is said by the host: while it is away nobody knows.
  const isAway = useIsHostAway();
  const isRunning = item.status === 'running' && !isAway;
  const title = visibleText(item.title);
  return (
    <div className="ml-[34px] overflow-hidden rounded-8 border border-line bg-surface max-sm:ml-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setChosen(!isOpen)}
        className="flex min-h-[34px] w-full min-w-0 cursor-pointer items-center gap-2 pr-3 pl-2.5 text-left hover:bg-hover hand:min-h-11 [&>svg]:text-ink-3"
      >
        <Icon name="right" size={12} className={cx('transition-transform duration-90', isOpen && 'rotate-90')} />
        {isRunning ? <Spinner /> : <Icon name={statusIcon(item)} className={statusColor(item)} />}
        {isCommand ? (
          <code className={cx('min-w-0 text-[0.78125rem]', isOpen ? '[overflow-wrap:anywhere] py-1.5' : 'truncate')}>
            {title}
          </code>
        ) : (
          <span className="min-w-0 truncate">{title}</span>
        )}
        <span className="flex-1" />
        <span className="flex-none whitespace-nowrap text-12 text-ink-3 tabular-nums">
          <StatusWords item={item} isRunning={isRunning} />
        </span>
      </button>
      {isOpen ? (
        <>
          {isCommand ? null : <ToolInput input={item.input} />}
          {item.output === undefined ? <LiveOutput item={item} /> : <ToolOutput output={item.output} />}
          {steps.length === 0 ? null : (
            <div className="grid gap-2 border-line border-t px-3 py-2.5 [&_.ml-\[34px\]]:ml-0">
              {steps.map(renderStep)}
            </div>
          )}
        </>
      ) : null}
      {approval?.resolution === undefined ? null : (
        <div className="border-line border-t px-3 pb-2">
          <ResolutionLine item={approval} resolution={approval.resolution} />
        </div>
      )}
    </div>
  );
}

function StatusWords({ item, isRunning }: { item: ToolItem; isRunning: boolean }) {
  if (isRunning) return <Running sinceMs={item.atMs} />;
  if (item.status === 'running') return words.tool.wasRunning;
  const exit = item.exitCode === undefined ? words.tool[item.status] : words.exit(item.exitCode);
  const time = item.durationMs === undefined || item.durationMs < 1000 ? '' : `, ${duration(item.durationMs)}`;
  return (
    <span className={item.status === 'failed' ? 'text-bad' : undefined}>
      {exit}
      {time}
    </span>
  );
}

function Running({ sinceMs }: { sinceMs: number }) {
  const now = useHostNow();
  return `${words.tool.running} ${elapsed(now - sinceMs)}`;
}

function LiveOutput({ item }: { item: ToolItem }) {
  const live = useRoom((view) => view.live[item.toolId]);
  if (live === undefined || live.x === '') return null;
  return (
    <>
      <ToolOutput output={{ text: joinedText(live, () => '⋯') }} isLive />
      {live.cut === undefined ? null : (
        <p className="border-line border-t bg-sunken px-3 py-1 text-12 text-ink-3">
          {words.leftOut(sizeOf(live.cut.units))}
        </p>
      )}
    </>
  );
}

const statusIcon = (item: ToolItem): IconName =>
  item.status === 'failed' ? 'cross' : item.status === 'cancelled' ? 'stop' : toolIcons[item.toolKind];
const statusColor = (item: ToolItem): string => (item.status === 'failed' ? 'text-bad!' : '');
