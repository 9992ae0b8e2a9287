import type { CommandOutcome } from '@collagility/protocol/commands';
import { commandErrors } from '@collagility/protocol/errors';
import type { RoomHost } from '@collagility/protocol/host/contract';
import type { HostActions } from './faces/face.ts';
import type { TerminalDevice } from './terminal-device.ts';

export type HostActionsOptions = {
  host: RoomHost;
  device: TerminalDevice;
  openPage(): void;
  newHostLink(): string;
  /** What the host is told when something could not be done. */
  tell(text: string): void;
  end(): void;
};

/** What keys and stdin lines do, as commands of the terminal's device. */
export function hostActions({ host, device, openPage, newHostLink, tell, end }: HostActionsOptions): HostActions {
  const report = (outcome: CommandOutcome) => {
    if (outcome.state !== 'rejected') return;
    tell(outcome.detail ?? textOf(outcome.code));
  };
  const act = (command: Parameters<TerminalDevice['act']>[0]) => {
    device.act(command).then(report, (error: unknown) => tell(error instanceof Error ? error.message : String(error)));
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
      }),
    interrupt() {
      for (const { agentId } of Object.values(host.state.agents)) act({ type: 'turn.interrupt', agentId });
    },
    pauseOrResume: () => act({ type: host.state.paused === undefined ? 'room.pause' : 'room.resume' }),
    panic: () => act({ type: 'room.panic' }),
    openPage,
    newHostLink,
    end,
  };
}

function textOf(code: string): string {
  return Object.entries(commandErrors).find(([known]) => known === code)?.[1].text ?? `That was refused (${code}).`;
}
