'use client';
import type { SentCommand } from '@collagility/protocol/client/view';
import type { ApprovalExtra } from '@collagility/protocol/commands';
import type { RoomEventOf } from '@collagility/protocol/events';
import type { ApprovalId } from '@collagility/protocol/ids';
import { useMemo, useState } from 'react';
import { useActions, useRoom } from '../room/room-store.ts';
import { useElided } from './use-elided.ts';

export type Request = RoomEventOf<'approval.requested'>;

/** What became of this page's own answer, if it gave one. */
function useMyAnswer(approvalId: ApprovalId): SentCommand | undefined {
  const commands = useRoom((view) => view.commands);
  return commands.findLast(({ command }) => command.type === 'approval.answer' && command.approvalId === approvalId);
}

export type Answering = {
  mine: SentCommand | undefined;
  /** An answer is on its way or was taken: the buttons stay locked. */
  isLocked: boolean;
  /** It waits for no answer any more. */
  isOver: boolean;
  mayAnswer: boolean;
  mayKeepRule: boolean;
  /** The agent's own lasting answers are the host's alone. */
  mayChooseLasting: boolean;
  mayEdit: boolean;
  elided: ReturnType<typeof useElided>;
  allow(extra?: Partial<ApprovalExtra>): void;
  deny(extra?: Partial<ApprovalExtra>): void;
};

const final = new Set(['rejected', 'dropped', 'unknown']);

/** The acts on one request, by the rights of the one who looks at it. */
export function useAnswering(
  request: Request,
  two: { isForTwo: boolean; haveISigned: boolean } = { isForTwo: false, haveISigned: false },
): Answering {
  const actions = useActions();
  const me = useRoom((view) => view.me);
  const isOver = useRoom((view) => view.state?.pendingApprovals.includes(request.approvalId) === false);
  const sent = useMyAnswer(request.approvalId);
  // My signature stands on the line already: what became of the sending is no news, and a denial is still open to me.
  const mine = sent?.state === 'done' && two.haveISigned ? undefined : sent;
  const elided = useElided(request.elided);
  // Between the press and the first word of the Worker about it.
  const [pressedFor, setPressedFor] = useState<ApprovalId>();
  const isOnItsWay =
    mine === undefined ? pressedFor === request.approvalId && !two.haveISigned : !final.has(mine.state);
  return useMemo(() => {
    const answer = (decision: 'allow' | 'deny', extra: Partial<ApprovalExtra>) => {
      const seen = elided.seen.length > 0 && decision === 'allow' ? { seen: elided.seen } : {};
      setPressedFor(request.approvalId);
      actions.send({
        type: 'approval.answer',
        approvalId: request.approvalId,
        decision,
        extra: JSON.stringify({ scope: 'once', ...extra, ...seen }),
      });
    };
    const isHost = me?.rights.manage ?? false;
    return {
      mine,
      isLocked: isOnItsWay || isOver,
      isOver,
      mayAnswer: (me?.rights.approve ?? false) && !(me?.frozen ?? false),
      mayKeepRule: isHost && request.sessionRule !== undefined && !two.isForTwo,
      mayChooseLasting: isHost && (request.nativeOptions ?? []).length > 0 && !two.isForTwo,
      mayEdit: request.mayEdit && !two.isForTwo && (request.hidden === 0 || isHost),
      elided,
      allow: (extra = {}) => answer('allow', extra),
      deny: (extra = {}) => answer('deny', extra),
    };
  }, [actions, elided, isOnItsWay, isOver, me, mine, request, two.isForTwo]);
}
