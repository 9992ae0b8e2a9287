'use client';
import type { SentCommand } from '@collagility/protocol/client/view';
import { acts, refusedActs } from '../../strings/acts.ts';
import { strings } from '../../strings.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { textOfCode } from '../approvals/answer-state.tsx';
import { isRefusedAct } from './is-refused-act.ts';
import { useActions, useRoom } from './room-store.ts';

const words = strings.room.composer;
const shownAtOnce = 3;

/** What somebody pressed and the host did not do, with the reason: a press must not look as if it had worked. */
export function RefusedActs() {
  const commands = useRoom((view) => view.commands);
  const refused = commands.filter(isRefusedAct);
  if (refused.length === 0) return null;
  return (
    <section aria-label={refusedActs.label} className="grid gap-2">
      {refused.slice(-shownAtOnce).map((sent) => (
        <Refused key={sent.commandId} sent={sent} />
      ))}
    </section>
  );
}

function Refused({ sent }: { sent: SentCommand }) {
  const actions = useActions();
  const { command, commandId, state, outcome, droppedBecause } = sent;
  const why =
    outcome?.state === 'rejected'
      ? textOfCode(outcome.code, outcome.detail)
      : state === 'dropped'
        ? (droppedBecause ?? '')
        : refusedActs.restarted;
  return (
    <Banner
      tone="bad"
      icon="warning"
      title={(state === 'unknown' ? refusedActs.notKnown : refusedActs.notDone)(acts[command.type])}
      action={
        <span className="flex gap-1.5">
          {/* Under the same id: the host never got it. */}
          {state === 'dropped' ? <Button onClick={() => actions.retry(commandId)}>{words.retry}</Button> : null}
          <Button look={state === 'dropped' ? 'ghost' : 'plain'} onClick={() => actions.dismiss(commandId)}>
            {words.dismiss}
          </Button>
        </span>
      }
    >
      {why}
    </Banner>
  );
}
