import type { TimelineItem } from '@collagility/protocol/state';
import type { EngineContext, EngineState, NewEvent, Step } from './engine-state.ts';

/**
 * What the last run of the bridge left open, closed honestly: a prompt that may have reached an agent is never sent
 * again by itself, a request died with the process that put it, and what waits says why it waits.
 */
export function hostStarted(state: EngineState, { room, hostId }: EngineContext, emptyTextHash: string): Step {
  const events: NewEvent[] = [];
  for (const approvalId of room.pendingApprovals) {
    const item = room.items.findLast((found) => found.kind === 'approval' && found.request.approvalId === approvalId);
    if (item?.kind !== 'approval') continue;
    const { agentId } = item.request;
    events.push({ type: 'approval.resolved', agentId, approvalId, outcome: 'void', reason: 'host_restarted' });
  }
  for (const item of room.items) events.push(...closeItem(item, emptyTextHash));
  for (const { agentId, runningPromptId, queue, queueStopped, stopped } of Object.values(room.agents)) {
    if (runningPromptId !== undefined)
      events.push({
        type: 'ai.execution.ended',
        agentId,
        promptId: runningPromptId,
        outcome: 'failed',
        reason: 'host_restarted',
      });
    if (queue.length > 0 && queueStopped === undefined)
      events.push({ type: 'ai.queue.stopped', agentId, reason: 'host_restarted' });
    if (stopped === undefined) events.push({ type: 'ai.agent.stopped', agentId, reason: 'host_restarted' });
  }
  // "For this session" meant the agent's session on the bridge that ran then.
  for (const { ruleId, agentId, scope } of Object.values(room.rules))
    if (scope === 'session') events.push({ type: 'approval.rule_revoked', agentId, ruleId, by: hostId });
  return { state, events, effects: [] };
}

/** Deltas are not journaled: what a block had said by then is gone, and the block says so. */
function closeItem(item: TimelineItem, emptyTextHash: string): NewEvent[] {
  if ((item.kind === 'text' || item.kind === 'reasoning') && item.state === 'streaming') {
    const { agentId, streamId, promptId, parentToolId } = item;
    return [
      {
        type: 'ai.stream.end',
        agentId,
        streamId,
        ...(promptId && { promptId }),
        ...(parentToolId && { parentToolId }),
        reasoning: item.kind === 'reasoning',
        content: { text: '' },
        textHash: emptyTextHash,
        len: 0,
        incomplete: true,
      },
    ];
  }
  if (item.kind === 'tool' && (item.status === 'running' || item.status === 'waiting')) {
    const { agentId, toolId, promptId } = item;
    return [
      {
        type: 'ai.tool.ended',
        agentId,
        toolId,
        ...(promptId && { promptId }),
        status: 'cancelled',
        output: { text: '' },
      },
    ];
  }
  return [];
}
