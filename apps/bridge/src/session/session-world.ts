import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockFactoryOptions, mockFactory } from '@collagility/adapters/drivers/mock';
import { fromHex } from '@collagility/protocol/bytes';
import { MemoryMemberStore } from '@collagility/protocol/client/member-store';
import { RoomClient } from '@collagility/protocol/client/room-client';
import type { ClientView } from '@collagility/protocol/client/view';
import type { CommandOutcome, InviteOptions } from '@collagility/protocol/commands';
import type { RoomEvent } from '@collagility/protocol/events';
import { type AgentId, as, type CommandId } from '@collagility/protocol/ids';
import { decodeLink } from '@collagility/protocol/link';
import type { ApprovalItem, PromptItem, RoomState } from '@collagility/protocol/state';
import { FakeTime } from '@collagility/protocol/testing/fake-time';
import { HostileRelay } from '@collagility/protocol/testing/hostile-relay';
import { seededRandom } from '@collagility/protocol/testing/seeded-random';
import type { SessionEvent } from './host-session-engine.ts';
import { type Session, type SessionOptions, startSession } from './session.ts';

export const mock = as<AgentId>('mock');

/** A whole bridge without network or terminal: journal on disk, real room, mock agent, a relay in memory, browsers. */
export class SessionWorld {
  readonly time = new FakeTime();
  readonly random = seededRandom(1);
  readonly root = mkdtempSync(join(tmpdir(), 'session-'));
  readonly folder = join(this.root, 'home', 'app');
  readonly dataFolder = join(this.root, 'data');
  readonly told: SessionEvent[] = [];
  readonly factory;
  #session: Session | undefined;
  #relay: HostileRelay | undefined;

  constructor(mockOptions: MockFactoryOptions = {}) {
    mkdirSync(this.folder, { recursive: true });
    mkdirSync(this.dataFolder);
    this.factory = mockFactory({ clock: this.time.clock, timer: this.time.timer, ...mockOptions });
  }

  get session(): Session {
    if (this.#session === undefined) throw new Error('not started');
    return this.#session;
  }
  get room(): RoomState {
    return this.session.host.state;
  }
  get events(): RoomEvent[] {
    return this.told.flatMap((told) => (told.type === 'event' ? [told.event] : []));
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.folder, name), content);
  }

  async start(more: Partial<SessionOptions> = {}): Promise<this> {
    const { time } = this;
    this.#session = await startSession({
      folder: this.folder,
      dataFile: join(this.dataFolder, 'room.sqlite'),
      dataFolder: this.dataFolder,
      provider: 'mock',
      factories: { find: (provider) => (provider === 'mock' ? this.factory : undefined) },
      clock: time.clock,
      timer: time.timer,
      endOfTurn: time.endOfTurn,
      random: this.random.bytes,
      pageUrl: 'http://relay.test/s',
      hostName: 'Host',
      environment: {},
      homePath: join(this.root, 'home'),
      machineName: 'adas-laptop',
      lobby: false,
      onEvent: (event) => this.told.push(event),
      ...more,
    });
    const { host, roomId } = this.#session;
    this.#relay ??= new HostileRelay({
      roomId: fromHex(roomId, 16) ?? new Uint8Array(16),
      timer: time.timer,
      defer: time.defer,
      random: this.random.bytes,
    });
    const { send } = this.#relay.connectHost(
      (message) => host.received(message),
      () => host.disconnected(),
    );
    host.connected(this.#relay.authority, send);
    await this.until(() => this.room.agents[mock]?.status === 'READY');
    return this;
  }

  /** As `kill -9` does it: nothing is said, nothing closed but what the system closes. */
  async kill(): Promise<void> {
    const { engine } = this.session;
    const silent = () => undefined;
    Object.assign(engine, { take: silent, append: silent, emit: silent });
    Object.assign(this.session.host, { end: silent });
    this.#relay?.dropHost();
    await this.time.settle();
  }

  join(name: string, options: Partial<InviteOptions> = {}): Promise<Guest> {
    const { link = '' } = this.session.host.createInvite({
      label: name,
      role: 'co-driver',
      lobby: false,
      history: 'all',
      ...options,
    });
    return this.joinBy(link, name);
  }

  async joinBy(link: string, name: string): Promise<Guest> {
    const decoded = decodeLink(new URL(link).hash);
    const relay = this.#relay;
    if (!decoded.ok || relay === undefined) throw new Error('no link');
    const { clock, timer, defer } = this.time;
    const guest = new Guest(
      (onChange) =>
        new RoomClient({
          link: { hostPk: decoded.hostPk, secret: decoded.secret },
          relay: `http://${relay.authority}`,
          store: new MemoryMemberStore(undefined, true),
          name,
          openSocket: (_url, listener) => relay.connectMember(listener),
          clock,
          timer,
          defer,
          random: this.random.bytes,
          onChange,
          count: () => undefined,
        }),
      this,
    );
    await guest.client.start();
    await this.until(() => guest.view.phase.name === 'in_room' && guest.view.liveness.name === 'live');
    return guest;
  }

  /** Lets time pass until something is so. */
  async until(isSo: () => boolean, withinMs = 60_000): Promise<void> {
    for (let passedMs = 0; !isSo(); passedMs += 20) {
      if (passedMs > withinMs) throw new Error(`still not so: ${isSo}`);
      await this.time.pass(20);
    }
  }

  async end(): Promise<void> {
    const stopped = this.#session?.stop();
    for (let turn = 0; turn < 50; turn += 1) await this.time.pass(200);
    await stopped;
    rmSync(this.root, { recursive: true, force: true });
  }

  prompts(): PromptItem[] {
    return this.room.items.filter((item) => item.kind === 'prompt');
  }
  pending(): ApprovalItem[] {
    return this.room.items.filter(
      (item) => item.kind === 'approval' && item.resolution === undefined,
    ) as ApprovalItem[];
  }
}

/** One browser in the room. */
export class Guest {
  readonly client: RoomClient;
  readonly #world: SessionWorld;
  readonly #last = new Map<CommandId, ClientView['commands'][number]>();
  view: ClientView;

  constructor(make: (onChange: (view: ClientView) => void) => RoomClient, world: SessionWorld) {
    this.#world = world;
    this.client = make((view) => {
      this.view = view;
      for (const sent of view.commands) this.#last.set(sent.commandId, sent);
    });
    this.view = this.client.view;
  }

  /** Sends a command and waits for the host's last word on it. */
  async send(
    command: Parameters<RoomClient['send']>[0],
  ): Promise<{ id: CommandId; outcome: CommandOutcome | undefined }> {
    const id = this.client.send(command);
    const find = () => this.#last.get(id);
    await this.#world.until(() => !['sending', 'sent', 'accepted'].includes(find()?.state ?? 'sending'));
    return { id, outcome: find()?.outcome };
  }

  get participantId() {
    const id = this.view.me?.participantId;
    if (id === undefined) throw new Error('not in the room');
    return id;
  }
}
