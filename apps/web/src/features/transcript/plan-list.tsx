import type { PlanEntry } from '@collagility/protocol/events';
import { visibleText } from '../../lib/visible-text.ts';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';

const names = { pending: 'to do', in_progress: 'now', completed: 'done' } as const;

/** Steps of a plan; each state has its own shape. */
export function PlanList({ entries }: { entries: readonly PlanEntry[] }) {
  return (
    <ol className="grid gap-px">
      {entries.map((entry, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: steps of a plan have no other identity
          key={index}
          className={cx(
            'flex min-h-6 items-start gap-[9px]',
            entry.status === 'completed' && 'text-ink-3',
            entry.status === 'in_progress' && 'font-medium text-ink',
            entry.status === 'pending' && 'text-ink-2',
          )}
        >
          <span
            role="img"
            aria-label={names[entry.status]}
            className={cx(
              'mt-[3px] grid size-3.5 flex-none place-items-center rounded-full',
              entry.status === 'completed' && 'bg-ink-3 text-surface',
              entry.status === 'in_progress' && 'border-4 border-ink',
              entry.status === 'pending' && 'border-[1.4px] border-ink-3',
            )}
          >
            {entry.status === 'completed' ? <Icon name="check" size={10} /> : null}
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">{visibleText(entry.text)}</span>
        </li>
      ))}
    </ol>
  );
}
