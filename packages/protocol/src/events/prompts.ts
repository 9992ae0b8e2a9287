import * as v from 'valibot';
import { wordOr } from '../newer-words.ts';
import { agentId, BlobRef, count, hex, participantId, promptId, suggestionId, threadId, wallMs } from './shared.ts';

/** A picture or file that goes with a prompt; its bytes are a blob (CLG-63). */
export const Attachment = v.object({
  kind: v.picklist(['image', 'diff', 'file']),
  name: v.string(),
  mimeType: v.string(),
  blob: hex,
  len: count,
  hash: hex,
});
export type Attachment = v.InferOutput<typeof Attachment>;

/** The signed statement behind a prompt, suggestion, vote or answer, as it was signed (CLG-70): m, signature, extra. */
export const SignedStatement = v.object({
  memberId: v.string(),
  statement: hex,
  signature: hex,
  extra: v.optional(v.string()),
});
export type SignedStatement = v.InferOutput<typeof SignedStatement>;

/** Threads of review comments that it carries. */
const review = v.optional(v.array(threadId));

/** Events about suggestions, prompts and the queue. */
export const promptEvents = {
  'ai.request.prompt_suggested': v.object({
    agentId,
    suggestionId,
    by: participantId,
    text: v.string(),
    attachments: v.optional(v.array(Attachment)),
    review,
    signed: v.optional(SignedStatement),
  }),
  'ai.request.suggestion_voted': v.object({
    agentId,
    suggestionId,
    by: participantId,
    vote: v.picklist(['up', 'down', 'none']),
    signed: v.optional(SignedStatement),
  }),
  'ai.request.suggestion_resolved': v.object({
    agentId,
    suggestionId,
    outcome: wordOr(['run', 'declined', 'merged', 'withdrawn'], 'withdrawn'),
    by: participantId,
    note: v.optional(v.string()),
    promptId: v.optional(promptId),
  }),
  'ai.prompt.queued': v.object({
    agentId,
    promptId,
    /** Who decided that it runs. */
    by: participantId,
    /** Who wrote it, where that was somebody else. */
    suggestedBy: v.optional(participantId),
    suggestionId: v.optional(suggestionId),
    /** All whose suggestions were merged into it, in their order. */
    authors: v.optional(v.array(participantId)),
    /** The one who runs it changed the suggested text. */
    edited: v.optional(v.boolean()),
    /** The agent's command or a mention in it stood in others' words, so it is only text. */
    othersCommand: v.optional(v.boolean()),
    /** The whole prompt, or its beginning where it is long. */
    text: v.string(),
    /** The whole of a long prompt; `signed` has no `extra` then: these bytes are what was signed. */
    whole: v.optional(BlobRef),
    attachments: v.optional(v.array(Attachment)),
    review,
    signed: v.optional(SignedStatement),
  }),
  /** Other words while it waited, instead of the ones it was queued with. */
  'ai.prompt.edited': v.object({
    agentId,
    promptId,
    by: participantId,
    othersCommand: v.optional(v.boolean()),
    text: v.string(),
    whole: v.optional(BlobRef),
    signed: v.optional(SignedStatement),
  }),
  /** Words that were put into the running turn `promptId`. */
  'ai.prompt.steered': v.object({
    agentId,
    promptId,
    steerId: promptId,
    by: participantId,
    text: v.string(),
    signed: v.optional(SignedStatement),
  }),
  /** `taken`: the agent has them; when it reads them is its own matter. */
  'ai.prompt.steer_ended': v.object({
    agentId,
    promptId,
    steerId: promptId,
    outcome: wordOr(['taken', 'refused'], 'refused'),
    reason: v.optional(v.string()),
  }),
  'ai.prompt.reordered': v.object({ agentId, order: v.array(promptId), by: participantId }),
  'ai.prompt.removed': v.object({ agentId, promptId, by: v.optional(participantId), reason: v.string() }),
  /** Waits for the host: its author was removed or lost the right, or sharing is paused. */
  'ai.prompt.held': v.object({ agentId, promptId, reason: v.string() }),
  /** Somebody with the right let it go: it waits like any other. */
  'ai.prompt.released': v.object({ agentId, promptId, by: participantId }),
  /** How far the prompt's bytes got; a prompt that was written is never sent again by itself. */
  'ai.prompt.delivery': v.object({ agentId, promptId, state: v.picklist(['written', 'accepted']) }),
  /** Its turn never began and nothing of it was sent: it is first in the queue again. */
  'ai.prompt.returned': v.object({ agentId, promptId, reason: v.string() }),
  'ai.queue.stopped': v.object({ agentId, reason: v.string(), retryAtMs: v.optional(wallMs) }),
  'ai.queue.resumed': v.object({ agentId, by: v.optional(participantId) }),
};
