import * as v from 'valibot';
import { Mode } from './events/agent.ts';
import { Scope } from './events/approvals.ts';
import { Attachment } from './events/prompts.ts';
import {
  agentId,
  approvalId,
  checkpointId,
  count,
  hex,
  inviteId,
  memberId,
  participantId,
  promptId,
  ruleId,
  suggestionId,
  threadId,
  wallMs,
} from './events/shared.ts';
import { ReviewAnchor } from './events/workspace.ts';
import type { CardId } from './ids.ts';
import { maxTerminalKeys } from './limits.ts';
import { Rights, Role } from './rights.ts';

const text = v.pipe(v.string(), v.minLength(1));
const cardId = v.pipe(
  v.string(),
  v.transform((value) => value as CardId),
);
const attachments = v.optional(v.pipe(v.array(Attachment), v.maxLength(16)));
/** Threads of comments that this prompt carries: they count as sent with it. */
const review = v.optional(v.pipe(v.array(threadId), v.maxLength(200)));
/** The device's signature over the statement of this act (CLG-70): m and signature, no longer than they are. */
const signed = v.object({
  statement: v.pipe(hex, v.maxLength(2 * 138)),
  signature: v.pipe(hex, v.maxLength(2 * 64)),
});

/** What a new invite lets in. */
export const InviteOptions = v.object({
  label: v.pipe(v.string(), v.maxLength(80)),
  role: Role,
  rights: v.optional(Rights),
  lobby: v.boolean(),
  history: v.picklist(['all', 'from-now']),
  expiresAtMs: v.optional(wallMs),
  maxUses: v.optional(v.pipe(count, v.minValue(1))),
});
export type InviteOptions = v.InferOutput<typeof InviteOptions>;

const schemas = {
  'chat.post': v.object({ text }),
  'prompt.suggest': v.object({ agentId, text, attachments, review, signed }),
  'prompt.run': v.object({ agentId, text, attachments, review, signed }),
  /** Words into the turn that runs, where the agent takes them. */
  'prompt.steer': v.object({ agentId, promptId, text, signed }),
  'suggestion.vote': v.object({ suggestionId, vote: v.picklist(['up', 'down', 'none']), signed }),
  /** `text` where the one who runs it changed it. */
  'suggestion.run': v.object({ suggestionId, text: v.optional(text), signed }),
  'suggestion.decline': v.object({ suggestionId, note: v.optional(v.string()) }),
  'suggestion.withdraw': v.object({ suggestionId }),
  'suggestion.merge': v.object({ suggestionIds: v.pipe(v.array(suggestionId), v.minLength(2)), text, signed }),
  'queue.reorder': v.object({ agentId, order: v.array(promptId) }),
  'queue.remove': v.object({ promptId }),
  /** Other words for a prompt that still waits; signed anew by whoever changes it. */
  'queue.edit': v.object({ promptId, text, signed }),
  /**
   * To the front, past what stopped the queue and past what held this prompt, but for this prompt alone: the queue
   * stays stopped behind it. It starts when the agent is idle; a running turn is not interrupted.
   */
  'queue.send_now': v.object({ promptId }),
  'queue.resume': v.object({ agentId }),
  'turn.interrupt': v.object({ agentId, promptId: v.optional(promptId) }),
  'approval.answer': v.object({
    approvalId,
    decision: v.picklist(['allow', 'deny']),
    /** The signed attachment, JSON text of `ApprovalExtra`, exactly as it was signed. */
    extra: v.string(),
    signed,
  }),
  /** The word of somebody who may not decide, for those who do; `none` takes it back. */
  'approval.vote': v.object({ approvalId, vote: v.picklist(['up', 'down', 'none']), signed }),
  /** What is hidden in a request, told to a device of the host alone and kept nowhere; the outcome's `result` has it once. */
  'approval.reveal': v.object({ approvalId }),
  'approval.revoke_rule': v.object({ ruleId }),
  'member.rename': v.object({ name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) }),
  'member.hand': v.object({ raised: v.boolean() }),
  'member.leave': v.object({}),
  'member.set_rights': v.object({ participantId, role: Role, rights: Rights }),
  'member.remove': v.object({
    participantId,
    block: v.boolean(),
    keepInvites: v.optional(v.boolean()),
    note: v.optional(v.string()),
  }),
  'member.unfreeze': v.object({ memberId }),
  /** One device; with the last one the person is out too. */
  'member.remove_device': v.object({ memberId }),
  /** A blocked person's browsers may knock again. */
  'member.unblock': v.object({ participantId }),
  /** Prompts and answers in one act, until it is taken back; one person at a time. */
  'driver.hand_over': v.object({ participantId }),
  'driver.take_back': v.object({}),
  'lobby.answer': v.object({
    cardId,
    decision: v.picklist(['admit', 'deny']),
    role: v.optional(Role),
    rights: v.optional(Rights),
    /** Joins this device to a person who is already here. */
    sameAs: v.optional(participantId),
    /** For a device that came back with out-of-step keys (CLG-27). */
    keep: v.optional(v.picklist(['this', 'other', 'neither'])),
  }),
  'lobby.silence': v.object({ inviteId }),
  'invite.create': InviteOptions,
  'invite.revoke': v.object({ inviteId }),
  'invite.revoke_all': v.object({}),
  'room.rename': v.object({ title: v.pipe(v.string(), v.minLength(1), v.maxLength(120)) }),
  'room.pause': v.object({}),
  'room.resume': v.object({}),
  'room.panic': v.object({}),
  /** What is classed destructive needs two people (CLG-76). */
  'room.set_two_person': v.object({ on: v.boolean() }),
  'agent.set_mode': v.object({ agentId, mode: Mode }),
  'agent.set_model': v.object({ agentId, model: text }),
  'agent.set_effort': v.object({ agentId, effort: text }),
  'agent.restart': v.object({ agentId }),
  /** Keys as a terminal sends them, in order (CLG-69). */
  'terminal.input': v.object({ agentId, keys: v.pipe(v.string(), v.minLength(1), v.maxLength(maxTerminalKeys)) }),
  'terminal.resize': v.object({ agentId, columns: count, rows: count }),
  /** What could be started here; the outcome's `result` lists it. */
  'agent.list': v.object({}),
  /** One more agent: in a worktree of its own, or in the folder that the others work in. */
  'agent.start': v.object({ provider: v.pipe(text, v.maxLength(200)), place: v.picklist(['own', 'shared']) }),
  /**
   * A second agent of the same kind that remembers what this one does, in the same folder. `promptId`: the copy ends with
   * this turn; absent: where the session is now.
   */
  'agent.fork': v.object({ agentId, promptId: v.optional(promptId) }),
  'agent.stop': v.object({ agentId }),
  /** Files as they were then: before that turn, or before a restore that is taken back. */
  'workspace.restore': v.object({ agentId, checkpoint: checkpointId }),
  /** Starts a thread with `anchor`, or goes on in `threadId`. */
  'review.comment': v.object({
    threadId: v.optional(threadId),
    anchor: v.optional(ReviewAnchor),
    agentId: v.optional(agentId),
    text,
  }),
  'review.remove_comment': v.object({ threadId, commentId: text }),
  'review.resolve': v.object({ threadId, resolved: v.boolean() }),
};

/** The attachment of an answer: what is signed beside the decision itself. */
export const ApprovalExtra = v.object({
  scope: Scope,
  /** Literal rule text, for `scope: rule`. */
  rule: v.optional(v.string()),
  feedback: v.optional(v.string()),
  /** JSON text of the changed input (edit and allow). */
  updatedInput: v.optional(v.string()),
  answers: v.optional(v.record(v.string(), v.string())),
  endTurn: v.optional(v.boolean()),
  /** One of the request's `nativeOptions`: the host's alone (CLG-77). */
  optionId: v.optional(v.string()),
  /** Blob ids of the elided parts that were pulled and checked (CLG-73). */
  seen: v.optional(v.array(hex)),
});
export type ApprovalExtra = v.InferOutput<typeof ApprovalExtra>;

export type CommandType = keyof typeof schemas;
export type CommandOf<T extends CommandType> = { type: T } & v.InferOutput<(typeof schemas)[T]>;
export type Command = { [T in CommandType]: CommandOf<T> }[CommandType];

const isKnown = (type: string): type is CommandType => Object.hasOwn(schemas, type);

/** Reads the JSON of one command; `undefined` where this version does not know it or it is malformed. */
export function parseCommand(json: unknown): Command | undefined {
  const head = v.safeParse(v.object({ type: v.string() }), json);
  if (!head.success || !isKnown(head.output.type)) return undefined;
  const body = v.safeParse(schemas[head.output.type], json);
  return body.success ? ({ type: head.output.type, ...body.output } as Command) : undefined;
}

/**
 * What became of a command. `done` and `queued` are final words of the host about an accepted command;
 * `unknown`: the host restarted in between and never runs it again (CLG-65).
 */
export type CommandOutcome =
  | { state: 'accepted' }
  | { state: 'queued'; position: number }
  /** `isPrivate`: the result is told once, to the device that asked, and is not kept with the command. */
  | { state: 'done'; result?: unknown; isPrivate?: true }
  | { state: 'rejected'; code: string; detail?: string }
  | { state: 'unknown'; code: string };
