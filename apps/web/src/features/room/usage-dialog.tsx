'use client';
import { strings } from '../../strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useRoom } from './room-store.ts';
import { useRoomUi } from './room-ui.ts';

const words = strings.room.usage;
const tokens = (count: number | undefined): string =>
  count === undefined ? strings.room.notReported : count.toLocaleString('en');

/** Everything that the agent reports of its use, one line each; what it does not report says so. */
export function UsageDialog({ onClose }: { onClose: () => void }) {
  const { agentId } = useRoomUi();
  const agent = useRoom((view) => (agentId === undefined ? undefined : view.state?.agents[agentId]));
  const usage = agent?.usage;
  const { contextTokens: used, contextWindowTokens: all, costUsd } = usage ?? {};
  const share = used === undefined || all === undefined || all === 0 ? '' : ` (${Math.round((used / all) * 100)}%)`;
  const lines: [string, string][] = [
    [words.agent, [agent?.name, agent?.model].filter(Boolean).join(', ')],
    [words.context, `${tokens(used)}${share}`],
    [words.window, tokens(all)],
    [words.input, tokens(usage?.inputTokens)],
    [words.output, tokens(usage?.outputTokens)],
    [words.reasoning, tokens(usage?.reasoningTokens)],
    [words.cacheRead, tokens(usage?.cacheReadTokens)],
    [words.cacheWrite, tokens(usage?.cacheWriteTokens)],
    [words.cost, costUsd === undefined ? strings.room.notReported : `$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`],
  ];
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p className="mb-3 text-ink-2">{agent === undefined ? words.none : words.lead}</p>
      {agent === undefined ? null : (
        <dl>
          {lines.map(([name, value]) => (
            <div key={name} className="flex items-baseline gap-3 border-line border-t py-1.5 first:border-t-0">
              <dt className="flex-1 text-ink-2">{name}</dt>
              <dd className="text-right tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}
