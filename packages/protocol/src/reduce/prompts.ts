import type { PromptId } from '../ids.ts';
import type { Suggestion } from '../state.ts';
import type { Reducers } from './reducers.ts';
import { markSent, markUnsent } from './workspace.ts';

const promptItem = (promptId: PromptId) => `prompt:${promptId}`;
const steerItem = (steerId: PromptId) => `steer:${steerId}`;

export const promptReducers: Reducers<
  Extract<
    keyof Reducers,
    `ai.request.${string}` | `ai.prompt.${string}` | `ai.queue.${string}` | `ai.execution.${string}`
  >
> = {
  'ai.request.prompt_suggested': (draft, { suggestionId, agentId, by, text, attachments, review, atMs }) => {
    if (draft.state.suggestions.some((open) => open.suggestionId === suggestionId)) return;
    const suggestion = { suggestionId, agentId, by, text, attachments: attachments ?? [], atMs, votes: {} };
    draft.state.suggestions = [...draft.state.suggestions, { ...suggestion, ...(review && { review }) }];
    markSent(draft, review, { suggestionId });
  },
  'ai.request.suggestion_voted': (draft, { suggestionId, by, vote }) => {
    const voted = (open: Suggestion): Suggestion => {
      const { [by]: _, ...others } = open.votes;
      return { ...open, votes: vote === 'none' ? others : { ...others, [by]: vote } };
    };
    draft.state.suggestions = draft.state.suggestions.map((open) =>
      open.suggestionId === suggestionId ? voted(open) : open,
    );
  },
  'ai.request.suggestion_resolved': (draft, { suggestionId, outcome, by, note, atMs }, seq) => {
    const suggestion = draft.state.suggestions.find((open) => open.suggestionId === suggestionId);
    if (suggestion === undefined) return;
    draft.state.suggestions = draft.state.suggestions.filter((open) => open !== suggestion);
    // One that was run or merged lives on as a prompt.
    if (outcome === 'run' || outcome === 'merged') return;
    markUnsent(draft, suggestionId);
    const item = { kind: 'suggestion', id: `suggestion:${suggestionId}`, seq, lastSeq: seq, atMs } as const;
    draft.add({ ...item, suggestion, outcome, by, ...(note !== undefined && { note }) });
  },
  'ai.prompt.queued': (draft, event, seq) => {
    const { agentId, promptId, by, suggestedBy, authors, edited, text, whole, attachments, review, atMs } = event;
    const { othersCommand } = event;
    markSent(draft, review, { promptId });
    draft.add({
      kind: 'prompt',
      id: promptItem(promptId),
      seq,
      lastSeq: seq,
      atMs,
      agentId,
      promptId,
      by,
      text,
      ...(whole && { whole }),
      ...(suggestedBy && { suggestedBy }),
      ...(review && { review }),
      ...(authors && { authors }),
      edited: edited ?? false,
      ...(othersCommand && { othersCommand }),
      attachments: attachments ?? [],
      state: 'queued',
    });
    draft.agent(agentId, ({ queue }) =>
      queue.some((queued) => queued.promptId === promptId) ? {} : { queue: [...queue, { promptId }] },
    );
  },
  'ai.prompt.reordered': (draft, { agentId, order }) =>
    draft.agent(agentId, ({ queue }) => {
      const named = order.flatMap((promptId) => queue.filter((queued) => queued.promptId === promptId));
      return { queue: [...new Set([...named, ...queue])] };
    }),
  'ai.prompt.edited': (draft, { promptId, by, text, whole, othersCommand = false }, seq) =>
    draft.change('prompt', promptItem(promptId), seq, (item) =>
      // What runs or ran is what was sent; words that came too late change nothing.
      item.state === 'queued' || item.state === 'held'
        ? {
            text,
            whole,
            othersCommand,
            editedBy: by,
            edited: item.edited || by !== item.by || item.suggestedBy !== undefined,
          }
        : {},
    ),
  'ai.prompt.removed': (draft, { agentId, promptId, reason }, seq) => {
    draft.agent(agentId, ({ queue }) => ({ queue: queue.filter((queued) => queued.promptId !== promptId) }));
    draft.change('prompt', promptItem(promptId), seq, () => ({ state: 'removed', reason }));
  },
  'ai.prompt.held': (draft, { agentId, promptId, reason }, seq) => {
    draft.agent(agentId, ({ queue }) => ({
      queue: queue.map((queued) => (queued.promptId === promptId ? { ...queued, held: reason } : queued)),
    }));
    draft.change('prompt', promptItem(promptId), seq, () => ({ state: 'held', reason }));
  },
  'ai.prompt.released': (draft, { agentId, promptId }, seq) => {
    draft.agent(agentId, ({ queue }) => ({
      queue: queue.map((queued) => (queued.promptId === promptId ? { promptId } : queued)),
    }));
    draft.change('prompt', promptItem(promptId), seq, (item) =>
      item.state === 'held' ? { state: 'queued', reason: undefined } : {},
    );
  },
  'ai.prompt.steered': (draft, { type: _, atMs, signed: __, ...steer }, seq) =>
    draft.add({ kind: 'steer', id: steerItem(steer.steerId), seq, lastSeq: seq, atMs, ...steer, state: 'sent' }),
  'ai.prompt.steer_ended': (draft, { steerId, outcome, reason }, seq) =>
    draft.change('steer', steerItem(steerId), seq, () => ({ state: outcome, ...(reason !== undefined && { reason }) })),
  'ai.prompt.returned': (draft, { agentId, promptId, reason }, seq) => {
    draft.agent(agentId, ({ queue, runningPromptId }) => ({
      ...(runningPromptId === promptId && { runningPromptId: undefined }),
      queue: queue.some((queued) => queued.promptId === promptId) ? queue : [{ promptId }, ...queue],
    }));
    draft.change('prompt', promptItem(promptId), seq, () => ({ state: 'queued', reason, startedAtMs: undefined }));
  },
  'ai.prompt.delivery': (draft, { promptId, state }, seq) =>
    draft.change('prompt', promptItem(promptId), seq, () => ({ delivery: state })),
  'ai.queue.stopped': (draft, { agentId, reason, retryAtMs }) =>
    draft.agent(agentId, () => ({ queueStopped: { reason, ...(retryAtMs !== undefined && { retryAtMs }) } })),
  'ai.queue.resumed': (draft, { agentId }) => draft.agent(agentId, () => ({ queueStopped: undefined })),
  'ai.execution.started': (draft, { agentId, promptId, atMs }, seq) => {
    draft.agent(agentId, ({ queue }) => ({
      queue: queue.filter((queued) => queued.promptId !== promptId),
      runningPromptId: promptId,
    }));
    draft.moveToEnd(promptItem(promptId), seq);
    draft.change('prompt', promptItem(promptId), seq, () => ({
      state: 'running',
      startedAtMs: atMs,
      reason: undefined,
    }));
  },
  'ai.execution.ended': (draft, { agentId, promptId, outcome, reason, durationMs, usage }, seq) => {
    draft.agent(agentId, (agent) => (agent.runningPromptId === promptId ? { runningPromptId: undefined } : {}));
    draft.change('prompt', promptItem(promptId), seq, () => ({
      state: outcome,
      ...(reason !== undefined && { reason }),
      ...(durationMs !== undefined && { durationMs }),
      ...(usage !== undefined && { usage }),
    }));
  },
};
