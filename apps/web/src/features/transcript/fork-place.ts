import type { PromptItem, RoomState, TextItem } from '@collagility/protocol/state';

/** Where a copy of the session could go on: after this very turn, or from where it is now; else why it cannot from here. */
export type ForkPlace = 'turn' | 'end' | 'no_copies' | 'end_only' | 'runs' | 'no_end';

/** Undefined where there is nothing to copy: a prompt that waits, or an agent that this page does not know. */
export function forkPlace(
  state: RoomState | undefined,
  { agentId, promptId }: PromptItem | TextItem,
): ForkPlace | undefined {
  const agent = state?.agents[agentId];
  if (agent === undefined || promptId === undefined) return undefined;
  const turns = (state?.items ?? []).flatMap((item) =>
    item.kind === 'prompt' && item.agentId === agentId ? [item] : [],
  );
  const begun = turns.filter((turn) => !['queued', 'held', 'removed'].includes(turn.state));
  const turn = begun.find((one) => one.promptId === promptId);
  if (turn === undefined) return undefined;
  if (!agent.capabilities.includes('fork')) return 'no_copies';
  if (agent.capabilities.includes('forkAt'))
    return turn.state === 'completed' ? 'turn' : turn.state === 'running' ? 'runs' : 'no_end';
  if (turn !== begun.at(-1)) return 'end_only';
  return agent.runningPromptId === undefined ? 'end' : 'runs';
}
