'use client';
import { useActions, useRoom } from './room-store.ts';
import { useRoomUi } from './room-ui.ts';

/** Interrupts the turn that runs; `undefined` where nothing runs or it is not allowed. */
export function useInterrupt(): (() => void) | undefined {
  const actions = useActions();
  const { agentId } = useRoomUi();
  const promptId = useRoom((view) =>
    // In a room that has ended nothing runs any more, whatever was said last.
    agentId === undefined || view.state?.ended !== undefined ? undefined : view.state?.agents[agentId]?.runningPromptId,
  );
  const mayInterrupt = useRoom((view) => view.me?.rights.interrupt === true && !view.me.frozen);
  if (agentId === undefined || promptId === undefined || !mayInterrupt) return undefined;
  return () => {
    actions.send({ type: 'turn.interrupt', agentId, promptId });
  };
}
