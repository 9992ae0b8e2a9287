import { toHex } from '../bytes.ts';
import { firstHash } from '../chain.ts';
import { MemoryMemberStore } from '../client/member-store.ts';
import { RoomClient } from '../client/room-client.ts';
import type { ClientView } from '../client/view.ts';
import type { InviteOptions } from '../commands.ts';
import { roomIdBytes, signKeyPair } from '../crypto/keys.ts';
import type { RoomHost } from '../host/contract.ts';
import { createRoomHost } from '../host/room-host.ts';
import { decodeLink } from '../link.ts';
import { FakeTime } from './fake-time.ts';
import { HostileRelay } from './hostile-relay.ts';
import { MemoryRoomStore } from './memory-room-store.ts';
import { seededRandom } from './seeded-random.ts';
import { TestApplication } from './test-application.ts';

const noLobby: InviteOptions = { label: 'open', role: 'co-driver', lobby: false, history: 'all' };

/** One person's browser in the world. */
export class Person {
  readonly name: string;
  readonly client: RoomClient;
  readonly store: MemoryMemberStore;
  /** What was last shown, and how often it changed. */
  view: ClientView;
  changes = 0;
  readonly counts = new Map<string, number>();

  constructor(name: string, store: MemoryMemberStore, make: (person: PersonHooks) => RoomClient) {
    this.name = name;
    this.store = store;
    this.client = make({
      onChange: (view) => {
        this.view = view;
        this.changes += 1;
      },
      count: (what) => this.counts.set(what, (this.counts.get(what) ?? 0) + 1),
    });
    this.view = this.client.view;
  }

  get isLive(): boolean {
    return this.view.phase.name === 'in_room' && this.view.liveness.name === 'live';
  }

  /** The texts of the chat, in order. */
  get chat(): string[] {
    return this.view.state?.chat.map((message) => message.text) ?? [];
  }

  count(what: string): number {
    return this.counts.get(what) ?? 0;
  }

  say(text: string) {
    return this.client.send({ type: 'chat.post', text });
  }
}

type PersonHooks = { onChange: (view: ClientView) => void; count: (what: string) => void };

/** A room, its relay and its people, under one clock: a host, a hostile relay, any number of browsers. */
export class World {
  readonly seed: number;
  readonly time = new FakeTime();
  readonly random: ReturnType<typeof seededRandom>;
  readonly identity;
  readonly roomId: Uint8Array;
  readonly relay: HostileRelay;
  readonly counts = new Map<string, number>();
  application = new TestApplication();
  store: MemoryRoomStore;
  host: RoomHost;
  gen: number;
  boot: Uint8Array;

  constructor(seed = 1) {
    this.seed = seed;
    this.random = seededRandom(seed);
    const pair = signKeyPair(this.random.bytes(32));
    this.roomId = roomIdBytes(pair.publicKey);
    this.identity = { ...pair, roomId: toHex(this.roomId) };
    this.relay = new HostileRelay({
      roomId: this.roomId,
      timer: this.time.timer,
      defer: this.time.defer,
      random: this.random.bytes,
    });
    this.store = new MemoryRoomStore(firstHash(this.roomId, pair.publicKey));
    this.gen = 1;
    this.boot = this.random.bytes(16);
    this.host = this.#startHost();
  }

  /** The host dials the relay. */
  async up(): Promise<this> {
    this.connectHost();
    await this.settle();
    return this;
  }

  connectHost(): void {
    const { host } = this;
    const { send } = this.relay.connectHost(
      (message) => host.received(message),
      () => host.disconnected(),
    );
    host.connected(this.relay.authority, send);
  }

  /** A new bridge start on what is on disk; the old one did not say goodbye. */
  async restartHost(
    options: { store?: MemoryRoomStore; gen?: number; boot?: Uint8Array; isRecovered?: boolean } = {},
  ): Promise<void> {
    this.relay.dropHost();
    // Power loss: what no commit had put on disk is gone.
    this.store = options.store ?? this.store.onDisk;
    this.gen = options.gen ?? this.gen + 1;
    this.boot = options.boot ?? this.random.bytes(16);
    this.application = new TestApplication();
    this.host = this.#startHost(options.isRecovered);
    await this.up();
  }

  link(options: Partial<InviteOptions> = {}, isLocalHost = false): string {
    const { link } = this.host.createInvite({ ...noLobby, ...options }, undefined, isLocalHost);
    if (link === undefined) throw new Error('an open invite has a link');
    return link;
  }

  /** Somebody opens a link and presses Join; in the room when this resolves, unless the link has a lobby. */
  async join(name: string, options: { link?: string; store?: MemoryMemberStore } = {}): Promise<Person> {
    const person = this.person(
      name,
      options.store ?? new MemoryMemberStore(undefined, true),
      options.link ?? this.link(),
    );
    await person.client.start();
    await this.pass(50);
    return person;
  }

  /** The same browser again: a reload. */
  async reload(person: Person): Promise<Person> {
    person.client.stop();
    await this.settle();
    const again = this.person(person.name, person.store);
    await again.client.start();
    await this.pass(50);
    return again;
  }

  person(name: string, store: MemoryMemberStore, link?: string): Person {
    const decoded = link === undefined ? undefined : decodeLink(new URL(link).hash);
    if (decoded !== undefined && !decoded.ok) throw new Error('damaged link');
    const { clock, timer, defer } = this.time;
    return new Person(
      name,
      store,
      (hooks) =>
        new RoomClient({
          ...(decoded && { link: { hostPk: decoded.hostPk, secret: decoded.secret } }),
          relay: `http://${this.relay.authority}`,
          store,
          name,
          openSocket: (_url, listener) => this.relay.connectMember(listener),
          clock,
          timer,
          defer,
          random: this.random.bytes,
          ...hooks,
        }),
    );
  }

  settle(): Promise<void> {
    return this.time.settle();
  }

  pass(ms: number): Promise<void> {
    return this.time.pass(ms);
  }

  /** All sockets are cut; everybody dials again by themselves. */
  async cut(): Promise<void> {
    this.relay.cut();
    await this.settle();
  }

  hostCount(what: string): number {
    return this.counts.get(what) ?? 0;
  }

  #startHost(isRecovered = false): RoomHost {
    const { application } = this;
    const host = createRoomHost({
      identity: this.identity,
      gen: this.gen,
      boot: this.boot,
      isRecovered,
      store: this.store,
      application,
      clock: this.time.clock,
      timer: this.time.timer,
      defer: this.time.defer,
      endOfTurn: this.time.endOfTurn,
      random: this.random.bytes,
      pageUrl: 'http://relay.test/s',
      title: 'Test room',
      workspaceName: 'workspace',
      hostName: 'Host',
      count: (what) => this.counts.set(what, (this.counts.get(what) ?? 0) + 1),
    });
    application.room = host;
    return host;
  }
}
