'use client';
import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { ApprovalTray } from '../approvals/approval-tray.tsx';
import { Composer } from '../composer/composer.tsx';
import { useRoom } from './room-store.ts';
import { useRoomUi } from './room-ui.ts';
import { useMedia } from './use-media.ts';

/** They come with the first of what they show. */
const Queue = lazyPart(async () => (await import('../composer/queue.tsx')).Queue);
const Suggestions = lazyPart(async () => (await import('../composer/suggestions.tsx')).Suggestions);

/** One desk for all that waits for people: approval, queue, suggestions, composer. Its edge is blue while something waits. */
export function Desk({ onSent }: { onSent: () => void }) {
  const pending = useRoom((view) => view.state?.pendingApprovals.join() ?? '');
  const hasApproval = pending !== '';
  const { agentId } = useRoomUi();
  const hasQueue = useRoom((view) => agentId !== undefined && (view.state?.agents[agentId]?.queue.length ?? 0) > 0);
  const hasSuggestions = useRoom((view) => (view.state?.suggestions.length ?? 0) > 0);
  const isPhone = useMedia('(max-width: 40em)');
  const isLow = useMedia('(max-height: 760px)');
  return (
    <section
      id="region-desk"
      tabIndex={-1}
      aria-label={strings.room.regions.desk}
      // Never more than the middle has: the composer keeps its place, what waits above it shares the rest, each part
      // scrolling in itself. Only on a phone that is held sideways not even their least fits: there all of it scrolls.
      // Of a terminal that somebody types into above a phone's keyboard every line counts; a request is never hidden.
      className="mt-auto flex min-h-0 flex-col overflow-y-auto px-6 pt-1 pb-3.5 max-sm:bg-raised max-sm:px-0 max-sm:pt-0 max-sm:pb-0 [[data-writing]:has([data-typing])_&:not(:has(#approval-tray))]:hidden"
    >
      <div
        className={cx(
          '@container/desk mx-auto flex min-h-0 w-full max-w-[724px] flex-col rounded-10 border bg-raised shadow-1 [@media(max-height:420px)]:shrink-0 max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0 max-sm:shadow-none',
          hasApproval ? 'border-accent' : 'border-line-2',
        )}
      >
        {/* One that cannot be drawn does not take the others with it, the composer least of all. */}
        <ErrorBoundary resetKey={pending}>
          <ApprovalTray />
        </ErrorBoundary>
        <ErrorBoundary resetKey={hasQueue}>
          <Suspense>{hasQueue ? <Queue /> : null}</Suspense>
        </ErrorBoundary>
        <ErrorBoundary resetKey={hasSuggestions}>
          <Suspense>{hasSuggestions ? <Suggestions isTight={isPhone || (hasApproval && isLow)} /> : null}</Suspense>
        </ErrorBoundary>
        <Composer onSent={onSent} />
      </div>
    </section>
  );
}
