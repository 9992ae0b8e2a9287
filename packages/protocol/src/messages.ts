/** The JSON of pairwise frames (types 3 and 4). Every one also carries `ack` (CLG-42), which the channel writes and reads. */
import * as v from 'valibot';
import type { CommandOutcome } from './commands.ts';
import { LiveBlock } from './ephemeral.ts';
import { agentId, count, hex, memberId, participantId, wallMs } from './events/shared.ts';
import { knownOf, wordOr } from './newer-words.ts';
import { PlaceText } from './place.ts';
import type { InviteView, LobbyCard } from './private.ts';
import { Role, ToldRights } from './rights.ts';
import { TerminalPart } from './terminal.ts';
import { WorkspaceAsk } from './workspace.ts';

export const PresenceState = v.picklist(['watching', 'idle', 'away']);
export type PresenceState = v.InferOutput<typeof PresenceState>;

/** `hs3`: who comes, what their browser can keep, what they have. Binary: device key, its proof, `h` of `have.seq`. */
export const Hello = v.object({
  name: v.pipe(v.string(), v.maxLength(256)),
  caps: v.optional(v.object({ mem: v.optional(v.boolean()) }), {}),
  have: v.optional(v.object({ seq: count })),
  /** In place of a hello: the host that answered is older than one this member has seen; the proof follows in binary (CLG-13). */
  bye: v.optional(v.literal('rolled_back')),
});
export type Hello = v.InferOutput<typeof Hello>;

const pullId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const blob = v.pipe(hex, v.length(32));
const hash = v.pipe(hex, v.length(64));

export const Pull = v.variant('what', [
  /** Events that end at `last`, newest first where they do not fit; or all from `first` on. */
  v.object({ what: v.literal('page'), first: count, last: count, tail: v.optional(v.boolean()) }),
  v.object({ what: v.literal('blob'), blob, off: count }),
  /** The screen of a terminal: a `TerminalScreen`, or where it is long the name of a value that holds it (CLG-69). */
  v.object({ what: v.literal('terminal'), agentId }),
  /** Text so far of the blocks being written. */
  v.object({ what: v.literal('live') }),
  /** A question about the shared folder: its answer, or where that is long the name of a value that holds it (CLG-68). */
  v.object({ what: v.literal('ask'), ask: WorkspaceAsk }),
]);
export type Pull = v.InferOutput<typeof Pull>;

/** Member to host. */
export const MemberMessage = v.variant('t', [
  /** The command itself is the binary part; one that does not fit was put before and is named here. */
  v.object({
    t: v.literal('cmd'),
    put: v.optional(blob),
    /** Made long ago for that moment only: answer it if it is known, do not begin it. */
    late: v.optional(v.boolean()),
  }),
  v.object({ t: v.literal('get'), id: pullId, pull: Pull }),
  v.object({ t: v.literal('put'), blob, off: count, len: count, hash }),
  v.object({ t: v.literal('ping'), n: count }),
  v.object({ t: v.literal('typing'), on: v.boolean() }),
  v.object({ t: v.literal('presence'), x: PresenceState }),
  v.object({ t: v.literal('looking'), x: PlaceText }),
]);
export type MemberMessage = v.InferOutput<typeof MemberMessage>;

export const Welcome = v.object({
  t: v.literal('welcome'),
  mid: memberId,
  pid: participantId,
  role: wordOr(Role.options, 'viewer'),
  rights: ToldRights,
  epoch: count,
  step: count,
  /** Last counter used per group lane. */
  ctr: v.object({ 5: count, 6: count, 7: count }),
  seq: count,
  hostMs: count,
  /** The host's wall clock, for display: times in events are its. */
  wallMs: v.optional(wallMs),
  /** First event this device may read. */
  floor: count,
  /** Seconds between checks at the latest; 0 for none. */
  beat: count,
  snapshot: v.optional(v.object({ blob, len: count, hash })),
  /** The host's history is another one than the member's: its copy is void. */
  reset: v.optional(v.boolean()),
  /** Blocks of text being written fit here, or are pulled (`live`). */
  hasLive: v.boolean(),
  presence: v.record(v.string(), wordOr(PresenceState.options, 'idle')),
  /** Where people look, by person. */
  looking: v.optional(v.record(v.string(), PlaceText)),
});
export type Welcome = v.InferOutput<typeof Welcome>;

const anything = v.unknown();

/** Host to member. */
export const HostMessage = v.variant('t', [
  Welcome,
  v.object({ t: v.literal('wait') }),
  /** In place of a welcome: sharing is paused, and the welcome comes when it goes on. */
  v.object({ t: v.literal('paused') }),
  v.object({ t: v.literal('bye'), code: v.string() }),
  v.object({ t: v.literal('out'), id: hex, o: anything }),
  v.object({
    t: v.literal('part'),
    id: pullId,
    /** Of a blob: the whole length. */
    len: v.optional(count),
    end: v.boolean(),
    refused: v.optional(v.string()),
  }),
  v.object({ t: v.literal('put'), blob, off: count, refused: v.optional(v.string()) }),
  v.object({ t: v.literal('pong'), n: count, hostMs: count, beat: count }),
  v.object({ t: v.literal('beat'), s: count }),
  v.object({ t: v.literal('rekey'), epoch: count }),
  /** Parts of terminals in binary, where somebody in the room may not watch them (CLG-69). */
  v.object({ t: v.literal('term'), d: v.array(TerminalPart) }),
  v.object({ t: v.literal('lobby'), cards: v.array(anything) }),
  v.object({ t: v.literal('invites'), invites: v.array(anything) }),
]);
export type HostMessage = v.InferOutput<typeof HostMessage>;

/** What the host writes: the same, with the lists in their types. */
export type OutgoingHostMessage =
  | Exclude<HostMessage, { t: 'out' | 'lobby' | 'invites' }>
  | { t: 'out'; id: string; o: CommandOutcome }
  | { t: 'lobby'; cards: LobbyCard[] }
  | { t: 'invites'; invites: InviteView[] };

export const LiveBlocks = knownOf(LiveBlock);
