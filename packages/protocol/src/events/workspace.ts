import * as v from 'valibot';
import { agentId, checkpointId, count, participantId, promptId, threadId } from './shared.ts';

/** What became of files, in numbers. */
export const ChangeSum = v.object({ files: count, added: count, removed: count });
export type ChangeSum = v.InferOutput<typeof ChangeSum>;

/** A line of a diff, or several, with the text that stood there: lines move, texts are found again. */
export const ReviewAnchor = v.object({
  path: v.pipe(v.string(), v.minLength(1), v.maxLength(1_024)),
  side: v.picklist(['old', 'new']),
  /** From 1. */
  line: v.pipe(count, v.minValue(1)),
  endLine: v.optional(v.pipe(count, v.minValue(1))),
  /** The text of the last line, cut. */
  quote: v.pipe(v.string(), v.maxLength(400)),
});
export type ReviewAnchor = v.InferOutput<typeof ReviewAnchor>;

/** Events about the shared folder's files and the comments on them. */
export const workspaceEvents = {
  /** After a turn: what git sees between the state before it and after it, whoever made it. */
  'workspace.turn_changed': v.object({
    agentId,
    promptId,
    /** Absent where somebody here may not read all of the turn (CLG-68). */
    sum: v.optional(ChangeSum),
    before: checkpointId,
    after: checkpointId,
    /** Of the whole session in that folder; absent where it could not be told, or not to all (CLG-68). */
    session: v.optional(ChangeSum),
  }),
  /** `undo`: the state just before, kept so that this can be taken back. */
  'workspace.restored': v.object({
    agentId,
    by: participantId,
    to: checkpointId,
    undo: checkpointId,
    /** The turn whose beginning was restored; absent where a restore was taken back. */
    promptId: v.optional(promptId),
    /** Absent where somebody here may not read all that it goes back over. */
    sum: v.optional(ChangeSum),
    session: v.optional(ChangeSum),
  }),
  'review.commented': v.object({
    threadId,
    commentId: v.string(),
    by: participantId,
    text: v.string(),
    /** With the first comment of a thread. */
    anchor: v.optional(ReviewAnchor),
    agentId: v.optional(agentId),
  }),
  'review.comment_removed': v.object({ threadId, commentId: v.string(), by: participantId }),
  'review.resolved': v.object({ threadId, resolved: v.boolean(), by: participantId }),
};
