import { toHex } from '../bytes.ts';
import { firstHash } from '../chain.ts';
import type { Check } from '../check.ts';
import type { Command } from '../commands.ts';
import { roomIdBytes } from '../crypto/keys.ts';
import { CollagilityError } from '../errors.ts';
import type { BlobRef } from '../events.ts';
import type { Defer } from '../host/contract.ts';
import { type AgentId, as, type CommandId, type ParticipantId } from '../ids.ts';
import type { Link } from '../link.ts';
import type { PresenceState } from '../messages.ts';
import { frozenRights } from '../rights.ts';
import type { WorkspaceAnswer, WorkspaceAsk } from '../workspace.ts';
import { Acts } from './acts.ts';
import type { Welcomed } from './entry.ts';
import { beatMsOf, HostWords } from './host-words.ts';
import { livenessView } from './liveness-view.ts';
import { LivenessWatch } from './liveness-watch.ts';
import { type LinkEnd, MemberLink } from './member-link.ts';
import { type Membership, newDeviceKey } from './member-store.ts';
import { ProgressWatch } from './progress-watch.ts';
import { Provisional } from './provisional.ts';
import { PullRequests } from './pull-requests.ts';
import type { RoomClientOptions } from './room-client-options.ts';
import type { Unsigned } from './signed-command.ts';
import { type TerminalNews, Terminals } from './terminals.ts';
import { Transcript } from './transcript.ts';
import type { Uploaded } from './uploader.ts';
import type { ClientPhase, ClientView, Me } from './view.ts';

/** A member's side of the encrypted room, without a transport of its own: the page's Worker, tests and load tools run it. */
export class RoomClient {
  readonly #options: RoomClientOptions;
  readonly #defer: Defer;
  readonly #provisional: Provisional;
  readonly #progress: ProgressWatch;
  readonly #liveness: LivenessWatch;
  readonly #pulls: PullRequests;
  readonly #acts: Acts;
  readonly #terminals: Terminals;
  readonly #hostWords: HostWords;
  #room: { link: MemberLink; transcript: Transcript } | undefined;
  #phase: ClientPhase = { name: 'connecting' };
  #me: { memberId: Me['memberId']; participantId: ParticipantId; inMemory: boolean } | undefined;
  #myPlace = '';
  #hostWallOffsetMs = 0;
  #myPresence: PresenceState = 'watching';
  #lost: ClientView['lost'];
  #isChangeDue = false;
  #isStopped = false;

  constructor(options: RoomClientOptions) {
    this.#options = options;
    // A browser refuses to have its queueMicrotask called as a method of ours.
    this.#defer = options.defer ?? ((work) => queueMicrotask(work));
    const { clock, timer, random } = options;
    const changed = (): void => this.#changed();
    const count = (what: string): void => options.count?.(what);
    const randomUnit = (): number => this.#randomUnit();
    const send: MemberLink['send'] = (message, bin) => this.#room?.link.send(message, bin);
    const ping = (n: number): void => send({ t: 'ping', n });
    const doubted = (): void => this.#room?.link.probe();
    this.#liveness = new LivenessWatch({ clock, timer, randomUnit, ping, changed, doubted });
    this.#pulls = new PullRequests((id, pull) => {
      send({ t: 'get', id, pull });
      this.#progress.asked();
    });
    this.#provisional = new Provisional({ pulls: this.#pulls, clock, timer, changed, count });
    this.#acts = new Acts({
      clock,
      timer,
      random,
      changed,
      count,
      send,
      asked: () => this.#progress.asked(),
      signing: () => {
        const room = this.#room;
        if (room === undefined) return undefined;
        const { state, head } = room.transcript;
        return { roomId: room.link.roomId, device: room.link.membership.device, state, head };
      },
    });
    this.#terminals = new Terminals({
      clock,
      timer,
      ask: (agentId) => this.#pulls.terminal(agentId),
      codeOf: (error) => {
        if (error instanceof CollagilityError) return error.code;
        throw error;
      },
    });
    this.#progress = new ProgressWatch({
      clock,
      timer,
      isWaiting: () => this.#room?.link.isOpen === true && (this.#acts.isWaiting || this.#pulls.isWaiting),
      onStuck: () => this.#room?.link.resume('no_progress'),
    });
    this.#hostWords = new HostWords({
      acts: this.#acts,
      pulls: this.#pulls,
      liveness: this.#liveness,
      progress: this.#progress,
      changed,
    });
  }

  /** Reads the store and dials. False: there is neither a link nor a stored device for this room. */
  async start(): Promise<boolean> {
    const stored = await this.#options.store.read();
    const { link } = this.#options;
    const isSameRoom = stored !== undefined && (link === undefined || toHex(stored.hostPk) === toHex(link.hostPk));
    const membership = isSameRoom ? stored : link && (await this.#newMembership(link));
    if (membership === undefined || this.#isStopped) return false;
    this.#room = this.#wire(membership, link?.secret);
    this.#room.link.dial();
    return true;
  }

  stop(): void {
    this.#isStopped = true;
    this.#room?.link.stop();
    this.#liveness.stop();
    this.#terminals.stop();
  }

  get view(): ClientView {
    const state = this.#room?.transcript.state;
    const me = this.#meView();
    return {
      phase: this.#phase,
      liveness: livenessView(this.#liveness.state, {
        hostAwaySinceMs: this.#room?.link.hostAwaySinceMs,
        isWelcomed: this.#room?.link.isOpen === true,
        isPaused: this.#room?.link.isPaused === true,
        isSocketOpen: this.#room?.link.connectionState.name === 'open',
      }),
      ...(me && { me }),
      ...(state && { state }),
      ...this.#provisional.view,
      lobby: this.#hostWords.lobby,
      invites: this.#hostWords.invites,
      commands: this.#acts.commands,
      hostClockOffsetMs: this.#liveness.offsetMs,
      hostWallOffsetMs: this.#hostWallOffsetMs,
      history: this.#room?.transcript.history ?? { isLoading: false, hasOlder: false },
      ...(this.#lost !== undefined && { lost: this.#lost }),
    };
  }

  /** Sends at least once, runs at most once; the outcome shows in `view.commands`. A page gives its own fresh random id. */
  send(unsigned: Unsigned<Command>, commandId = as<CommandId>(toHex(this.#options.random(16)))): CommandId {
    this.#acts.send(unsigned, commandId);
    return commandId;
  }

  retry(commandId: CommandId): void {
    this.#acts.retry(commandId);
  }

  dismiss(commandId: CommandId): void {
    this.#acts.dismiss(commandId);
  }

  typing(isTyping: boolean): void {
    this.#room?.link.send({ t: 'typing', on: isTyping });
  }

  /** Where this person looks: see `placeText`. */
  looking(place: string): void {
    this.#myPlace = place;
    this.#room?.link.send({ t: 'looking', x: place });
  }

  /** The page says whether it is looked at; one that becomes visible measures its clock anew (CLG-55, 58). */
  setPresence(state: PresenceState): void {
    const wakes = this.#myPresence === 'away' && state !== 'away';
    this.#myPresence = state;
    this.#room?.link.send({ t: 'presence', x: state });
    if (wakes) this.woke();
  }

  /** `resume`, `pageshow`: the clock may have stood still (CLG-58). */
  woke(): void {
    this.#liveness.take({ kind: 'woke' });
  }

  /** Resolves when the page before the oldest event shown is there; rejects where the host does not give it. */
  /** A page that cannot be had is said in `view.history`: all else goes on. */
  async loadOlder(): Promise<void> {
    await this.#room?.transcript.loadOlder().catch((error: unknown) => {
      if (!(error instanceof CollagilityError)) throw error;
    });
  }

  fetchBlob(ref: BlobRef): Promise<Uint8Array> {
    return this.#pulls.blob(ref);
  }

  /** Asks the host about the shared folder; rejects with the host's code where it does not answer. */
  ask<Ask extends WorkspaceAsk>(ask: Ask): Promise<WorkspaceAnswer<Ask>> {
    return this.#pulls.ask(ask);
  }

  /** A terminal's screen and all that follows on it, until the returned function is called. */
  watchTerminal(agentId: AgentId, news: (news: TerminalNews) => void): () => void {
    return this.#terminals.watch(agentId, news);
  }

  /** Draws it anew, where the page could not keep up. */
  refreshTerminal(agentId: AgentId): void {
    this.#terminals.refresh(agentId);
  }

  /** Keys for a terminal, in order. False where too many wait: none of these is sent. */
  pressKeys(agentId: AgentId, keys: string): boolean {
    return this.#acts.pressKeys(agentId, keys);
  }

  upload(bytes: Uint8Array): Promise<Uploaded> {
    return this.#acts.upload(bytes);
  }

  /** Without waiting for the back-off, or after something that ended it. */
  reconnectNow(): void {
    const link = this.#room?.link;
    if (this.#isStopped || link === undefined || link.isOpen) return;
    if (this.#phase.name !== 'in_room') this.#setPhase({ name: 'connecting' });
    link.dial();
  }

  leave(): CommandId {
    return this.send({ type: 'member.leave' });
  }

  dismissAlarm(): void {
    this.#provisional.dismissAlarm();
  }

  async #newMembership(link: Link): Promise<Membership> {
    const { random, newDevice, relay, isBound } = this.#options;
    const device = newDevice === undefined ? newDeviceKey(random(32)) : await newDevice();
    const { hostPk } = link;
    return { hostPk, relay, device, gen: 0, boot: new Uint8Array(16), ...(isBound && { bound: true }) };
  }

  #wire(membership: Membership, linkSecret: Uint8Array | undefined) {
    const { store, clock, timer, random, openSocket, name } = this.#options;
    const roomId = roomIdBytes(membership.hostPk);
    const transcript = new Transcript({
      roomId,
      roomIdText: toHex(roomId),
      firstHash: firstHash(roomId, membership.hostPk),
      pulls: this.#pulls,
      events: {
        changed: () => {
          this.#liveness.take({ kind: 'head', seq: transcript.head.seq });
          this.#changed();
        },
        applied: (events) => this.#provisional.applied(events),
        fork: () => {
          this.#options.count?.('fork');
          link.stopAt({ name: 'fork' });
        },
        resume: () => link.resume('transcript'),
      },
    });
    const link = new MemberLink({
      membership,
      linkSecret,
      store,
      openSocket,
      clock,
      timer,
      defer: this.#defer,
      random,
      randomUnit: () => this.#randomUnit(),
      name: () => name,
      have: () => transcript.have,
      people: () => Object.keys(transcript.state?.participants ?? {}).length,
      events: {
        changed: () => this.#connectionChanged(link),
        waiting: (words) => this.#setPhase({ name: 'waiting_at_door', words, sinceMs: clock.monotonicMs() }),
        welcomed: (welcomed) => this.#welcomed(welcomed, transcript),
        closed: () => this.#closed(),
        olderHost: () => this.#setPhase({ name: 'older_host' }),
        ended: (end) => this.#ended(end),
        durable: (run) => transcript.take(run),
        ephemeral: (ctr, deltas) => this.#provisional.deltas(ctr, deltas),
        terminal: (pieces, ctr) => this.#terminals.take(pieces, ctr),
        check: (check, covered, forged) => this.#checked(check, covered, forged),
        direct: (message, bin) => this.#hostWords.take(message, bin),
        count: (what) => this.#options.count?.(what),
      },
    });
    return { link, transcript };
  }

  #connectionChanged(link: MemberLink): void {
    const state = link.connectionState;
    const { name } = this.#phase;
    if (link.isPaused && state.name === 'open' && name === 'connecting') this.#setPhase({ name: 'paused' });
    else if (state.name === 'waiting' && (name === 'connecting' || name === 'relay_unreachable')) {
      this.#setPhase({ name: 'relay_unreachable', relay: this.#options.relay, retryAtMs: state.retryAtMs });
    } else if (state.name === 'open' && name === 'relay_unreachable') this.#setPhase({ name: 'connecting' });
    else this.#changed();
  }

  #closed(): void {
    this.#pulls.closed();
    this.#acts.closed();
    this.#liveness.take({ kind: 'closed' });
    this.#provisional.closed();
    this.#progress.stop();
    if (this.#phase.name === 'waiting_at_door' || this.#phase.name === 'paused') this.#setPhase({ name: 'connecting' });
    this.#changed();
  }

  #ended(end: LinkEnd): void {
    this.#setPhase(end);
    const mustForget = end.name === 'refused_by_host' && (end.code === 'removed' || end.code === 'left');
    if (mustForget) this.#options.store.delete().catch(() => this.#options.count?.('store'));
  }

  #welcomed({ welcome, bin }: Welcomed, transcript: Transcript): void {
    this.#me = { memberId: welcome.mid, participantId: welcome.pid, inMemory: !this.#options.store.isDurable };
    this.#pulls.opened();
    const lost = transcript.welcomed({
      head: { seq: welcome.seq, hash: bin.slice(32, 64) },
      floor: welcome.floor,
      isReset: welcome.reset === true,
      snapshot: welcome.snapshot,
    });
    if (welcome.reset) this.#lost = { events: lost, atSeq: welcome.seq };
    this.#liveness.take({ kind: 'connected', beatMs: beatMsOf(welcome.beat) });
    this.#liveness.take({ kind: 'head', seq: transcript.head.seq });
    if (this.#myPresence !== 'watching') this.#room?.link.send({ t: 'presence', x: this.#myPresence });
    if (welcome.wallMs !== undefined) this.#hostWallOffsetMs = welcome.wallMs - this.#options.clock.wallMs();
    this.#provisional.welcomed(welcome.presence, welcome.looking ?? {}, welcome.hasLive);
    if (this.#myPlace !== '') this.#room?.link.send({ t: 'looking', x: this.#myPlace });
    this.#terminals.welcomed();
    this.#acts.opened();
    this.#setPhase({ name: 'in_room' });
    this.#options.onWelcome?.();
  }

  #checked(check: Check, covered: readonly number[], forged: readonly number[]): void {
    this.#liveness.take({ kind: 'check', hostMs: check.hostMs, seq: check.seq });
    this.#room?.transcript.noticed({ seq: check.seq, hash: check.hash });
    this.#terminals.checked(covered, forged);
    if (this.#provisional.checked(covered, forged)) this.#room?.link.resume('forged');
  }

  #meView(): Me | undefined {
    if (this.#me === undefined) return undefined;
    const person = this.#room?.transcript.state?.participants[this.#me.participantId];
    const frozen = person?.devices[this.#me.memberId]?.frozen === true;
    const rights = frozen || person === undefined ? frozenRights : person.rights;
    return { ...this.#me, role: person?.role ?? 'viewer', rights, frozen };
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

  #randomUnit(): number {
    const [a = 0, b = 0] = this.#options.random(2);
    return (a * 256 + b) / 65_536;
  }
}
