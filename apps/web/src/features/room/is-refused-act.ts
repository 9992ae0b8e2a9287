import type { SentCommand } from '@collagility/protocol/client/view';
import type { CommandType } from '@collagility/protocol/commands';

/** These say it where they were pressed, or keep the text that was written. */
const saidInPlace = new Set<CommandType>([
  'agent.fork',
  'agent.list',
  'agent.set_effort',
  'agent.set_mode',
  'agent.set_model',
  'agent.start',
  'approval.answer',
  'approval.reveal',
  'chat.post',
  'prompt.run',
  'prompt.steer',
  'prompt.suggest',
  'queue.edit',
  'review.comment',
  'review.remove_comment',
  'review.resolve',
  'suggestion.merge',
  'suggestion.run',
  'terminal.input',
  'terminal.resize',
]);

/** Somebody else was first, or it is over by itself: what was wanted is so, and the page shows it. */
const overAnyway = new Set<CommandType>([
  'agent.stop',
  'approval.revoke_rule',
  'approval.vote',
  'invite.revoke',
  'lobby.answer',
  'member.remove_device',
  'queue.remove',
  'queue.reorder',
  'queue.send_now',
  'suggestion.decline',
  'suggestion.run',
  'suggestion.vote',
  'suggestion.withdraw',
  'turn.interrupt',
]);
const goneCodes = new Set(['no_such_object', 'no_such_agent', 'already_resolved']);

/** What it was about is not there any more, and nothing that somebody wrote is lost with it. */
export function isMoot({ command, outcome }: SentCommand): boolean {
  if (outcome?.state !== 'rejected' || !goneCodes.has(outcome.code)) return false;
  const hasOwnWords = command.type === 'suggestion.run' && command.text !== undefined;
  return overAnyway.has(command.type) && !hasOwnWords;
}

/** An act that came to nothing, of which nothing else on the page tells. */
export function isRefusedAct(sent: SentCommand): boolean {
  const isOver = sent.state === 'rejected' || sent.state === 'dropped' || sent.state === 'unknown';
  return isOver && !saidInPlace.has(sent.command.type) && !isMoot(sent);
}
