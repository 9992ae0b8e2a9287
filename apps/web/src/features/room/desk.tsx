'use client';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { ApprovalTray } from '../approvals/approval-tray.tsx';
import { Composer } from '../composer/composer.tsx';
import { Queue } from '../composer/queue.tsx';
import { Suggestions } from '../composer/suggestions.tsx';
import { useRoom } from './room-store.ts';
import { useMedia } from './use-media.ts';

/** One desk for all that waits for people: approval, queue, suggestions, composer. Its edge is blue while something waits. */
export function Desk({ onSent }: { onSent: () => void }) {
  const hasApproval = useRoom((view) => (view.state?.pendingApprovals.length ?? 0) > 0);
  const isPhone = useMedia('(max-width: 640px)');
  const isLow = useMedia('(max-height: 760px)');
  return (
    <section
      id="region-desk"
      tabIndex={-1}
      aria-label={strings.room.regions.desk}
      className="flex-none px-6 pt-1 pb-3.5 max-sm:px-0 max-sm:pb-0"
    >
      <div
        className={cx(
          'mx-auto max-w-[724px] overflow-hidden rounded-10 border bg-raised shadow-1 max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0 max-sm:shadow-none',
          hasApproval ? 'border-accent' : 'border-line-2',
        )}
      >
        <ApprovalTray />
        <Queue />
        <Suggestions isTight={isPhone || (hasApproval && isLow)} />
        <Composer onSent={onSent} />
      </div>
    </section>
  );
}
