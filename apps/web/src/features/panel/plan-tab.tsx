'use client';
import { strings } from '../../strings.ts';
import { useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { PlanList } from '../transcript/plan-list.tsx';
import { Nothing } from './nothing.tsx';

const words = strings.room.plan;

/** The agent's own list of what it does. */
export function PlanTab() {
  const { agentId } = useRoomUi();
  const plan = useRoom((view) => (agentId === undefined ? undefined : view.state?.agents[agentId]?.plan));
  if (plan === undefined || plan.length === 0) return <Nothing title={words.none} lead={words.noneLead} />;
  const done = plan.filter((entry) => entry.status === 'completed').length;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
      <p className="mb-2 text-12 text-ink-3 tabular-nums">{words.done(done, plan.length)}</p>
      <PlanList entries={plan} />
    </div>
  );
}
