/**
 * What the host's side of the encrypted room needs from the bridge (`RoomStore`, `RoomApplication`)
 * and what it gives it (`RoomHost`). Transport-free: bytes in, bytes out; clock, random and disk are arguments.
 */
import type { Command, CommandOutcome, InviteOptions } from '../commands.ts';
import type { Delta, LiveBlock } from '../ephemeral.ts';
import type { CommandErrorCode } from '../errors.ts';
import type { BigText, BlobRef, RoomEvent } from '../events.ts';
import type { AgentId, CardId, CommandId, InviteId, MemberId, ParticipantId } from '../ids.ts';
import type { InviteView, LobbyCard } from '../private.ts';
import type { Rights, Role } from '../rights.ts';
import type { RoomState } from '../state.ts';
import type { TerminalPiece } from '../terminal.ts';
import type { WorkspaceAsk } from '../workspace.ts';

export type RoomIdentity = { publicKey: Uint8Array; secretKey: Uint8Array; roomId: string };

/** An invite as it is kept. `secret` is deleted (absent) once it is revoked, used up or expired (CLG-07). */
export type InviteRecord = InviteOptions & {
  inviteId: InviteId;
  secret?: Uint8Array;
  uses: number;
  createdAtMs: number;
  createdBy?: ParticipantId;
  silenced: boolean;
  state: 'open' | 'revoked' | 'expired' | 'used-up';
  /** Made by the bridge for its own browser: one use, 60 s, no words, never printed (CLG-39). */
  isLocalHost?: boolean;
};

/** One admitted device. Removed devices keep their row with `state`, so that a block outlives a restart. */
export type DeviceRecord = {
  memberId: MemberId;
  participantId: ParticipantId;
  devicePk: Uint8Array;
  /** The rolling resume secret R (CLG-29). */
  resumeSecret: Uint8Array;
  passPk: Uint8Array;
  inviteId?: InviteId;
  /** First event this device may read; 1 for all. */
  floorSeq: number;
  inMemory: boolean;
  /** Set for devices of the host's own page: removed at the next start (CLG-81). */
  boundBoot?: Uint8Array;
  frozen: boolean;
  state: 'member' | 'left' | 'removed' | 'blocked';
};

/** Durable storage of one room. Synchronous: what a call wrote inside `transaction` is on disk when that returns. */
export interface RoomStore {
  /** May be nested: the inner one joins the outer, and all is undone where the outer throws. */
  transaction<T>(work: () => T): T;
  /** From here on every write waits for `commit`; a `transaction` inside is undone alone where it throws. */
  begin(): void;
  commit(): void;
  /** Undoes all since `begin`, also after a `commit` that threw. */
  rollback(): void;
  head(): { seq: number; hash: Uint8Array };
  appendRun(run: {
    first: number;
    events: Array<{ bytes: Uint8Array; hash: Uint8Array }>;
    gen: number;
    signature: Uint8Array;
  }): void;
  /** Events from `first` on, at most to `last` and `maxBytes` (at least one), with the chain value before them. */
  readRun(first: number, last: number, maxBytes: number): { prev: Uint8Array; first: number; events: Uint8Array[] };
  /** Like `readRun`, but the newest events that end at `last`. */
  readRunBefore(last: number, maxBytes: number): { prev: Uint8Array; first: number; events: Uint8Array[] };
  hashAt(seq: number): Uint8Array | undefined;
  /** `fromSeq`: the event that names it, for the floor check (CLG-62). */
  putBlob(blob: { id: Uint8Array; bytes: Uint8Array; hash: Uint8Array; fromSeq: number }): void;
  readBlob(
    id: Uint8Array,
    offset: number,
    maxBytes: number,
  ): { bytes: Uint8Array; len: number; fromSeq: number } | undefined;
  invites(): InviteRecord[];
  putInvite(invite: InviteRecord): void;
  devices(): DeviceRecord[];
  putDevice(device: DeviceRecord): void;
  findCommand(memberId: MemberId, commandId: CommandId): { bodyHash: Uint8Array; outcome?: CommandOutcome } | undefined;
  acceptCommand(memberId: MemberId, commandId: CommandId, bodyHash: Uint8Array): void;
  setCommandOutcome(memberId: MemberId, commandId: CommandId, outcome: CommandOutcome): void;
  /** The highest epoch ever used; group secrets themselves are never stored (CLG-16). */
  epoch(): number;
  setEpoch(epoch: number): void;
}

/** Who sent a command: proven by the pairwise channel, rights read at this moment. */
export type CommandSender = {
  memberId: MemberId;
  participantId: ParticipantId;
  role: Role;
  rights: Rights;
  devicePk: Uint8Array;
  frozen: boolean;
};

export type AskAnswer = { ok: true; bytes: Uint8Array } | { ok: false; code: CommandErrorCode };

/** What the bridge does for the room. The room has dealt with ids, doubles and rates before it calls. */
export interface RoomApplication {
  /** Checks rights and form now, changes nothing. `undefined`: go on. */
  judge(sender: CommandSender, commandId: CommandId, command: Command): CommandErrorCode | undefined;
  /** Acts. Called after the acceptance is on disk; must not throw: trouble is an outcome. */
  execute(sender: CommandSender, commandId: CommandId, command: Command): CommandOutcome | Promise<CommandOutcome>;
  /**
   * A question about the shared folder: right judged now, redacted, JSON in UTF-8, nothing from before event
   * `floorSeq`. Answers within `maxAskMs`, must not reject (CLG-68).
   */
  answerAsk(sender: CommandSender, floorSeq: number, ask: WorkspaceAsk): Promise<AskAnswer>;
  /** A terminal's screen now, JSON of a `TerminalScreen`: right judged now, redacted, nothing from before event `floorSeq`. */
  terminalScreen(sender: CommandSender, floorSeq: number, agentId: AgentId): AskAnswer;
  /** Text so far of the blocks being written now, for those who come in the middle. */
  liveBlocks(): LiveBlock[];
  /** Somebody waits at the door, came in, or the list of who is online changed. */
  peopleChanged(): void;
  /** The disk refused a commit: nothing of that turn counts or was sent. */
  journalFailed(error: unknown): void;
  /** A member proved that a newer copy of this host ran: nothing is served any more (CLG-13); `gen` is that copy's. */
  rolledBack(gen: number): void;
  /** Inside the transaction that takes this person out or changes their rights: what becomes of their prompts (CLG-47, 67). */
  eventsOnRemoval(participantId: ParticipantId): RoomEvent[];
}

export type Clock = { monotonicMs(): number; wallMs(): number };
/** Calls `work` once after `ms`; the returned function cancels it. */
export type Timer = (ms: number, work: () => void) => () => void;
/** Runs `work` at the end of this turn of the event loop: what is sent in one turn leaves as one message. */
export type Defer = (work: () => void) => void;

export type RoomHostOptions = {
  identity: RoomIdentity;
  /** This start's number and random name, on disk before the relay is dialled (CLG-12). */
  gen: number;
  boot: Uint8Array;
  /** Started with `--recover` from an older copy: the first event says so, and members load anew (CLG-15, 59). */
  isRecovered?: boolean;
  store: RoomStore;
  application: RoomApplication;
  clock: Clock;
  timer: Timer;
  /** Default: `queueMicrotask`. */
  defer?: Defer;
  /** When one commit is made for all that a turn of the event loop brought (CLG-16), and text after a silence leaves (CLG-54). Default: `defer`. */
  endOfTurn?: Defer;
  random(bytes: number): Uint8Array;
  /** Where the page is served: the front of every link, "https://host/s". */
  pageUrl: string;
  /** What goes into `room.created` when the room is new. */
  title: string;
  workspaceName: string;
  branch?: string;
  /** How the person at the keyboard is called. */
  hostName: string;
  /** For counters that the host may see: dropped, refused and unreadable frames by kind. */
  count(what: string): void;
};

export interface RoomHost {
  readonly state: RoomState;
  /** What all members may read begins here: an event tells nothing of what was before, as everybody gets the same one. */
  readonly commonFloorSeq: number;
  /** The participant that the host's own devices belong to. */
  readonly hostParticipantId: ParticipantId;
  /** A socket to the relay is open; `authority` is the host[:port] that was dialled (CLG-20). */
  connected(authority: string, send: (message: Uint8Array) => void, waitingBytes?: () => number): void;
  received(message: Uint8Array): void;
  disconnected(): void;
  /** The line to the relay is slower than what is told: a terminal shows how it is, not all it printed (B38). */
  readonly isBehind: boolean;
  /** Ready to serve: the relay took the seat. */
  readonly isSeated: boolean;
  onSeated(listener: () => void): void;

  /**
   * Folds the events into `state` at once; they are journaled with all else of this turn in one commit, and sent after it.
   * Throws `event_too_large`, with nothing added.
   */
  append(events: RoomEvent[]): void;
  /** Other rows of the journal that join the commit of this turn. */
  write<T>(work: () => T): T;
  /** Runs `work` once all that was written so far is on disk; at once where nothing waits, never after a failed commit. */
  afterCommit(work: () => void): void;
  /** Provisional text: coalesced, sent unsigned, covered by a check (CLG-54). */
  emit(deltas: Delta[]): void;
  /** Steps of terminals, to those alone who may watch (CLG-69). */
  emitTerminal(pieces: readonly TerminalPiece[]): void;
  /** Sets the beat (CLG-55). */
  setTurnRunning(isRunning: boolean): void;

  /** Inline, or kept as a blob where it is long (CLG-60). Redaction is the caller's, before. */
  keepText(text: string): BigText;
  keepBlob(bytes: Uint8Array): BlobRef;
  /** Values of people, in a commit of their own. Throws where the disk has no room for them; then nothing else is touched. */
  keepApart(values: readonly Uint8Array[]): BlobRef[];
  /** A value that a member uploaded for a prompt (CLG-63); `undefined` where it is not complete or not theirs. */
  uploaded(memberId: MemberId, blob: string): Uint8Array | undefined;
  /** They are in a command now: each is good for one. */
  dropUploads(memberId: MemberId, blobs: readonly string[]): void;
  /** Chain value after event `seq`, for statements (CLG-70). */
  hashAt(seq: number): Uint8Array | undefined;

  createInvite(options: InviteOptions, by?: ParticipantId, isLocalHost?: boolean): InviteView;
  revokeInvite(inviteId: InviteId): boolean;
  revokeAllInvites(): void;
  silenceInvite(inviteId: InviteId): boolean;
  invites(): InviteView[];
  lobbyCards(): LobbyCard[];
  answerCard(
    cardId: CardId,
    answer: {
      decision: 'admit' | 'deny';
      role?: Role;
      rights?: Rights;
      sameAs?: ParticipantId;
      keep?: 'this' | 'other' | 'neither';
    },
    by: ParticipantId,
  ): CommandErrorCode | undefined;
  removeParticipant(
    participantId: ParticipantId,
    options: { by: ParticipantId; block: boolean; keepInvites?: boolean; note?: string },
  ): CommandErrorCode | undefined;
  leave(memberId: MemberId): void;
  /** One device, by the word of somebody who may; the person is out with the last one. */
  removeDevice(memberId: MemberId, by: ParticipantId): CommandErrorCode | undefined;
  /** Blocked browsers of this person may knock again; they are let in like anybody. */
  unblock(participantId: ParticipantId, by: ParticipantId): CommandErrorCode | undefined;
  unfreeze(memberId: MemberId, by: ParticipantId): CommandErrorCode | undefined;
  /** New epoch for all who stay (panic). */
  rekey(): void;
  /** Devices that have a live channel now. */
  online(): MemberId[];
  /** Tells all, closes every channel. */
  end(reason: string): void;
}
