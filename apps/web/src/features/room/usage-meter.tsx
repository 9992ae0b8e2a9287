'use client';
import { strings } from '../../strings.ts';
import { count } from '../transcript/small-rows.tsx';
import { useRoom } from './room-store.ts';
import { useRoomUi } from './room-ui.ts';

const words = strings.room;

/** How full the context is, and what it cost so far, as the agent reports it. What was not reported is not 0. */
export function UsageMeter() {
  const ui = useRoomUi();
  const { agentId } = ui;
  const usage = useRoom((view) => (agentId === undefined ? undefined : view.state?.agents[agentId]?.usage));
  if (usage === undefined) return null;
  const { contextTokens: used, contextWindowTokens: all } = usage;
  const share =
    used === undefined || all === undefined || all === 0 ? undefined : Math.min(100, Math.round((used / all) * 100));
  const title = [
    words.usageTitle,
    words.tokens(count(usage.inputTokens), count(usage.outputTokens)),
    words.contextTitle(count(used), count(all)),
    usage.costUsd === undefined ? '' : words.cost(usage.costUsd.toFixed(2)),
  ]
    .filter((part) => part !== '')
    .join('\n');
  if (share === undefined && usage.inputTokens === undefined && usage.costUsd === undefined) return null;
  return (
    <button
      type="button"
      title={title}
      onClick={() => ui.open({ name: 'usage' })}
      className="inline-flex min-h-(--control) cursor-pointer items-center gap-[7px] whitespace-nowrap rounded-6 px-1.5 text-12 text-ink-2 hover:bg-hover max-md:hidden"
    >
      <span className={share === undefined ? 'sr-only' : 'max-lg:sr-only'}>{words.context} </span>
      {share === undefined ? null : (
        <>
          <span
            aria-hidden="true"
            className="block h-[5px] w-[52px] overflow-hidden rounded-[3px] bg-line-2 forced-colors:outline"
          >
            <span className="meter block h-full bg-ink-2" style={{ width: `${share}%` }} />
          </span>
          <span className="tabular-nums">{share}% </span>
        </>
      )}
      {/* Many agents report tokens and nothing else. */}
      {share === undefined && usage.costUsd === undefined ? (
        <span className="tabular-nums">{words.tokens(count(usage.inputTokens), count(usage.outputTokens))}</span>
      ) : null}
      {usage.costUsd === undefined ? null : (
        <span className="text-ink-3 tabular-nums">${usage.costUsd.toFixed(2)}</span>
      )}
    </button>
  );
}
