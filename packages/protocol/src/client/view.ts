/** What a client shows: plain data, made anew at each change, safe to post from a Worker. */
import type { Command, CommandOutcome } from '../commands.ts';
import type { LiveBlock } from '../ephemeral.ts';
import type { ByeCode, CloseReason } from '../errors.ts';
import type { CommandId, MemberId, ParticipantId } from '../ids.ts';
import type { PresenceState } from '../messages.ts';
import type { InviteView, LobbyCard } from '../private.ts';
import type { Rights, Role } from '../rights.ts';
import type { RoomState } from '../state.ts';

/** Where a client stands between its link and the live room. */
export type ClientPhase =
  | { name: 'connecting' }
  | { name: 'waiting_at_door'; words: Words; sinceMs: number }
  /** The host knows this device, and sharing is paused: there is nothing to show yet. */
  | { name: 'paused' }
  | { name: 'in_room' }
  /** The host's own sealed word. */
  | { name: 'refused_by_host'; code: ByeCode }
  /** The relay's word; not the host's decision. */
  | { name: 'refused_by_relay'; reason: CloseReason }
  | { name: 'relay_unreachable'; relay: string; retryAtMs: number }
  /** The store belongs to another tab now. */
  | { name: 'other_tab' }
  /** The browser has no room left for the device's key. */
  | { name: 'storage_full' }
  | { name: 'older_host' }
  | { name: 'fork' }
  | { name: 'version_mismatch' };

export type Words = [string, string, string, string];

/** How true the screen is right now (CLG-57). Buttons that act are armed only while `live`. */
export type ClientLiveness =
  | { name: 'live' }
  | { name: 'catching_up'; behind: number }
  | { name: 'not_live'; sinceMs: number; reason: 'silent' | 'socket' | 'clock' | 'connecting' | 'paused' }
  | { name: 'host_away'; sinceMs: number }
  /** Nobody looks or nothing runs: no claim is made. */
  | { name: 'no_beat' };

/** A command of this device, until it has its final word. */
export type SentCommand = {
  commandId: CommandId;
  command: Command;
  /** `sending`: not on the wire yet. `sent`: on the wire, no answer. Then the host's word. */
  state: 'sending' | 'sent' | CommandOutcome['state'] | 'dropped';
  outcome?: CommandOutcome;
  /** Why it was not sent: it was too old when the connection came back. */
  droppedBecause?: string;
};

export type Me = {
  memberId: MemberId;
  participantId: ParticipantId;
  role: Role;
  rights: Rights;
  frozen: boolean;
  inMemory: boolean;
};

export type ClientView = {
  phase: ClientPhase;
  liveness: ClientLiveness;
  me?: Me;
  state?: RoomState;
  /** Text so far of each block being written, by stream or tool id; provisional, never a link or a button. */
  live: Record<string, LiveBlock>;
  /** Why provisional text was wiped: forged data was injected. */
  alarm?: string;
  typing: ParticipantId[];
  presence: Record<ParticipantId, PresenceState>;
  /** Where people look: see `placeOf`. */
  looking: Record<ParticipantId, string>;
  lobby: LobbyCard[];
  invites: InviteView[];
  commands: SentCommand[];
  /** Host's monotonic now minus ours, to show how long things have waited. */
  hostClockOffsetMs: number;
  /** Host's wall clock minus ours, as it was at the last welcome; for display only. */
  hostWallOffsetMs: number;
  /** A history page is being fetched; `hasOlder` says whether there is more, `hasFailed` that the last one could not be had. */
  history: { isLoading: boolean; hasOlder: boolean; hasFailed?: boolean };
  /**
   * The host's history is another one than this client had (a restored backup), so the copy was dropped (CLG-59).
   * `events`: at least so many that were here are not in it; 0 where it is as long by now. `atSeq`: its head then.
   */
  lost?: { events: number; atSeq: number };
};
