import { join } from 'node:path';
import { utf8 } from '@collagility/protocol/bytes';
import type { CommandErrorCode } from '@collagility/protocol/errors';
import type { AskAnswer, Clock, CommandSender, Timer } from '@collagility/protocol/host/contract';
import type { AgentId, CheckpointId, MemberId, PromptId } from '@collagility/protocol/ids';
import { maxAskMs } from '@collagility/protocol/limits';
import type { RoomState } from '@collagility/protocol/state';
import type { ChangeSum, Changes, FileChange, WorkspaceAnswers, WorkspaceAsk } from '@collagility/protocol/workspace';
import type { Checkpoint } from './checkpoints.ts';
import { shownDiff } from './file-diff.ts';
import type { FilesState } from './snapshot.ts';
import { type Trouble, Workspace } from './workspace.ts';
import type { RestoreOutcome, TurnChange, Workspaces } from './workspaces.ts';

export type FolderWorkspacesOptions = {
  /** Real path of the room's shared folder. */
  folder: string;
  /** Private folder of this room, for what is remembered. */
  roomFolder: string;
  /** The data directory: never looked at. */
  dataPath: string;
  environment: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  timer: Timer;
  redact(text: string): string;
  /** The files are others than before: what is secret has to be read again before any of them is shown. */
  refreshSecrets(): void;
  /** Something of ours did not work (a full disk): the room goes on without it. */
  tell(text: string): void;
};

/** How long a turn waits for the state before it; longer, and it begins without one. */
const beforeTurnMs = 15_000;
const answerMs = maxAskMs - 1_000;

type Answer = WorkspaceAnswers[keyof WorkspaceAnswers];
type Refusal = { code: CommandErrorCode };

/** The folders of a room: the shared one, and those of agents that work in another. */
export class FolderWorkspaces implements Workspaces {
  readonly #options: FolderWorkspacesOptions;
  readonly #shared: Promise<Workspace | undefined>;
  readonly #own = new Map<AgentId, Promise<Workspace | undefined>>();
  #secretsOf: string | undefined;
  /** One question of a member at a time. */
  readonly #asked = new Map<MemberId, Promise<unknown>>();

  constructor(options: FolderWorkspacesOptions) {
    this.#options = options;
    this.#shared = this.#open(options.folder, 'shared');
  }

  /** From now on this agent works in a folder of its own (its worktree). `name`: of a file, ours. */
  addFolder(agentId: AgentId, folder: string, name: string): void {
    this.#own.set(agentId, this.#open(folder, name));
  }

  async beforeTurn(agentId: AgentId, promptId: PromptId, seq: number): Promise<void> {
    let isTooLate = false;
    await this.#guarded(() =>
      this.#within(beforeTurnMs, async () => {
        const workspace = await this.#of(agentId);
        // Once the turn has begun the files are not those before it any more.
        await workspace?.remember({ kind: 'before_turn', seq, promptId }, () => isTooLate);
      }),
    );
    isTooLate = true;
  }

  afterTurn(agentId: AgentId, promptId: PromptId, seq: number): Promise<TurnChange | undefined> {
    return this.#guarded(async () => {
      const workspace = await this.#of(agentId);
      const before = workspace?.checkpoints.of(promptId, 'before_turn');
      if (workspace === undefined || before === undefined) return undefined;
      const after = await workspace.remember({ kind: 'after_turn', seq, promptId });
      if ('ok' in after) return undefined;
      const compared = await workspace.compare(before, after);
      if (compared === undefined) return undefined;
      const said = { sum: compared.sum, fromSeq: before.seq, ...(await session(workspace, after)) };
      return { ...said, before: before.id, after: after.id };
    });
  }

  async restore(agentId: AgentId, checkpoint: CheckpointId, seq: number): Promise<RestoreOutcome> {
    const done = await this.#guarded(async () => {
      const workspace = await this.#of(agentId);
      if (workspace === undefined) return { ok: false, code: 'not_compared' } as const;
      if (workspace.checkpoints.find(checkpoint) === undefined) return { ok: false, code: 'no_such_object' } as const;
      const restored = await workspace.restore(checkpoint, seq);
      if ('ok' in restored)
        return { ok: false, code: 'not_compared', detail: this.#options.redact(restored.detail) } as const;
      const { undo, target, changed, after } = restored;
      const { promptId } = target;
      const said = { undo: undo.id, sum: changed.sum, fromSeq: target.seq, ...(await session(workspace, after)) };
      return { ok: true, ...said, ...(promptId !== undefined && { promptId }) } as const;
    });
    return done ?? { ok: false, code: 'not_compared' };
  }

  answer(room: RoomState, sender: CommandSender, floorSeq: number, ask: WorkspaceAsk): Promise<AskAnswer> {
    const refusal = judge(room, sender);
    if (refusal !== undefined) return Promise.resolve({ ok: false, code: refusal });
    const before = this.#asked.get(sender.memberId) ?? Promise.resolve();
    const answer = before.then(() => this.#answerInTime(room, floorSeq, ask));
    this.#asked.set(sender.memberId, answer);
    return answer.finally(() => {
      if (this.#asked.get(sender.memberId) === answer) this.#asked.delete(sender.memberId);
    });
  }

  async #answerInTime(room: RoomState, floorSeq: number, ask: WorkspaceAsk): Promise<AskAnswer> {
    const said = await this.#within(answerMs, () => this.#look(room, floorSeq, ask));
    if (said === undefined) return { ok: false, code: 'too_slow' };
    if ('code' in said) return { ok: false, code: said.code };
    return { ok: true, bytes: utf8(JSON.stringify(said)) };
  }

  async #look(room: RoomState, floorSeq: number, ask: WorkspaceAsk): Promise<Answer | Refusal> {
    const workspace = await this.#of(ask.agentId);
    if (workspace === undefined) return ask.ask === 'changes' ? byAgent('no_git') : { code: 'not_compared' };
    if (ask.ask === 'changes' || ask.ask === 'diff') return this.#difference(workspace, room, floorSeq, ask);
    const now = await workspace.look();
    if (!now.ok) return { code: 'not_compared' };
    this.#refresh(now.state);
    return (await this.#read(workspace, now.state, ask)) ?? { code: 'no_such_object' };
  }

  async #read(
    workspace: Workspace,
    state: FilesState,
    ask: Exclude<WorkspaceAsk, { ask: 'changes' | 'diff' }>,
  ): Promise<Answer | undefined> {
    const { redact } = this.#options;
    switch (ask.ask) {
      case 'tree': {
        const tree = await workspace.tree(state, ask.path);
        return tree && { ...tree, entries: tree.entries.map((entry) => ({ ...entry, name: redact(entry.name) })) };
      }
      case 'file':
        return workspace.view(state, ask, redact);
      case 'search': {
        const found = await workspace.search(state, ask.query);
        return found && { ...found, paths: found.paths.map(redact) };
      }
    }
  }

  async #difference(
    workspace: Workspace,
    room: RoomState,
    floorSeq: number,
    ask: Extract<WorkspaceAsk, { ask: 'changes' | 'diff' }>,
  ): Promise<Answer | Refusal> {
    const sides = await this.#sides(workspace, room, floorSeq, ask.scope);
    if ('ok' in sides) return ask.ask === 'changes' ? byAgent(sides.reason) : { code: 'not_compared' };
    if ('code' in sides) return sides;
    const { before, after, at } = sides;
    this.#refresh(after);
    if (ask.ask === 'diff') {
      const { path, previousPath, context } = ask;
      const raw = await workspace.diff(before, after, { path, previousPath, context });
      return raw === undefined ? { code: 'no_such_object' } : shownDiff(raw, ask.whole === true, this.#options.redact);
    }
    const compared = await workspace.compare(before, after);
    if (compared === undefined) return byAgent('failed');
    return { source: 'git', ...compared, files: compared.files.map((file) => this.#shown(file)), ...(at && { at }) };
  }

  #refresh(state: FilesState): void {
    if (state.tree === this.#secretsOf) return;
    this.#options.refreshSecrets();
    this.#secretsOf = state.tree;
  }

  #shown(file: FileChange): FileChange {
    const { redact } = this.#options;
    const { previousPath } = file;
    return {
      ...file,
      path: redact(file.path),
      ...(previousPath !== undefined && { previousPath: redact(previousPath) }),
    };
  }

  /** What is compared with what; nothing from before the first event that this member may read. */
  async #sides(
    workspace: Workspace,
    room: RoomState,
    floorSeq: number,
    scope: Extract<WorkspaceAsk, { ask: 'diff' }>['scope'],
  ): Promise<{ before: FilesState; after: FilesState; at?: CheckpointId } | Trouble | Refusal> {
    const { checkpoints } = workspace;
    const isVisible = (checkpoint: Checkpoint | undefined): checkpoint is Checkpoint =>
      checkpoint !== undefined && (floorSeq <= 1 || checkpoint.seq >= floorSeq);
    if (scope.of === 'turn') {
      const before = checkpoints.of(scope.promptId, 'before_turn');
      if (!isVisible(before)) return { code: 'no_such_object' };
      const after = checkpoints.of(scope.promptId, 'after_turn');
      if (after !== undefined) return { before, after };
      const now = await workspace.look();
      return now.ok ? { before, after: now.state } : now;
    }
    const at = await workspace.remember({ kind: 'look', seq: room.seq });
    if ('ok' in at) return at;
    const before = scope.of === 'since' ? checkpoints.find(scope.checkpoint) : checkpoints.firstFrom(floorSeq);
    if (scope.of === 'since' && !isVisible(before)) return { code: 'no_such_object' };
    return { before: before ?? at, after: at, at: at.id };
  }

  async #of(agentId: AgentId | undefined): Promise<Workspace | undefined> {
    return (agentId === undefined ? undefined : this.#own.get(agentId)) ?? this.#shared;
  }

  #open(folder: string, name: string): Promise<Workspace | undefined> {
    const { roomFolder, dataPath, environment, clock } = this.#options;
    const gitFolder = join(roomFolder, `${name}.git`);
    return this.#guarded(async () => {
      const workspace = await Workspace.open({ folder, gitFolder, hidden: [dataPath], environment, clock });
      if (workspace !== undefined && workspace.checkpoints.latest === undefined)
        await workspace.remember({ kind: 'start', seq: 0 });
      return workspace;
    });
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#options.tell(`The files could not be compared: ${text}. The room goes on without it.`);
      return undefined;
    }
  }

  #within<T>(ms: number, work: () => Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const cancel = this.#options.timer(ms, () => resolve(undefined));
      work().then(resolve, reject).finally(cancel);
    });
  }
}

/** What git sees that the session changed up to then. */
async function session(workspace: Workspace, now: FilesState): Promise<{ session?: ChangeSum }> {
  const first = workspace.checkpoints.firstFrom(0);
  const compared = first && (await workspace.compare(first, now));
  return compared === undefined ? {} : { session: compared.sum };
}

/** Whoever is in the room may look at what it works on; not while sharing is paused, not with a device in doubt. */
function judge(room: RoomState, sender: CommandSender): CommandErrorCode | undefined {
  if (sender.frozen) return 'frozen';
  return room.paused !== undefined && !sender.rights.manage ? 'paused' : undefined;
}

/** Nothing can be compared: the page shows what the agent itself reported. */
const byAgent = (reason: NonNullable<Changes['reason']>): Changes => ({
  source: 'agent',
  reason,
  files: [],
  sum: { files: 0, added: 0, removed: 0 },
  more: 0,
});
