import type { Command, CommandOutcome } from '@collagility/protocol/commands';
import { commandErrors } from '@collagility/protocol/errors';
import type { HostActions } from './faces/face.ts';
import type { Session } from './session/session.ts';

export type HostActionsOptions = {
  session: Session;
  openPage(): void;
  newHostLink(): string;
  /** What the host is told when something could not be done. */
  tell(text: string): void;
  end(): void;
};

/** The room's own chain vouches for the terminal: it is no device that signs. */
const unsigned = { statement: '', signature: '' };

/** What keys and stdin lines do: the same commands as any page of the host gives. */
export function hostActions({ session, openPage, newHostLink, tell, end }: HostActionsOptions): HostActions {
  const report = (outcome: CommandOutcome) => {
    if (outcome.state === 'rejected') tell(outcome.detail ?? textOf(outcome.code));
  };
  const act = (command: Command) => {
    Promise.resolve(session.act(command)).then(report, (error: unknown) =>
      tell(error instanceof Error ? error.message : String(error)),
    );
  };
  return {
    admit: (cardId) => act({ type: 'lobby.answer', cardId, decision: 'admit' }),
    turnAway: (cardId) => act({ type: 'lobby.answer', cardId, decision: 'deny' }),
    answer: (approvalId, { allow, scope, feedback }) =>
      act({
        type: 'approval.answer',
        approvalId,
        decision: allow ? 'allow' : 'deny',
        extra: JSON.stringify({ scope, ...(feedback === undefined ? {} : { feedback }) }),
        signed: unsigned,
      }),
    interrupt(agentIds) {
      const named = agentIds?.map((agentId) => ({ agentId }));
      const all = Object.values(session.host.state.agents);
      const running = all.filter(({ runningPromptId }) => runningPromptId !== undefined);
      // With none at work the one answer says so.
      for (const { agentId } of named ?? (running.length > 0 ? running : all.slice(0, 1)))
        act({ type: 'turn.interrupt', agentId });
    },
    goOn(agentIds) {
      const held = Object.values(session.host.state.agents).filter(({ queueStopped }) => queueStopped !== undefined);
      // One that was named and is not held is answered so.
      for (const agentId of agentIds ?? held.map((agent) => agent.agentId)) act({ type: 'queue.resume', agentId });
    },
    pauseOrResume: () => act({ type: session.host.state.paused === undefined ? 'room.pause' : 'room.resume' }),
    panic: () => act({ type: 'room.panic' }),
    openPage,
    newHostLink,
    end,
  };
}

function textOf(code: string): string {
  return Object.entries(commandErrors).find(([known]) => known === code)?.[1].text ?? `That was refused (${code}).`;
}
