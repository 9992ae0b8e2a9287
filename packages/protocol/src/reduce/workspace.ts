import type { AgentId, SuggestionId, ThreadId } from '../ids.ts';
import { changedKey, type ReviewThread } from '../state.ts';
import type { ChangeSum } from '../workspace.ts';
import type { Draft } from './draft.ts';
import type { Reducers } from './reducers.ts';

/** Resolved threads beyond these are not kept in the room's state; the journal has them. */
const maxResolvedThreads = 100;

const changeThread = (
  draft: Draft,
  threadId: ThreadId,
  change: (thread: ReviewThread) => ReviewThread | undefined,
): void => {
  draft.state.review = draft.state.review.flatMap((thread) =>
    thread.threadId === threadId ? (change(thread) ?? []) : [thread],
  );
};

/** Agents in one folder see the same files. */
function tellSession(draft: Draft, agentId: AgentId, session: ChangeSum | undefined): void {
  const key = changedKey(draft.state.agents[agentId]);
  // Not told this time: what was told before does not hold any more.
  const { [key]: _, ...others } = draft.state.changed ?? {};
  draft.state.changed = session === undefined ? others : { ...others, [key]: session };
}

export function markSent(
  draft: Draft,
  threadIds: readonly ThreadId[] | undefined,
  sent: NonNullable<ReviewThread['sent']>,
): void {
  if (threadIds === undefined) return;
  const all = new Set(threadIds);
  draft.state.review = draft.state.review.map((thread) => (all.has(thread.threadId) ? { ...thread, sent } : thread));
}

/** The suggestion came to nothing: its threads wait again. */
export function markUnsent(draft: Draft, suggestionId: SuggestionId): void {
  draft.state.review = draft.state.review.map((thread) => {
    if (thread.sent === undefined || !('suggestionId' in thread.sent) || thread.sent.suggestionId !== suggestionId)
      return thread;
    const { sent: _, ...unsent } = thread;
    return unsent;
  });
}

function dropOldResolved(threads: ReviewThread[]): ReviewThread[] {
  let left = threads.filter(({ resolvedBy }) => resolvedBy !== undefined).length - maxResolvedThreads;
  if (left <= 0) return threads;
  return threads.filter(({ resolvedBy }) => resolvedBy === undefined || left-- <= 0);
}

export const workspaceReducers: Reducers<Extract<keyof Reducers, `workspace.${string}` | `review.${string}`>> = {
  'workspace.turn_changed': (draft, { agentId, promptId, sum, before, after, session }, seq) => {
    tellSession(draft, agentId, session);
    draft.change('prompt', `prompt:${promptId}`, seq, () => ({ changes: { before, after, ...(sum && { sum }) } }));
  },
  'workspace.restored': (draft, { agentId, by, promptId, undo, sum, session, atMs }, seq) => {
    tellSession(draft, agentId, session);
    draft.add({
      kind: 'restore',
      id: `restore:${seq}`,
      seq,
      lastSeq: seq,
      atMs,
      agentId,
      by,
      undo,
      ...(sum && { sum }),
      ...(promptId !== undefined && { promptId }),
    });
  },
  'review.commented': (draft, { threadId, commentId, by, text, anchor, agentId, atMs }) => {
    const comment = { commentId, by, text, atMs };
    const known = draft.state.review.find((thread) => thread.threadId === threadId);
    if (known === undefined) {
      if (anchor === undefined) return;
      const thread = { threadId, anchor, comments: [comment], ...(agentId !== undefined && { agentId }) };
      draft.state.review = [...draft.state.review, thread];
      return;
    }
    if (known.comments.some((there) => there.commentId === commentId)) return;
    // What is said after it was sent the agent has not read; and who answers opens it again.
    changeThread(draft, threadId, ({ sent: _sent, resolvedBy: _resolved, ...thread }) => ({
      ...thread,
      comments: [...thread.comments, comment],
    }));
  },
  'review.comment_removed': (draft, { threadId, commentId }) =>
    changeThread(draft, threadId, (thread) => {
      const comments = thread.comments.filter((comment) => comment.commentId !== commentId);
      return comments.length === 0 ? undefined : { ...thread, comments };
    }),
  'review.resolved': (draft, { threadId, resolved, by }) => {
    changeThread(draft, threadId, ({ resolvedBy: _, ...thread }) =>
      resolved ? { ...thread, resolvedBy: by } : thread,
    );
    draft.state.review = dropOldResolved(draft.state.review);
  },
};
