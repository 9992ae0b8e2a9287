import type { SentCommand } from '@collagility/protocol/client/view';
import { commandErrors } from '@collagility/protocol/errors';
import { strings } from '../../strings.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';

const words = strings.approvals.life;

const icons: Record<SentCommand['state'], IconName> = {
  sending: 'up',
  sent: 'up',
  accepted: 'up',
  queued: 'up',
  done: 'check',
  rejected: 'cross',
  unknown: 'question',
  dropped: 'cross',
};

/** After a press, one line tells the truth. */
export function AnswerState({ sent }: { sent: SentCommand }) {
  const isWaiting = sent.state === 'sending';
  return (
    <p role="status" className="flex min-h-8 items-center gap-2 max-sm:py-1">
      {isWaiting ? <Spinner /> : <Icon name={icons[sent.state]} />}
      <span>
        <span className="mr-2 font-medium">{words[sent.state]}</span>
        <span className="text-12 text-ink-3">{noteOf(sent)}</span>
      </span>
    </p>
  );
}

function noteOf(sent: SentCommand): string {
  switch (sent.state) {
    case 'sending':
      return words.sendingNote;
    case 'sent':
    case 'accepted':
    case 'queued':
      return words.sentNote;
    case 'unknown':
      return words.unknownNote;
    case 'dropped':
      return sent.droppedBecause ?? '';
    case 'rejected':
      return sent.outcome?.state === 'rejected' ? textOfCode(sent.outcome.code, sent.outcome.detail) : '';
    case 'done':
      return '';
  }
}

/** What the host said of this very command, else the sentence for its code; a newer host may say one that is not known here. */
export function textOfCode(code: string, detail?: string): string {
  if (detail !== undefined && detail !== '') return detail;
  const known = Object.entries(commandErrors).find(([name]) => name === code);
  return known?.[1].text ?? code;
}
