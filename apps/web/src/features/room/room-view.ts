/**
 * What the page knows of the room, and what it can ask for. The Worker that holds keys and socket posts `RoomView`
 * values and takes `RoomActions`; components see these two and nothing of crypto or transport.
 */
import type { TerminalNews } from '@collagility/protocol/client/terminals';
import type { Command, CommandOutcome } from '@collagility/protocol/commands';
import type { LiveBlock } from '@collagility/protocol/ephemeral';
import type { ByeCode, CloseReason } from '@collagility/protocol/errors';
import type { BlobRef } from '@collagility/protocol/events';
import type { AgentId, CommandId, MemberId, ParticipantId } from '@collagility/protocol/ids';
import type { InviteView, LobbyCard } from '@collagility/protocol/private';
import type { Rights, Role } from '@collagility/protocol/rights';
import type { RoomState } from '@collagility/protocol/state';
import type { WorkspaceAnswer, WorkspaceAsk } from '@collagility/protocol/workspace';

/** Where the page stands between the link and the live room. Each has a face of its own. */
export type RoomPhase =
  | { name: 'no_link' }
  | { name: 'damaged_link' }
  /** Link read, nothing sent yet; waits for the person to press Join. */
  | { name: 'ready_to_join'; roomIdStart: string }
  | { name: 'connecting' }
  | { name: 'waiting_at_door'; words: [string, string, string, string]; sinceMs: number }
  | { name: 'paused' }
  | { name: 'in_room' }
  /** The host's own sealed word. */
  | { name: 'refused_by_host'; code: ByeCode }
  /** The relay's word; not the host's decision. */
  | { name: 'refused_by_relay'; reason: CloseReason }
  | { name: 'relay_unreachable'; relay: string; retryAtMs: number }
  | { name: 'other_tab' }
  | { name: 'storage_full' }
  | { name: 'other_browser' }
  | { name: 'older_host' }
  | { name: 'fork' }
  | { name: 'version_mismatch' };

/** How true the screen is right now (CLG-57). Buttons that act are armed only while `live`. */
export type Liveness =
  | { name: 'live' }
  | { name: 'catching_up'; behind: number }
  | { name: 'not_live'; sinceMs: number; reason: 'silent' | 'socket' | 'clock' | 'connecting' | 'paused' }
  | { name: 'host_away'; sinceMs: number }
  /** Nobody looks or nothing runs: no claim is made. */
  | { name: 'no_beat' };

/** A command that this page sent, until it has its final word. */
export type SentCommand = {
  commandId: CommandId;
  command: Command;
  /** `sending`: not on the wire yet. `sent`: on the wire, no answer. Then the host's word. */
  state: 'sending' | 'sent' | CommandOutcome['state'] | 'dropped';
  outcome?: CommandOutcome;
  /** Why it was not sent: it was too old when the connection came back. */
  droppedBecause?: string;
};

export type RoomView = {
  phase: RoomPhase;
  liveness: Liveness;
  me?: {
    memberId: MemberId;
    participantId: ParticipantId;
    role: Role;
    rights: Rights;
    frozen: boolean;
    inMemory: boolean;
  };
  state?: RoomState;
  /** Text so far of each block being written, by stream or tool id; provisional, never a link or a button. */
  live: Record<string, LiveBlock>;
  /** Blocks whose provisional text turned out to be forged and was wiped. */
  alarm?: string;
  typing: ParticipantId[];
  presence: Record<ParticipantId, 'watching' | 'idle' | 'away'>;
  /** Where people look, as `placeOf` reads it. */
  looking: Record<ParticipantId, string>;
  lobby: LobbyCard[];
  invites: InviteView[];
  commands: SentCommand[];
  /** Host's monotonic now minus ours, to show how long things have waited. */
  hostClockOffsetMs: number;
  /** Host's wall clock minus ours: times in events are the host's. */
  hostWallOffsetMs: number;
  /** A history page is being fetched; `hasOlder` says whether there is more. */
  history: { isLoading: boolean; hasOlder: boolean };
};

export type RoomActions = {
  /** Sends `hello` under this name; allowed in `ready_to_join`. */
  join(name: string): void;
  useHere(): void;
  /** Signs what must be signed and sends it at least once; returns its id at once. */
  send(command: Unsigned<Command>): CommandId;
  retry(commandId: CommandId): void;
  dismiss(commandId: CommandId): void;
  typing(isTyping: boolean): void;
  /** Where this person looks, as `placeText` writes it. */
  looking(place: string): void;
  loadOlder(): void;
  /** Whole value of a blob, checked against its hash. */
  fetchBlob(ref: BlobRef): Promise<Uint8Array>;
  /** Asks the host about the shared folder; rejects with the host's code as its message. */
  ask<Ask extends WorkspaceAsk>(ask: Ask): Promise<WorkspaceAnswer<Ask>>;
  /** Uploads a picture or file for a prompt. */
  upload(bytes: Uint8Array, name: string, mimeType: string): Promise<{ blob: string; len: number; hash: string }>;
  /** A terminal's screen and all that follows on it, until the returned function is called. */
  watchTerminal(agentId: AgentId, news: (news: TerminalNews) => void): () => void;
  refreshTerminal(agentId: AgentId): void;
  pressKeys(agentId: AgentId, keys: string): void;
  reconnectNow(): void;
  leave(): void;
};

/** The Worker holds the device key: the page names the act, the Worker signs it over what was shown. */
export type Unsigned<C> = C extends { signed: unknown } ? Omit<C, 'signed'> : C;
