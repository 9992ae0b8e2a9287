import type { CommandErrorCode } from '@collagility/protocol/errors';
import type { AskAnswer, CommandSender } from '@collagility/protocol/host/contract';
import type { AgentId, CheckpointId, PromptId } from '@collagility/protocol/ids';
import type { RoomState } from '@collagility/protocol/state';
import type { ChangeSum, WorkspaceAsk } from '@collagility/protocol/workspace';

/** `sum`: since the state of `fromSeq`. `session`: all of the session up to then. */
export type Sums = { sum: ChangeSum; fromSeq: number; session?: ChangeSum };
export type TurnChange = Sums & { before: CheckpointId; after: CheckpointId };
export type RestoreOutcome =
  | (Sums & { ok: true; undo: CheckpointId; promptId?: PromptId })
  | { ok: false; code: CommandErrorCode; detail?: string };

/** What the engine needs of the shared folders: what was before a turn, what a turn changed, and putting files back. */
export interface Workspaces {
  /** Remembers the files as they are; resolves when the turn may begin, in any case within some seconds. Never rejects. */
  beforeTurn(agentId: AgentId, promptId: PromptId, seq: number): Promise<void>;
  /** What is different since then; `undefined` where nothing could be compared. Never rejects. */
  afterTurn(agentId: AgentId, promptId: PromptId, seq: number): Promise<TurnChange | undefined>;
  /** From now on this agent works in a folder of its own. `name`: of a file, ours. */
  addFolder(agentId: AgentId, folder: string, name: string): void;
  restore(agentId: AgentId, checkpoint: CheckpointId, seq: number): Promise<RestoreOutcome>;
  answer(room: RoomState, sender: CommandSender, floorSeq: number, ask: WorkspaceAsk): Promise<AskAnswer>;
}
