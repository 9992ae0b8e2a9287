/** The room as everybody sees it, folded from its events by the one reducer; snapshots are this, as JSON. */

import type { ChangeSum, ReviewAnchor } from './events/workspace.ts';
import type {
  AgentModel,
  AgentStatus,
  Attachment,
  BigText,
  BlobRef,
  Mode,
  PlanEntry,
  RoomEventOf,
  TurnOutcome,
  Usage,
} from './events.ts';
import type {
  AgentId,
  ApprovalId,
  CheckpointId,
  MemberId,
  ParticipantId,
  PromptId,
  RuleId,
  StreamId,
  SuggestionId,
  ThreadId,
  ToolId,
} from './ids.ts';
import type { Rights, Role } from './rights.ts';

export type Participant = {
  participantId: ParticipantId;
  name: string;
  role: Role;
  rights: Rights;
  color: number;
  handRaised: boolean;
  joinedAtMs: number;
  /** `present`: has at least one device in the room's roster. Whether it is online is presence, not state. */
  state: 'present' | 'left' | 'removed';
  /** Let in by the host or by somebody who manages the room, or given their rights by one: counts for the two-person rule (CLG-76). */
  isVouchedFor?: boolean;
  /** Removed with a block: their browsers are refused until it is lifted. */
  isBlocked?: boolean;
  devices: Record<MemberId, { devicePk: string; frozen: boolean; inMemory: boolean }>;
};

export type QueuedPrompt = { promptId: PromptId; held?: string };

export type AgentState = {
  agentId: AgentId;
  provider: string;
  name: string;
  /** Where it works; absent: in the shared folder. */
  place?: RoomEventOf<'ai.agent.added'>['place'];
  version?: string;
  model?: string;
  mode: Mode;
  status: AgentStatus;
  statusDetail?: string;
  session: 'new' | 'resumed' | 'reconstructed';
  credentialScope?: string;
  unasked: string[];
  capabilities: string[];
  /** What can be chosen, where the agent told. */
  models?: AgentModel[];
  efforts?: string[];
  effort?: string;
  /** Its own commands, without the slash; absent where it reported none. */
  commands?: Array<{ name: string; description?: string }>;
  /** The turn that runs now. */
  runningPromptId?: PromptId;
  /** What waits, in order; the prompts themselves are timeline items. */
  queue: QueuedPrompt[];
  queueStopped?: { reason: string; retryAtMs?: number };
  plan: PlanEntry[];
  usage: Usage;
  rawCount: number;
  stopped?: string;
  /** Of an agent that is a program in a terminal. */
  terminal?: {
    columns: number;
    rows: number;
    isRunning: boolean;
    /** Who typed last, as far as it is told. */
    typed?: { by: ParticipantId; atMs: number };
    ended?: { atMs: number; exitCode?: number; signal?: number; screen: BigText };
  };
};

export type Suggestion = {
  suggestionId: SuggestionId;
  agentId: AgentId;
  by: ParticipantId;
  text: string;
  attachments: Attachment[];
  atMs: number;
  votes: Record<ParticipantId, 'up' | 'down'>;
  review?: ThreadId[];
};

export type Rule = {
  ruleId: RuleId;
  agentId: AgentId;
  scope: 'session' | 'rule';
  toolName: string;
  match: string;
  by: ParticipantId;
  atMs: number;
};

/** Where `changed` holds what happened in this agent's folder. */
export const changedKey = (agent: AgentState | undefined): string =>
  agent?.place?.kind === 'own' ? agent.agentId : 'shared';

export type ReviewComment = { commentId: string; by: ParticipantId; text: string; atMs: number };

/** Comments on one place of the code. */
export type ReviewThread = {
  threadId: ThreadId;
  anchor: ReviewAnchor;
  agentId?: AgentId;
  comments: ReviewComment[];
  resolvedBy?: ParticipantId;
  /** The prompt that took it to the agent, or the suggestion that would. A later comment makes it unsent again. */
  sent?: { promptId: PromptId } | { suggestionId: SuggestionId };
};

export type ChatMessage = { messageId: string; by: ParticipantId; text: string; atMs: number };

/**
 * Common to all items: `id` is unique and stable; `seq` that of the event that put it in its place,
 * `lastSeq` that of the last event that changed it.
 */
type Item<Kind extends string> = { kind: Kind; id: string; seq: number; lastSeq: number; atMs: number };
type InTurn = { agentId: AgentId; promptId?: PromptId };

export type PromptItem = Item<'prompt'> & {
  agentId: AgentId;
  promptId: PromptId;
  by: ParticipantId;
  suggestedBy?: ParticipantId;
  /** Where several suggestions were merged: all who wrote them. */
  authors?: ParticipantId[];
  /** Whoever changed it last while it waited. */
  editedBy?: ParticipantId;
  edited: boolean;
  /** The agent's command or a mention in it stood in others' words: it is only text. */
  othersCommand?: boolean;
  /** The whole prompt, or its beginning where `whole` has it. */
  text: string;
  whole?: BlobRef;
  attachments: Attachment[];
  state: 'queued' | 'held' | 'running' | 'removed' | TurnOutcome;
  reason?: string;
  delivery?: 'written' | 'accepted';
  startedAtMs?: number;
  durationMs?: number;
  usage?: Usage;
  /** Threads of review comments that it carries: words of several people. */
  review?: ThreadId[];
  /** What git saw change in its turn; absent while it runs, and where nothing could be compared. */
  changes?: { sum?: ChangeSum; before: CheckpointId; after: CheckpointId };
};
type Block<Kind extends 'text' | 'reasoning'> = Item<Kind> &
  InTurn & {
    streamId: StreamId;
    parentToolId?: ToolId;
    /** `streaming`: the text so far is in the live blocks, not here. */
    state: 'streaming' | 'ended' | 'incomplete' | 'retracted';
    content?: BigText;
    durationMs?: number;
  };
export type TextItem = Block<'text'> | Block<'reasoning'>;
export type ToolItem = Item<'tool'> &
  InTurn & {
    toolId: ToolId;
    toolName: string;
    toolKind: RoomEventOf<'ai.tool.started'>['kind'];
    title: string;
    input: BigText;
    parentToolId?: ToolId;
    status: 'running' | 'waiting' | RoomEventOf<'ai.tool.ended'>['status'];
    output?: BigText;
    exitCode?: number;
    durationMs?: number;
    approvalId?: ApprovalId;
  };
export type FileItem = Item<'file'> &
  InTurn &
  Omit<RoomEventOf<'ai.file.changed'>, 'type' | 'atMs' | 'agentId' | 'promptId'>;
export type PlanItem = Item<'plan'> & InTurn & { entries: PlanEntry[] };
export type ApprovalItem = Item<'approval'> & {
  request: RoomEventOf<'approval.requested'>;
  /** Who allowed it so far, where two people must (CLG-76); each person once. */
  signatures?: Array<{ by: ParticipantId; atMs: number; seq: number }>;
  votes?: Record<ParticipantId, 'up' | 'down'>;
  /** Who has seen what is hidden in it. */
  revealedTo?: ParticipantId[];
  /** Absent while it is pending. */
  resolution?: RoomEventOf<'approval.resolved'>;
};
export type ErrorItem = Item<'error'> &
  InTurn &
  Omit<RoomEventOf<'ai.error'>, 'type' | 'atMs' | 'agentId' | 'promptId'>;
export type NoticeItem = Item<'notice'> & {
  level: 'info' | 'warning' | 'error';
  code: string;
  text: string;
  agentId?: AgentId;
  promptId?: PromptId;
  /** The prompt after which a forked agent goes on. Not of that prompt's turn. */
  afterPromptId?: PromptId;
};
/** Joined, left, removed, frozen, rights changed: one line each. */
export type PeopleItem = Item<'people'> & {
  what:
    | 'joined'
    | 'left'
    | 'removed'
    | 'frozen'
    | 'unfrozen'
    | 'rights_changed'
    | 'drives'
    | 'drove'
    | 'typed_in_terminal';
  participantId: ParticipantId;
  /** The name at that time. */
  name: string;
  by?: ParticipantId;
  role?: Role;
  /** Of `rights_changed`: as they were from then on. */
  rights?: Rights;
};
/** Words put into a running turn. `sent`: nothing is known of what became of them. */
export type SteerItem = Item<'steer'> & {
  agentId: AgentId;
  promptId: PromptId;
  steerId: PromptId;
  by: ParticipantId;
  text: string;
  state: 'sent' | 'taken' | 'refused';
  reason?: string;
};
export type SuggestionItem = Item<'suggestion'> & {
  suggestion: Suggestion;
  outcome: RoomEventOf<'ai.request.suggestion_resolved'>['outcome'];
  by: ParticipantId;
  note?: string;
};
/** Files were put back to an earlier state. */
export type RestoreItem = Item<'restore'> & {
  agentId: AgentId;
  by: ParticipantId;
  promptId?: PromptId;
  undo: CheckpointId;
  sum?: ChangeSum;
};
export type UnknownItem = Item<'unknown'> & { nativeType: string };

export type TimelineItem =
  | PromptItem
  | TextItem
  | ToolItem
  | FileItem
  | PlanItem
  | ApprovalItem
  | ErrorItem
  | NoticeItem
  | PeopleItem
  | SuggestionItem
  | SteerItem
  | RestoreItem
  | UnknownItem;

/** What the host sends to those who come late: the folded room with only the tail of its transcript. */
export type RoomState = {
  /** Sequence number of the last event folded in; 0 for none. */
  seq: number;
  roomId: string;
  title: string;
  workspaceName: string;
  branch?: string;
  createdAtMs: number;
  gen: number;
  paused?: { by: ParticipantId; atMs: number; panic: boolean };
  ended?: { reason: string; atMs: number };
  /** Destructive requests need two people (CLG-76). */
  isTwoPersonRuleOn?: boolean;
  /** Whom the host has handed the driver's seat, and what they may do without it. */
  driver?: { participantId: ParticipantId; before: Rights; by: ParticipantId; atMs: number };
  participants: Record<ParticipantId, Participant>;
  agents: Record<AgentId, AgentState>;
  /** Those that are still open, oldest first. */
  suggestions: Suggestion[];
  /** Ids of pending approvals, oldest first; each is an item of the timeline. */
  pendingApprovals: ApprovalId[];
  rules: Record<RuleId, Rule>;
  chat: ChatMessage[];
  /** What git sees that the session changed: by agent in a folder of its own, else under `shared`. */
  changed?: Record<string, ChangeSum>;
  /** Review threads, oldest first; of the resolved ones only the newest. */
  review: ReviewThread[];
  /** The transcript, oldest first. In a snapshot only its tail: `firstSeq` says from where on it is whole. */
  items: TimelineItem[];
  firstSeq: number;
};
