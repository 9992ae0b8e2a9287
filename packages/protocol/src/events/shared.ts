import * as v from 'valibot';
import type {
  AgentId,
  ApprovalId,
  CheckpointId,
  InviteId,
  MemberId,
  ParticipantId,
  PromptId,
  RuleId,
  StreamId,
  SuggestionId,
  ThreadId,
  ToolId,
} from '../ids.ts';

const id = <T extends string>() =>
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(128),
    v.transform((text) => text as T),
  );

export const agentId = id<AgentId>();
export const approvalId = id<ApprovalId>();
export const checkpointId = id<CheckpointId>();
export const inviteId = id<InviteId>();
export const memberId = id<MemberId>();
export const participantId = id<ParticipantId>();
export const promptId = id<PromptId>();
export const ruleId = id<RuleId>();
export const streamId = id<StreamId>();
export const suggestionId = id<SuggestionId>();
export const threadId = id<ThreadId>();
export const toolId = id<ToolId>();

export const hex = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})*$/));
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** Milliseconds since 1970 by the host's wall clock: for display only, nothing is decided by it. */
export const wallMs = v.pipe(v.number(), v.safeInteger());

/** A value too long for an event: pulled by range, checked against `hash` before use (CLG-60). */
export const BlobRef = v.object({ blob: hex, len: count, hash: hex, head: v.string(), tail: v.string() });
export type BlobRef = v.InferOutput<typeof BlobRef>;

/** Text inline, or the reference to it with its first and last lines. */
export const BigText = v.union([v.object({ text: v.string() }), BlobRef]);
export type BigText = v.InferOutput<typeof BigText>;

/** Tokens: an absent field was not reported, which is not 0. `costUsd` is the agent's own estimate. */
export const Usage = v.object({
  inputTokens: v.optional(count),
  outputTokens: v.optional(count),
  reasoningTokens: v.optional(count),
  cacheReadTokens: v.optional(count),
  cacheWriteTokens: v.optional(count),
  contextTokens: v.optional(count),
  contextWindowTokens: v.optional(count),
  costUsd: v.optional(v.number()),
});
export type Usage = v.InferOutput<typeof Usage>;

export const ToolKind = v.picklist([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'fetch',
  'think',
  'mcp',
  'agent',
  'other',
]);
export type ToolKind = v.InferOutput<typeof ToolKind>;

export const RiskClass = v.picklist([
  'read',
  'write',
  'execute',
  'network',
  'outside-workspace',
  'destructive',
  'secret',
]);
export type RiskClass = v.InferOutput<typeof RiskClass>;
