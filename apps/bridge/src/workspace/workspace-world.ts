import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type AgentId,
  as,
  type CheckpointId,
  type MemberId,
  type ParticipantId,
  type PromptId,
} from '@collagility/protocol/ids';
import { emptyRoomState } from '@collagility/protocol/reduce';
import { rightsOfRole } from '@collagility/protocol/rights';
import type { RoomState } from '@collagility/protocol/state';
import type { ChangeScope, Changes, WorkspaceAnswer, WorkspaceAsk } from '@collagility/protocol/workspace';
import { FolderWorkspaces } from './folder-workspaces.ts';

export const agent = as<AgentId>('mock');

/** A folder on disk, a git of its own in it where wanted, and the service that looks at it. */
export class WorkspaceWorld {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')));
  readonly home = join(this.root, 'home');
  readonly folder: string;
  readonly roomFolder = join(this.root, 'data', 'room');
  dataPath = join(this.root, 'data');
  readonly told: string[] = [];
  environment: Record<string, string | undefined>;
  room: RoomState = emptyRoomState('r');
  workspaces: FolderWorkspaces | undefined;
  secretsRead = 0;
  /** Nothing is waited for longer. */
  patienceMs = 60_000;
  #nowMs = 0;

  constructor(folder = 'app') {
    this.folder = join(this.home, folder);
    mkdirSync(this.folder, { recursive: true });
    mkdirSync(this.roomFolder, { recursive: true });
    this.environment = { PATH: process.env['PATH'], HOME: this.home };
  }

  /** The user's own git. */
  git(...args: string[]): string {
    return execFileSync('git', args, {
      cwd: this.folder,
      env: {
        PATH: process.env['PATH'],
        HOME: this.home,
        GIT_AUTHOR_NAME: 'U',
        GIT_AUTHOR_EMAIL: 'u@h',
        GIT_COMMITTER_NAME: 'U',
        GIT_COMMITTER_EMAIL: 'u@h',
      },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  write(path: string, content: string | Uint8Array): void {
    const full = join(this.folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** A repository with one commit of what is there. */
  commit(): this {
    this.git('init', '-q', '-b', 'main');
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', 'first');
    return this;
  }

  open(): FolderWorkspaces {
    this.workspaces = new FolderWorkspaces({
      folder: this.folder,
      roomFolder: this.roomFolder,
      dataPath: this.dataPath,
      environment: this.environment,
      // Each look at the clock is seconds after the one before: nothing is taken from a look that was just made.
      clock: { monotonicMs: () => (this.#nowMs += 5_000), wallMs: () => Date.now() },
      timer: (ms, work) => {
        const timer = setTimeout(work, Math.min(ms, this.patienceMs));
        return () => clearTimeout(timer);
      },
      redact: (text) => text.replaceAll('hunter2-hunter2', '⟦hidden⟧').replace(/BEGIN KEY[\s\S]*?END KEY/g, '⟦hidden⟧'),
      refreshSecrets: () => {
        this.secretsRead += 1;
      },
      tell: (text) => this.told.push(text),
    });
    return this.workspaces;
  }

  async ask<Ask extends WorkspaceAsk>(
    ask: Ask,
    { role = 'viewer', floorSeq = 1 }: { role?: 'viewer' | 'host'; floorSeq?: number } = {},
  ): Promise<WorkspaceAnswer<Ask> | string> {
    const workspaces = this.workspaces ?? this.open();
    const sender = {
      memberId: as<MemberId>(`${role}-device`),
      participantId: as<ParticipantId>(role),
      role,
      rights: rightsOfRole[role],
      devicePk: new Uint8Array(32),
      frozen: false,
    };
    const answer = await workspaces.answer(this.room, sender, floorSeq, ask);
    return answer.ok ? JSON.parse(new TextDecoder().decode(answer.bytes)) : answer.code;
  }

  async changes(scope: ChangeScope = { of: 'session' }, floorSeq = 1): Promise<Changes> {
    const changes = await this.ask({ ask: 'changes', scope }, { floorSeq });
    if (typeof changes === 'string') throw new Error(changes);
    return changes;
  }

  async diff(path: string, more: object = {}) {
    const diff = await this.ask({ ask: 'diff', scope: { of: 'session' }, path, ...more });
    if (typeof diff === 'string') throw new Error(diff);
    return diff;
  }

  /** One turn in which `work` happens. */
  async turn(name: string, work: () => void, seq = 1) {
    const workspaces = this.workspaces ?? this.open();
    const promptId = as<PromptId>(name);
    await workspaces.beforeTurn(agent, promptId, seq);
    work();
    return workspaces.afterTurn(agent, promptId, seq + 1);
  }

  /** Everything below a folder: names and bytes. */
  contents(path: string): Record<string, string> {
    const all: Record<string, string> = {};
    for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
      const full = join(path, name);
      if (statSync(full).isFile()) all[name] = readFileSync(full).toString('base64');
    }
    return all;
  }

  end(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

export const turnScope = (name: string): ChangeScope => ({ of: 'turn', promptId: as<PromptId>(name) });
export const sinceScope = (id: CheckpointId): ChangeScope => ({ of: 'since', checkpoint: id });
