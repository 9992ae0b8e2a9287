import type { Command } from '@collagility/protocol/commands';
import type { CommandErrorCode } from '@collagility/protocol/errors';
import type { CommandSender } from '@collagility/protocol/host/contract';
import { as, type CommandId, type ParticipantId, type ThreadId } from '@collagility/protocol/ids';
import type { RoomState } from '@collagility/protocol/state';
import { done, type EngineContext, type EngineState, type NewEvent, rejected, type Step } from './engine-state.ts';
import { isBlank } from './prompt-text.ts';

export type ReviewCommand = Extract<Command, { type: `review.${string}` }>;

const maxCommentBytes = 4 * 1024;
const maxComments = 100;
const maxThreads = 300;
/** So much of it one person may open. */
const maxOwnThreads = 60;
/** All comments of the room together: they are in every snapshot. */
const maxAllUnits = 512 * 1024;

const threadOf = (room: RoomState, threadId: ThreadId) => room.review.find((thread) => thread.threadId === threadId);

const isBy = (comment: { by: ParticipantId } | undefined, { participantId }: CommandSender): boolean =>
  comment?.by === participantId;

/** Form of a review command, and whose comment it is. */
export function judgeReview(
  room: RoomState,
  sender: CommandSender,
  command: ReviewCommand,
): CommandErrorCode | undefined {
  if (command.type === 'review.comment') {
    const { threadId, anchor, text } = command;
    if (isBlank(text)) return 'empty';
    if (Buffer.byteLength(text) > maxCommentBytes) return 'too_large';
    const all = room.review.flatMap(({ comments }) => comments).reduce((sum, comment) => sum + comment.text.length, 0);
    if (all + text.length > maxAllUnits) return 'too_large';
    if ((threadId === undefined) === (anchor === undefined)) return 'malformed';
    if (threadId === undefined) {
      const own = room.review.filter(
        ({ resolvedBy, comments }) => resolvedBy === undefined && isBy(comments[0], sender),
      );
      return room.review.length >= maxThreads || own.length >= maxOwnThreads ? 'too_many' : undefined;
    }
    const thread = threadOf(room, threadId);
    if (thread === undefined) return 'no_such_object';
    return thread.comments.length >= maxComments ? 'too_many' : undefined;
  }
  const thread = threadOf(room, command.threadId);
  if (thread === undefined) return 'no_such_object';
  if (command.type === 'review.resolve') return undefined;
  const comment = thread.comments.find(({ commentId }) => commentId === command.commentId);
  if (comment === undefined) return 'no_such_object';
  return isBy(comment, sender) || sender.rights.manage ? undefined : 'right';
}

/** Comments on lines: what people say about the code, before any of it goes to an agent. */
export function stepReview(
  state: EngineState,
  { sender, commandId }: { sender: CommandSender; commandId: CommandId },
  command: ReviewCommand,
  { redact, room }: EngineContext,
): Step {
  const by = sender.participantId;
  const tell = (event: NewEvent): Step => ({ state, events: [event], effects: [], outcome: done });
  switch (command.type) {
    case 'review.comment': {
      const { anchor, agentId } = command;
      return tell({
        type: 'review.commented',
        threadId: command.threadId ?? as<ThreadId>(commandId),
        commentId: commandId,
        by,
        text: redact(command.text),
        ...(anchor && { anchor: { ...anchor, path: redact(anchor.path), quote: redact(anchor.quote) } }),
        ...(agentId && { agentId }),
      });
    }
    case 'review.remove_comment': {
      const { threadId, commentId } = command;
      return tell({ type: 'review.comment_removed', threadId, commentId, by });
    }
    case 'review.resolve': {
      const { threadId, resolved } = command;
      if (threadOf(room, threadId) === undefined) return rejected(state, 'no_such_object');
      return tell({ type: 'review.resolved', threadId, resolved, by });
    }
  }
}
