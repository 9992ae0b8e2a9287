import * as v from 'valibot';
import { actOf } from '../act.ts';
import { fromHex, toHex, utf8 } from '../bytes.ts';
import { firstHash } from '../chain.ts';
import type { Check } from '../check.ts';
import { type Command, type CommandOf, parseCommand } from '../commands.ts';
import { type KeyPair, roomIdBytes } from '../crypto/keys.ts';
import type { Delta } from '../ephemeral.ts';
import { type ByeCode, byeCodes, type CloseReason, CollagilityError } from '../errors.ts';
import type { BlobRef, RoomEvent, UnknownEvent } from '../events.ts';
import { decodeHeader, frameTypes, isGroupType } from '../frames.ts';
import type { Clock, Defer, Timer } from '../host/contract.ts';
import { as, type CommandId, type ParticipantId } from '../ids.ts';
import { maxPlaintextBytes, progressMs } from '../limits.ts';
import { inviteKeys, type Link, passKeys } from '../link.ts';
import {
  LiveBlocks as LiveBlocksSchema,
  type PresenceState,
  PresenceState as PresenceStateSchema,
} from '../messages.ts';
import { parseJson } from '../plaintext.ts';
import { frozenRights } from '../rights.ts';
import { encodeStatement, extraHash, shownHash } from '../statement.ts';
import { Connection, type OpenSocket } from './connection.ts';
import { Entry, type Welcomed } from './entry.ts';
import { LiveBlocks } from './live-blocks.ts';
import { LivenessWatch } from './liveness-watch.ts';
import { type DeviceKey, type MemberStore, type Membership, newDeviceKey } from './member-store.ts';
import { Outbox } from './outbox.ts';
import { PullRequests } from './pull-requests.ts';
import { type DirectMessage, listOf, outcomeOf, Session } from './session.ts';
import { Transcript } from './transcript.ts';
import { Typing } from './typing.ts';
import { type Uploaded, Uploader } from './uploader.ts';
import type { ClientLiveness, ClientPhase, ClientView, Me } from './view.ts';

/** A command as a person means it; what must be signed is signed by the client over what was shown. */
export type Unsigned<C> = C extends { signed: unknown } ? Omit<C, 'signed'> : C;

export type RoomClientOptions = {
  /** From the link; absent where the device comes back by its store. */
  link?: Link;
  /** "https://relay.example.com": where a link's page says the room is; a stored membership knows its own. */
  relay: string;
  store: MemberStore;
  name: string;
  openSocket: OpenSocket;
  clock: Clock;
  timer: Timer;
  /** Default: `queueMicrotask`. */
  defer?: Defer;
  random(bytes: number): Uint8Array;
  /** Makes the device's key at its first join. */
  newDevice?: () => Promise<DeviceKey>;
  /** Device of the host's own page (CLG-81). */
  isBound?: boolean;
  onChange(view: ClientView): void;
  /** Let in: the link's secret is not needed any more and must go (CLG-08). */
  onWelcome?(): void;
  /** Counters for diagnostics: dropped, refused and unreadable frames by kind. */
  count?(what: string): void;
};

const maxWaitingFrames = 4096;
/** More handshakes than this in a row within `resumeWindowMs` are no accident of one frame: another socket. */
const maxResumesPerWindow = 3;
const resumeWindowMs = 10_000;

/** A member's side of the encrypted room, without a transport of its own: the page's Worker, tests and load tools run it. */
export class RoomClient {
  readonly #options: RoomClientOptions;
  readonly #defer: Defer;
  readonly #live = new LiveBlocks();
  readonly #typing: Typing;
  readonly #liveness: LivenessWatch;
  readonly #pulls: PullRequests;
  readonly #outbox: Outbox;
  readonly #uploader: Uploader;
  #room:
    | { id: Uint8Array; hostPk: Uint8Array; connection: Connection; entry: Entry; transcript: Transcript }
    | undefined;
  #session: Session | undefined;
  #phase: ClientPhase = { name: 'connecting' };
  #hostAwaySinceMs: number | undefined;
  #me: { memberId: Me['memberId']; participantId: ParticipantId; inMemory: boolean } | undefined;
  #presence: Record<ParticipantId, PresenceState> = {};
  #myPresence: PresenceState = 'watching';
  #lobby: ClientView['lobby'] = [];
  #invites: ClientView['invites'] = [];
  #alarm: string | undefined;
  #lostEvents: number | undefined;
  #name: string;
  #isChangeDue = false;
  #isStopped = false;
  #waiting: Uint8Array[] = [];
  #resumesMs: number[] = [];
  #lastProgressMs = 0;
  #cancelProgress: (() => void) | undefined;
  #cancelSpread: (() => void) | undefined;
  #liveAskedMs = Number.NEGATIVE_INFINITY;

  constructor(options: RoomClientOptions) {
    this.#options = options;
    this.#name = options.name;
    this.#defer = options.defer ?? queueMicrotask;
    const { clock, timer, random } = options;
    const changed = (): void => this.#changed();
    this.#typing = new Typing({ timer, changed });
    this.#liveness = new LivenessWatch({
      clock,
      timer,
      randomUnit: () => this.#randomUnit(),
      ping: (n) => this.#session?.send({ t: 'ping', n }),
      changed,
    });
    this.#pulls = new PullRequests((id, pull) => {
      this.#session?.send({ t: 'get', id, pull });
      this.#watchProgress();
    });
    this.#outbox = new Outbox({
      clock,
      timer,
      changed,
      send: (bytes, isLate) => this.#sendCommand(bytes, isLate),
    });
    this.#uploader = new Uploader({
      random,
      send: (message, bytes) => {
        this.#session?.send(message, bytes);
        this.#watchProgress();
      },
    });
  }

  /** Reads the store and dials. False: there is neither a link nor a stored device for this room. */
  async start(): Promise<boolean> {
    const stored = await this.#options.store.read();
    const { link } = this.#options;
    const isSameRoom = stored !== undefined && (link === undefined || toHex(stored.hostPk) === toHex(link.hostPk));
    const membership = isSameRoom ? stored : link && (await this.#newMembership(link));
    if (membership === undefined) return false;
    this.#room = this.#wire(membership, link?.secret);
    this.#room.connection.dial();
    return true;
  }

  stop(): void {
    this.#isStopped = true;
    this.#endSession();
    this.#room?.entry.abandon();
    this.#room?.connection.stop();
    this.#liveness.stop();
    this.#cancelSpread?.();
    this.#cancelProgress?.();
  }

  get view(): ClientView {
    const transcript = this.#room?.transcript;
    const state = transcript?.state;
    const me = this.#meView();
    return {
      phase: this.#phase,
      liveness: this.#livenessView(),
      ...(me && { me }),
      ...(state && { state }),
      live: this.#live.blocks,
      ...(this.#alarm !== undefined && { alarm: this.#alarm }),
      typing: this.#typing.participants,
      presence: this.#presence,
      lobby: this.#lobby,
      invites: this.#invites,
      commands: this.#outbox.commands,
      hostClockOffsetMs: this.#liveness.offsetMs,
      history: transcript?.history ?? { isLoading: false, hasOlder: false },
      ...(this.#lostEvents !== undefined && { lostEvents: this.#lostEvents }),
    };
  }

  /** Sends at least once, runs at most once; the outcome shows in `view.commands`. */
  send(unsigned: Unsigned<Command>): CommandId {
    const commandId = as<CommandId>(toHex(this.#options.random(16)));
    this.#signed(unsigned, commandId).then(
      (command) => this.#outbox.add(commandId, command),
      (error: unknown) => {
        this.#options.count?.(error instanceof CollagilityError ? error.code : 'sign');
        this.#outbox.refuse(commandId, { ...unsigned } as Command, 'This is not there any more, so nothing was sent.');
      },
    );
    return commandId;
  }

  retry(commandId: CommandId): void {
    this.#outbox.retry(commandId);
  }

  dismiss(commandId: CommandId): void {
    this.#outbox.dismiss(commandId);
  }

  typing(isTyping: boolean): void {
    this.#session?.send({ t: 'typing', on: isTyping });
  }

  /** The page says whether it is looked at; one that becomes visible measures its clock anew (CLG-55, 58). */
  setPresence(state: PresenceState): void {
    const wakes = this.#myPresence === 'away' && state !== 'away';
    this.#myPresence = state;
    this.#session?.send({ t: 'presence', x: state });
    if (wakes) this.#liveness.take({ kind: 'woke' });
  }

  /** `resume`, `pageshow`: the clock may have stood still (CLG-58). */
  woke(): void {
    this.#liveness.take({ kind: 'woke' });
  }

  async loadOlder(): Promise<void> {
    await this.#room?.transcript.loadOlder();
  }

  fetchBlob(ref: BlobRef): Promise<Uint8Array> {
    return this.#pulls.blob(ref);
  }

  upload(bytes: Uint8Array): Promise<Uploaded> {
    return this.#uploader.upload(bytes);
  }

  reconnectNow(): void {
    if (this.#isStopped || this.#room === undefined || this.#session !== undefined) return;
    this.#room.entry.abandon();
    this.#room.connection.dial();
  }

  leave(): CommandId {
    return this.send({ type: 'member.leave' });
  }

  dismissAlarm(): void {
    this.#alarm = undefined;
    this.#changed();
  }

  async #newMembership(link: Link): Promise<Membership> {
    const { random, newDevice, relay, isBound } = this.#options;
    const device = newDevice === undefined ? newDeviceKey(random(32)) : await newDevice();
    const { hostPk } = link;
    return { hostPk, relay, device, gen: 0, boot: new Uint8Array(16), ...(isBound && { bound: true }) };
  }

  #wire(membership: Membership, linkSecret: Uint8Array | undefined) {
    const { store, clock, timer, random, openSocket } = this.#options;
    const { hostPk } = membership;
    const id = roomIdBytes(hostPk);
    const transcript = new Transcript({
      roomId: id,
      roomIdText: toHex(id),
      firstHash: firstHash(id, hostPk),
      pulls: this.#pulls,
      events: {
        changed: () => {
          this.#liveness.take({ kind: 'head', seq: transcript.head.seq });
          this.#changed();
        },
        applied: (events) => this.#applied(events),
        fork: () => this.#forked(),
        resume: () => this.#resume('transcript'),
      },
    });
    const entry = new Entry({
      roomId: id,
      store,
      timer,
      random,
      membership,
      linkSecret: linkSecret?.slice(),
      name: () => this.#name,
      have: () => transcript.have,
      events: {
        send: (frame) => connection.send(frame),
        waiting: (words) => this.#setPhase({ name: 'waiting_at_door', words, sinceMs: clock.monotonicMs() }),
        welcomed: (welcomed) => this.#welcomed(welcomed),
        bye: (code) => this.#bye(code),
        failed: () => this.#restart(),
        olderHost: () => this.#setPhase({ name: 'older_host' }),
        storeLost: () => this.#end({ name: 'other_tab' }),
        settled: () => this.#drain(),
        count: (what) => this.#count(what),
      },
    });
    const connection = new Connection({
      relay: membership.relay,
      roomId: id,
      openSocket,
      clock,
      timer,
      defer: this.#defer,
      randomUnit: () => this.#randomUnit(),
      keys: () => admissionKeysOf(entry.membership, entry.linkSecret),
      events: {
        changed: () => this.#connectionChanged(),
        hostUp: () => this.#hostUp(),
        hostAway: () => this.#hostAway(),
        frame: (frame) => this.#frame(frame),
        closed: () => this.#closed(),
        refused: (reason) => this.#refusedByRelay(reason),
      },
    });
    return { id, hostPk, connection, entry, transcript };
  }

  #connectionChanged(): void {
    const state = this.#room?.connection.state;
    const mayShow = this.#phase.name === 'connecting' || this.#phase.name === 'relay_unreachable';
    if (state?.name === 'waiting' && mayShow) {
      const { relay } = this.#options;
      this.#setPhase({ name: 'relay_unreachable', relay, retryAtMs: state.retryAtMs });
    } else if (state?.name === 'open' && this.#phase.name === 'relay_unreachable')
      this.#setPhase({ name: 'connecting' });
    else this.#changed();
  }

  /** Every return of the host is a new handshake; many members spread theirs (CLG-33). */
  #hostUp(): void {
    this.#hostAwaySinceMs = undefined;
    const people = Object.keys(this.#room?.transcript.state?.participants ?? {}).length;
    const spreadMs = Math.min(10_000, (people / 500) * 1000) * this.#randomUnit();
    this.#cancelSpread?.();
    this.#cancelSpread = this.#options.timer(Math.floor(spreadMs), () => this.#room?.entry.begin());
    this.#changed();
  }

  #hostAway(): void {
    this.#hostAwaySinceMs ??= this.#options.clock.monotonicMs();
    this.#endSession();
    this.#room?.entry.abandon();
    this.#changed();
  }

  #closed(): void {
    this.#endSession();
    this.#room?.entry.abandon();
    this.#cancelSpread?.();
    this.#waiting = [];
    this.#hostAwaySinceMs = undefined;
    if (this.#phase.name === 'waiting_at_door') this.#setPhase({ name: 'connecting' });
    this.#changed();
  }

  #endSession(): void {
    this.#session?.end();
    this.#session = undefined;
    this.#pulls.closed();
    this.#outbox.closed();
    this.#uploader.closed();
    this.#liveness.take({ kind: 'closed' });
    this.#typing.clear();
    this.#cancelProgress?.();
    this.#cancelProgress = undefined;
  }

  #frame(frame: Uint8Array): void {
    const entry = this.#room?.entry;
    if (entry === undefined) return;
    if (entry.isBusy || this.#waiting.length > 0) {
      if (this.#waiting.length < maxWaitingFrames) this.#waiting.push(frame);
      else this.#restart();
      return;
    }
    this.#read(entry, frame);
  }

  #drain(): void {
    const entry = this.#room?.entry;
    while (entry !== undefined && !entry.isBusy) {
      const frame = this.#waiting.shift();
      if (frame === undefined) return;
      this.#read(entry, frame);
    }
  }

  #read(entry: Entry, frame: Uint8Array): void {
    const header = decodeHeader(frame);
    const directCtr = header?.type === frameTypes.direct ? header.ctr : undefined;
    if (entry.take(frame, directCtr)) return;
    if (header === undefined || header.type === frameTypes.command) this.#count('bad_frame');
    else if (this.#session === undefined) this.#count('frame_before_welcome');
    else if (isGroupType(header.type)) this.#session.group(frame);
    else this.#session.direct(frame);
  }

  #welcomed(welcomed: Welcomed): void {
    const room = this.#room;
    if (room === undefined || this.#isStopped) return;
    const { welcome, bin } = welcomed;
    const { store, clock, timer } = this.#options;
    this.#session?.end();
    this.#session = new Session({
      welcomed,
      hostPk: room.hostPk,
      roomId: room.id,
      clock,
      timer,
      events: {
        send: (frame) => room.connection.send(frame),
        durable: (run) => room.transcript.take(run),
        ephemeral: (ctr, deltas) => this.#deltas(ctr, deltas),
        check: (check, covered, forged) => this.#checked(check, covered, forged),
        direct: (message, bytes) => this.#direct(message, bytes),
        resume: (why) => this.#resume(why),
        count: (what) => this.#count(what),
      },
    });
    this.#me = { memberId: welcome.mid, participantId: welcome.pid, inMemory: !store.isDurable };
    this.#presence = presenceOf(welcome.presence);
    this.#live.clear();
    this.#typing.clear();
    room.connection.proven();
    this.#progressed();
    const head = { seq: welcome.seq, hash: bin.slice(32, 64) };
    this.#pulls.opened();
    const lost = room.transcript.welcomed({
      head,
      floor: welcome.floor,
      isReset: welcome.reset === true,
      snapshot: welcome.snapshot,
    });
    if (welcome.reset) this.#lostEvents = lost;
    this.#liveness.take({ kind: 'connected', beatMs: beatMsOf(welcome.beat) });
    this.#liveness.take({ kind: 'head', seq: room.transcript.head.seq });
    if (this.#myPresence !== 'watching') this.#session.send({ t: 'presence', x: this.#myPresence });
    if (welcome.hasLive) this.#askLive();
    this.#outbox.opened();
    this.#uploader.opened();
    this.#setPhase({ name: 'in_room' });
    this.#options.onWelcome?.();
  }

  #direct(message: DirectMessage, bin: Uint8Array): void {
    this.#progressed();
    switch (message.t) {
      case 'out': {
        const outcome = outcomeOf(message.o);
        if (outcome !== undefined) this.#outbox.outcome(message.id, outcome);
        return;
      }
      case 'part':
        this.#pulls.answered(message, bin);
        return;
      case 'put':
        this.#uploader.answered(message);
        return;
      case 'pong':
        this.#liveness.take({ kind: 'beat', beatMs: beatMsOf(message.beat) });
        this.#liveness.take({ kind: 'pong', pingId: message.n, hostMs: message.hostMs });
        return;
      case 'beat':
        this.#liveness.take({ kind: 'beat', beatMs: beatMsOf(message.s) });
        this.#changed();
        return;
      case 'lobby':
        this.#lobby = listOf(message.cards, 'cardId');
        this.#changed();
        return;
      case 'invites':
        this.#invites = listOf(message.invites, 'inviteId');
        this.#changed();
        return;
      case 'bye':
        this.#bye(message.code);
        return;
      default:
        message satisfies never;
    }
  }

  #deltas(ctr: number, deltas: readonly Delta[]): void {
    const isHoley = this.#live.apply(ctr, deltas);
    if (isHoley) this.#askLive();
    for (const { k, b, x } of deltas) {
      const participantId = as<ParticipantId>(b);
      if (k === 'typing') this.#typing.set(participantId, x !== '');
      if (k === 'presence') this.#presence = changedPresence(this.#presence, participantId, x);
    }
    this.#changed();
  }

  #checked(check: Check, covered: readonly number[], forged: readonly number[]): void {
    for (const ctr of covered) this.#live.covered(ctr);
    for (const ctr of forged) this.#live.forged(ctr);
    this.#liveness.take({ kind: 'check', hostMs: check.hostMs, seq: check.seq });
    this.#room?.transcript.noticed({ seq: check.seq, hash: check.hash });
    if (forged.length === 0) return;
    this.#alarm = 'Forged data was injected by the relay together with a member. It was removed.';
    this.#count('forged');
    this.#resume('forged');
    this.#changed();
  }

  #applied(events: ReadonlyArray<RoomEvent | UnknownEvent>): void {
    for (const event of events) {
      if (event.type === 'ai.stream.end') this.#live.end(event.streamId);
      if (event.type === 'ai.tool.ended') this.#live.end(event.toolId);
      if (event.type === 'ai.stream.retracted') for (const id of event.streamIds) this.#live.end(id);
    }
  }

  /** The blocks' text so far: at a welcome in the middle, or where a piece is missing; at most once a second. */
  #askLive(): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - this.#liveAskedMs < 1000 && this.#liveAskedMs !== nowMs) return;
    this.#liveAskedMs = nowMs;
    this.#loadLive().catch((error: unknown) => {
      this.#count(error instanceof CollagilityError ? `live_${error.code}` : 'live');
    });
  }

  async #loadLive(): Promise<void> {
    const named = v.safeParse(NamedBlob, textOf((await this.#pulls.request({ what: 'live' })).bytes));
    if (!named.success) throw new CollagilityError('bad_frame', 'The host named no blocks.');
    const blocks = v.safeParse(LiveBlocksSchema, textOf(await this.#pulls.blob(named.output)));
    if (!blocks.success) throw new CollagilityError('bad_frame', 'The host sent blocks that cannot be read.');
    this.#live.replace(blocks.output);
    this.#changed();
  }

  #bye(code: string): void {
    const known = byeOf(code);
    if (known === 'busy') {
      this.#restart();
      return;
    }
    this.#end({ name: 'refused_by_host', code: known });
    if (known === 'removed' || known === 'left') {
      this.#options.store.delete().catch(() => this.#count('store'));
    }
  }

  #refusedByRelay(reason: CloseReason): void {
    this.#end(reason === 'version' ? { name: 'version_mismatch' } : { name: 'refused_by_relay', reason });
  }

  #forked(): void {
    this.#count('fork');
    this.#end({ name: 'fork' });
  }

  #end(phase: ClientPhase): void {
    this.#endSession();
    this.#room?.entry.abandon();
    this.#room?.connection.stop();
    this.#setPhase(phase);
  }

  /** A new handshake on this socket; too many in a row and it is the socket's fault. */
  #resume(why: string): void {
    const room = this.#room;
    if (room === undefined || this.#isStopped || !room.entry.isIdle) return;
    this.#count(`resume_${why}`);
    const nowMs = this.#options.clock.monotonicMs();
    this.#resumesMs = [...this.#resumesMs.filter((atMs) => nowMs - atMs < resumeWindowMs), nowMs];
    if (this.#resumesMs.length > maxResumesPerWindow) this.#restart();
    else room.entry.begin();
  }

  #restart(): void {
    if (!this.#isStopped) this.#room?.connection.restart();
  }

  /** Something was asked and nothing comes: the relay may hold it back (CLG-42). */
  #watchProgress(): void {
    if (this.#cancelProgress !== undefined) return;
    this.#lastProgressMs = this.#options.clock.monotonicMs();
    this.#scheduleProgress(progressMs);
  }

  #scheduleProgress(inMs: number): void {
    this.#cancelProgress = this.#options.timer(inMs, () => {
      this.#cancelProgress = undefined;
      if (this.#session === undefined) return;
      const isWaiting = this.#outbox.isWaiting || this.#pulls.isWaiting || this.#uploader.isWaiting;
      if (!isWaiting) return;
      const silentMs = this.#options.clock.monotonicMs() - this.#lastProgressMs;
      if (silentMs >= progressMs) this.#resume('no_progress');
      else this.#scheduleProgress(progressMs - silentMs);
    });
  }

  #progressed(): void {
    this.#lastProgressMs = this.#options.clock.monotonicMs();
  }

  #sendCommand(bytes: Uint8Array, isLate: boolean): void {
    const late = isLate ? { late: true } : {};
    if (bytes.length <= maxCommandFrameBytes) this.#session?.send({ t: 'cmd', ...late }, bytes);
    else {
      this.#uploader.upload(bytes).then(
        ({ blob }) => this.#session?.send({ t: 'cmd', put: blob, ...late }),
        () => this.#count('upload_refused'),
      );
    }
    this.#watchProgress();
  }

  async #signed(unsigned: Unsigned<Command>, commandId: CommandId): Promise<Command> {
    const plain = parseCommand(unsigned);
    if (plain !== undefined) return plain;
    const draft = parseCommand({ ...unsigned, signed: { statement: '', signature: '' } });
    const room = this.#room;
    const state = room?.transcript.state;
    const act = draft && state && actOf(draft, commandId, state);
    if (draft === undefined || room === undefined || act === undefined) {
      throw new CollagilityError('no_such_object', 'What this is about is not in the room.');
    }
    const object = fromHex(act.objectId, 16);
    const id = fromHex(commandId, 16);
    const shown = object && (act.shown === undefined ? new Uint8Array(32) : shownHash(room.id, object, act.shown));
    if (object === undefined || id === undefined || shown === undefined) {
      throw new CollagilityError('malformed', 'This cannot be signed as it is shown.');
    }
    const { seq, hash } = room.transcript.head;
    const statement = encodeStatement({
      kind: act.kind,
      commandId: id,
      objectId: object,
      decision: act.decision,
      atSeq: seq,
      atHash: hash,
      shownHash: shown,
      extraHash: extraHash(utf8(act.extra)),
    });
    const signature = await room.entry.membership.device.sign('stmt', room.id, statement);
    const signed = { statement: toHex(statement), signature: toHex(signature) };
    return { ...draft, signed } as CommandOf<Command['type']> as Command;
  }

  #meView(): Me | undefined {
    if (this.#me === undefined) return undefined;
    const person = this.#room?.transcript.state?.participants[this.#me.participantId];
    const frozen = person?.devices[this.#me.memberId]?.frozen === true;
    const role = person?.role ?? 'viewer';
    const rights = frozen || person === undefined ? frozenRights : person.rights;
    return { ...this.#me, role, rights, frozen };
  }

  #livenessView(): ClientLiveness {
    if (this.#hostAwaySinceMs !== undefined) return { name: 'host_away', sinceMs: this.#hostAwaySinceMs };
    const { status, check, lastLiveMs, offsets } = this.#liveness.state;
    if (status === 'live') return { name: 'live' };
    if (status === 'catching_up') {
      return { name: 'catching_up', behind: Math.max(1, (check?.seq ?? 0) - (this.#room?.transcript.head.seq ?? 0)) };
    }
    if (status === 'none' && this.#session !== undefined) return { name: 'no_beat' };
    const isOpen = this.#room?.connection.state.name === 'open';
    const reason = !isOpen
      ? 'socket'
      : this.#session === undefined
        ? 'connecting'
        : offsets.length === 0
          ? 'clock'
          : 'silent';
    return { name: 'not_live', sinceMs: lastLiveMs ?? 0, reason };
  }

  #setPhase(phase: ClientPhase): void {
    this.#phase = phase;
    this.#changed();
  }

  #changed(): void {
    if (this.#isChangeDue) return;
    this.#isChangeDue = true;
    this.#defer(() => {
      this.#isChangeDue = false;
      this.#options.onChange(this.view);
    });
  }

  #count(what: string): void {
    this.#options.count?.(what);
  }

  #randomUnit(): number {
    const [a = 0, b = 0] = this.#options.random(2);
    return (a * 256 + b) / 65_536;
  }
}

/** Beside the JSON of the message in one frame. */
const maxCommandFrameBytes = maxPlaintextBytes - 512;

const NamedBlob = v.object({ blob: v.string(), len: v.number(), hash: v.string() });

function textOf(bytes: Uint8Array): unknown {
  const json = parseJson(bytes);
  return json.ok ? json.value : undefined;
}

const beatMsOf = (seconds: number): number | undefined => (seconds > 0 ? seconds * 1000 : undefined);

const byeOf = (code: string): ByeCode => (Object.hasOwn(byeCodes, code) ? (code as ByeCode) : 'denied');

const presenceOf = (told: Record<string, PresenceState>): Record<ParticipantId, PresenceState> => ({ ...told });

function changedPresence(
  before: Record<ParticipantId, PresenceState>,
  participantId: ParticipantId,
  text: string,
): Record<ParticipantId, PresenceState> {
  const { [participantId]: _gone, ...others } = before;
  const state = v.safeParse(PresenceStateSchema, text);
  return state.success ? { ...others, [participantId]: state.output } : others;
}

/** The member's own pass first: it outlives the link (CLG-21). */
function admissionKeysOf({ pass, passP }: Membership, linkSecret: Uint8Array | undefined): KeyPair[] {
  const seeds = [pass, passP].filter((seed) => seed !== undefined);
  const passes = seeds.map((seed) => passKeys(seed));
  return linkSecret === undefined ? passes : [...passes, inviteKeys(linkSecret).admission];
}
