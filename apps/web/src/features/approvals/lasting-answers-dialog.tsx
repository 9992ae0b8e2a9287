'use client';
import type { NativeOption } from '@collagility/protocol/events';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Answering, Request } from './answering.ts';
import { useArmed } from './arming.ts';

const words = strings.approvals.lasting;

type Props = { request: Request; answering: Answering; onClose: () => void; isLive: boolean };

/** What the agent itself would keep beyond this call, each under what it really does; for the host alone (CLG-77). */
export function LastingAnswersDialog({ request, answering, onClose, isLive }: Props) {
  // The click that opened this has not read it.
  const isArmed = useArmed(request.approvalId, isLive);
  const choose = ({ optionId, decision }: NativeOption) => {
    if (decision === 'allow') answering.allow({ optionId });
    else answering.deny({ optionId });
    onClose();
  };
  return (
    <Dialog title={words.title} onClose={onClose} footer={<Button onClick={onClose}>{strings.cancel}</Button>}>
      <p className="mb-3 text-ink-2">{words.lead}</p>
      <ul className="grid gap-2.5">
        {(request.nativeOptions ?? []).map((option) => (
          <li key={option.optionId} className="rounded-10 border border-line-2 px-3.5 py-3">
            <p className="font-semibold [overflow-wrap:anywhere]">{visibleText(option.label)}</p>
            <p className="mt-0.5 text-ink-2 [overflow-wrap:anywhere]">
              {option.words === undefined ? null : `${visibleText(option.words)} `}
              {words.reach[option.reach]}
            </p>
            <Button
              look={option.decision === 'allow' ? 'plain' : 'bad'}
              className="mt-2.5 hand:min-h-11"
              disabled={!isArmed || answering.isLocked || (option.decision === 'allow' && !answering.elided.isWhole)}
              onClick={() => choose(option)}
            >
              {words[option.decision]}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
