import * as v from 'valibot';
import { wordOr } from '../newer-words.ts';
import { Attachment, SignedStatement } from './prompts.ts';
import {
  agentId,
  approvalId,
  BlobRef,
  count,
  hex,
  participantId,
  promptId,
  RiskClass,
  ruleId,
  toolId,
  wallMs,
} from './shared.ts';

export const Question = v.object({
  /** The key under which the answer goes back. */
  question: v.string(),
  header: v.string(),
  multiSelect: v.boolean(),
  options: v.array(v.object({ label: v.string(), description: v.string(), preview: v.optional(v.string()) })),
  /** What an answer may be, where not anything: `listed`, `number`, `integer`, `numbers`, `integers`; others may come. */
  takes: v.optional(v.string()),
});
export type Question = v.InferOutput<typeof Question>;

/**
 * One of the agent's own answers that holds for longer than this call. Offered to the host alone (CLG-77), under what it
 * really does: `words` where that was measured, else `reach` is `unknown` and the page says so.
 */
export const NativeOption = v.object({
  optionId: v.string(),
  /** The agent's own name for it. */
  label: v.string(),
  decision: v.picklist(['allow', 'deny']),
  reach: v.picklist(['session', 'permanent', 'unknown']),
  words: v.optional(v.string()),
});
export type NativeOption = v.InferOutput<typeof NativeOption>;

export const Scope = v.picklist(['once', 'session', 'rule']);
export type Scope = v.InferOutput<typeof Scope>;

/** What the agent wants a person to decide. State, not a message: it is in every snapshot until it is resolved. */
export const approvalEvents = {
  'approval.requested': v.object({
    agentId,
    approvalId,
    promptId: v.optional(promptId),
    toolId: v.optional(toolId),
    kind: v.picklist(['permission', 'plan_review', 'question']),
    /** Plain words: "Run a command". */
    title: v.string(),
    toolName: v.string(),
    /**
     * The one text that is shown and signed (CLG-71): JSON text `{tool, input, cwd, agentId, risks, hidden, elided, call}`
     * made by the host from what the agent will really use.
     */
    shown: v.string(),
    shownHash: hex,
    risks: v.array(RiskClass),
    /** How many secret values were hidden in `shown`. Above 0 a guest may not edit. */
    hidden: count,
    elided: v.array(v.object({ path: v.string(), ref: BlobRef })),
    questions: v.optional(v.array(Question)),
    /** Markdown, for `plan_review`. */
    plan: v.optional(v.string()),
    /** Literal text of the rule that "for session" would keep; absent where none is offered. */
    sessionRule: v.optional(v.string()),
    /** What the agent itself offers for longer than this call; absent where nothing. */
    nativeOptions: v.optional(v.array(NativeOption)),
    mayEdit: v.boolean(),
    mayGiveFeedback: v.boolean(),
    expiresAtMs: v.optional(wallMs),
    attachments: v.optional(v.array(Attachment)),
  }),
  'approval.resolved': v.object({
    agentId,
    approvalId,
    /** In a word of a newer host it is decided all the same, and not open here for ever. */
    outcome: wordOr(['allowed', 'allowed-edited', 'denied', 'expired', 'cancelled', 'void'], 'cancelled'),
    scope: v.optional(Scope),
    /** Absent where no person decided (a rule, expiry, the agent's end). */
    by: v.optional(participantId),
    byRule: v.optional(ruleId),
    /** The agent's own lasting answer, where the host chose one. */
    nativeOption: v.optional(NativeOption),
    /** Who allowed it before, where two people had to (CLG-76). */
    alsoBy: v.optional(participantId),
    feedback: v.optional(v.string()),
    answers: v.optional(v.record(v.string(), v.string())),
    /** JSON text of the input that ran instead, after redaction. */
    editedInput: v.optional(v.string()),
    reason: v.optional(v.string()),
    signed: v.optional(SignedStatement),
  }),
  /** One of two people allowed it; it waits for the other (CLG-76). */
  'approval.signed': v.object({ agentId, approvalId, by: participantId, signed: v.optional(SignedStatement) }),
  /** What somebody thinks who may not decide. */
  'approval.voted': v.object({
    agentId,
    approvalId,
    by: participantId,
    vote: v.picklist(['up', 'down', 'none']),
    signed: v.optional(SignedStatement),
  }),
  /** Kept in the audit: an answer that did not count. */
  'approval.refused': v.object({
    agentId,
    approvalId,
    by: participantId,
    code: v.string(),
    signed: v.optional(SignedStatement),
  }),
  /** What was hidden in it was shown to a device of the host; never what it was. */
  'approval.revealed': v.object({ agentId, approvalId, by: participantId }),
  'approval.rule_added': v.object({
    agentId,
    ruleId,
    scope: v.picklist(['session', 'rule']),
    toolName: v.string(),
    /** The exact string that matches. */
    match: v.string(),
    by: participantId,
  }),
  'approval.rule_revoked': v.object({ agentId, ruleId, by: participantId }),
};
