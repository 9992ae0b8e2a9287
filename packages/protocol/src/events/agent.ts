import * as v from 'valibot';
import { wordOr } from '../newer-words.ts';
import {
  agentId,
  BigText,
  count,
  hex,
  participantId,
  promptId,
  streamId,
  ToolKind,
  toolId,
  Usage,
  wallMs,
} from './shared.ts';

export const AgentStatus = v.picklist([
  'UNINITIALIZED',
  'INITIALIZING',
  'READY',
  'EXECUTING',
  'WAITING_FOR_TOOL_APPROVAL',
  'INTERRUPTING',
  'FAILED',
  'TERMINATING',
  'TERMINATED',
]);
export type AgentStatus = v.InferOutput<typeof AgentStatus>;

export const TurnOutcome = v.picklist(['completed', 'interrupted', 'failed']);
export type TurnOutcome = v.InferOutput<typeof TurnOutcome>;

/** `ask`: everything that changes something asks. `act`: runs unasked; the host's alone, visible to all while it lasts. */
export const Mode = v.picklist(['ask', 'act']);
export type Mode = v.InferOutput<typeof Mode>;

export const PlanEntry = v.object({ text: v.string(), status: v.picklist(['pending', 'in_progress', 'completed']) });
export type PlanEntry = v.InferOutput<typeof PlanEntry>;

const inTurn = { agentId, promptId: v.optional(promptId) };

/** A model that an agent offers; `efforts`: how hard it can be told to think, least first. */
const AgentModel = v.object({
  id: v.string(),
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  efforts: v.optional(v.array(v.string())),
});
export type AgentModel = v.InferOutput<typeof AgentModel>;

/** Events about agents, their turns and what they do. Each carries `agentId`; outside a turn there is no `promptId`. */
export const agentEvents = {
  'ai.agent.started': v.object({
    agentId,
    provider: v.string(),
    name: v.string(),
    version: v.optional(v.string()),
    model: v.optional(v.string()),
    mode: Mode,
    session: v.picklist(['new', 'resumed', 'reconstructed']),
    /** Whose credential the agent uses, in words: "API key of the host". */
    credentialScope: v.optional(v.string()),
    /** What this agent runs without asking, in words; empty where it was confirmed that it asks. */
    unasked: v.array(v.string()),
    capabilities: v.array(v.string()),
    /** What can be chosen, where the agent told; bounded by who makes the event. */
    models: v.optional(v.array(AgentModel)),
    efforts: v.optional(v.array(v.string())),
    effort: v.optional(v.string()),
  }),
  /** One more agent in the room; what it says of itself comes with its start. */
  'ai.agent.added': v.object({
    agentId,
    provider: v.string(),
    name: v.string(),
    place: v.variant('kind', [
      v.object({ kind: v.literal('shared') }),
      /** In a worktree, on this branch. */
      v.object({ kind: v.literal('own'), branch: v.string() }),
    ]),
    /** It goes on from that one's session: from the end of this turn, or from where it was. */
    forkOf: v.optional(v.object({ agentId, promptId: v.optional(promptId) })),
    by: v.optional(participantId),
  }),
  /** Commands of its own, as it reported them; whoever may give them writes them with a slash in front. */
  'ai.agent.commands': v.object({
    agentId,
    commands: v.pipe(v.array(v.object({ name: v.string(), description: v.optional(v.string()) })), v.maxLength(200)),
  }),
  'ai.agent.status': v.object({ agentId, status: AgentStatus, detail: v.optional(v.string()) }),
  'ai.agent.mode_changed': v.object({
    agentId,
    mode: Mode,
    unasked: v.array(v.string()),
    by: v.optional(participantId),
  }),
  'ai.agent.model_changed': v.object({ agentId, model: v.string(), by: v.optional(participantId) }),
  'ai.agent.effort_changed': v.object({ agentId, effort: v.string(), by: v.optional(participantId) }),
  /** `name`: of one that never started, so that the room can show it with its error and start it again. */
  'ai.agent.stopped': v.object({ agentId, reason: v.string(), name: v.optional(v.string()) }),
  'ai.execution.started': v.object({ agentId, promptId, correlationId: v.string() }),
  'ai.execution.ended': v.object({
    agentId,
    promptId,
    /** In a word of a newer host it is an end all the same: else the turn would run here for ever. */
    outcome: wordOr(TurnOutcome.options, 'failed'),
    reason: v.optional(v.string()),
    durationMs: v.optional(count),
    usage: v.optional(Usage),
  }),
  'ai.stream.interrupted': v.object({ agentId, promptId, by: v.optional(participantId), reason: v.string() }),
  'ai.stream.start': v.object({
    ...inTurn,
    streamId,
    reasoning: v.boolean(),
    /** Set in the lane of a sub-agent: the tool call that started it. */
    parentToolId: v.optional(toolId),
  }),
  /** The whole text of the block; what the deltas said before was provisional. */
  'ai.stream.end': v.object({
    ...inTurn,
    streamId,
    reasoning: v.boolean(),
    parentToolId: v.optional(toolId),
    content: BigText,
    textHash: hex,
    len: count,
    incomplete: v.optional(v.boolean()),
    durationMs: v.optional(count),
  }),
  /** A retry of the agent made these blocks void. */
  'ai.stream.retracted': v.object({ ...inTurn, streamIds: v.array(streamId) }),
  'ai.tool.started': v.object({
    ...inTurn,
    toolId,
    toolName: v.string(),
    kind: ToolKind,
    title: v.string(),
    /** The call's input as JSON text, after redaction. */
    input: BigText,
    parentToolId: v.optional(toolId),
  }),
  /** Some agents announce a call by the bare name of its tool, and say only then what it does: both as they are now. */
  'ai.tool.updated': v.object({ ...inTurn, toolId, title: v.string(), input: BigText }),
  'ai.tool.ended': v.object({
    ...inTurn,
    toolId,
    status: wordOr(['completed', 'failed', 'denied', 'cancelled'], 'failed'),
    output: BigText,
    exitCode: v.optional(v.number()),
    durationMs: v.optional(count),
  }),
  'ai.file.changed': v.object({
    ...inTurn,
    toolId: v.optional(toolId),
    path: v.string(),
    previousPath: v.optional(v.string()),
    change: v.picklist(['added', 'modified', 'deleted', 'renamed']),
    added: count,
    removed: count,
    /** Unified diff, without the a/ b/ header lines' absolute paths. */
    diff: BigText,
  }),
  'ai.plan.updated': v.object({ ...inTurn, entries: v.array(PlanEntry) }),
  'ai.usage.updated': v.object({ ...inTurn, usage: Usage }),
  /** `fix` is the exact command or step that helps; `kept` says what was not lost. */
  'ai.error': v.object({
    ...inTurn,
    code: v.string(),
    message: v.string(),
    kept: v.optional(v.string()),
    fix: v.optional(v.string()),
    recoverable: v.boolean(),
    retryAtMs: v.optional(wallMs),
  }),
  'ai.status': v.object({ ...inTurn, code: v.string(), text: v.string() }),
  /** How many native messages were not understood so far; their text stays on the host. */
  'ai.raw.counted': v.object({ agentId, total: count }),
  'ai.artifact.created': v.object({
    ...inTurn,
    artifactId: v.string(),
    kind: v.string(),
    displayName: v.string(),
    mimeType: v.string(),
    contentHash: v.string(),
    sizeBytes: count,
  }),
};
