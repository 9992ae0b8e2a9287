import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RoomGuest } from '@collagility/protocol/testing/room-guest';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type LaunchOptions,
} from '@playwright/test';
import { Bridge, type BridgeLine, type ReadyLine } from './bridge.ts';
import { Network } from './network.ts';
import { type BrowserHabits, startOwnBrowser } from './own-browser.ts';
import { Person } from './person.ts';
import { startWorkerRelay, type WorkerRelay } from './worker-relay.ts';

/** A shared folder, a bridge, a relay, a breakable network before it, and people with browsers. */
export class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'collagility-story-'));
  readonly home = mkdtempSync(join(tmpdir(), 'collagility-home-'));
  readonly people: Person[] = [];
  #browser: Browser;
  readonly #launch: LaunchOptions;
  #args: string[] = [];
  #bridge: Bridge | undefined;
  #ready: ReadyLine | undefined;
  readonly #relay: WorkerRelay | undefined;
  #network: Network | undefined;
  #contexts: BrowserContext[] = [];
  #programs: RoomGuest[] = [];

  /** `relay`: one elsewhere; without it the one that is embedded in the bridge. */
  constructor(browser: Browser, launch: LaunchOptions, relay: WorkerRelay | undefined) {
    this.#launch = launch;
    this.#browser = browser;
    this.#relay = relay;
    writeFileSync(join(this.folder, 'README.md'), '# A small project\n');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: this.folder, stdio: 'ignore' });
    git('init', '-b', 'main');
    git('add', '-A');
    git('-c', 'user.name=Host', '-c', 'user.email=host@example.invalid', 'commit', '-m', 'Start');
  }

  get bridge(): Bridge {
    if (this.#bridge === undefined) throw new Error('no bridge was started');
    return this.#bridge;
  }

  get ready(): ReadyLine {
    if (this.#ready === undefined) throw new Error('no bridge was started');
    return this.#ready;
  }

  get network(): Network {
    if (this.#network === undefined) throw new Error('nobody is behind the breakable network');
    return this.#network;
  }

  /** The relay lives and dies with the bridge. */
  get hasOwnRelay(): boolean {
    return this.#relay === undefined;
  }

  /** Puts the room's object at the relay to sleep under the people in it. */
  async evict(): Promise<void> {
    if (this.#relay === undefined) throw new Error('the embedded relay cannot be put to sleep');
    await this.#relay.evict(this.ready.roomId);
  }

  /** Starts the bridge (and its relay), with the mock agent unless another is named. */
  async start(args: string[] = []): Promise<void> {
    const relayArgs = this.#relay === undefined ? [] : ['--relay', this.#relay.url];
    const agentArgs = args.includes('--agent') ? [] : ['--agent', 'mock'];
    this.#args = [...agentArgs, ...relayArgs, ...args];
    // A port of its own: while this bridge is down, another story's must not take the port that the links name.
    await this.#run(['--port', String(await freePort())]);
  }

  /** The same room again, after its bridge ended. */
  async resume(args: string[] = []): Promise<void> {
    await this.#run(['--resume', ...args]);
  }

  /** The same room again, where that must be refused; resolves with the bridge's error. */
  refusedResume(): Promise<BridgeLine> {
    const { folder, home } = this;
    return Bridge.refused({ folder, home, args: [...this.#args, '--resume'] });
  }

  async #run(args: string[]): Promise<void> {
    const { folder, home } = this;
    const { bridge, ready } = await Bridge.start({ folder, home, args: [...this.#args, ...args] });
    this.#bridge = bridge;
    this.#ready = ready;
  }

  /** The link that guests get. */
  guestLink(): string {
    const link = this.ready.links[0]?.url;
    if (link === undefined) throw new Error('the bridge printed no link for guests');
    return link;
  }

  /** A new browser profile. */
  async person(name: string, options: BrowserContextOptions = {}): Promise<Person> {
    const context = await this.#browser.newContext(options);
    this.#contexts.push(context);
    const person = new Person(await context.newPage(), name);
    this.people.push(person);
    return person;
  }

  /** Somebody whose browser reaches everything through a network that can be broken. */
  async personBehindNetwork(name: string): Promise<Person> {
    this.#network ??= await Network.open();
    return this.person(name, { proxy: { server: this.#network.proxy } });
  }

  /** Somebody whose browser is not like the others'. */
  async personInBrowser(name: string, habits: BrowserHabits): Promise<Person> {
    const context = await startOwnBrowser(habits, this.#launch);
    this.#contexts.push(context);
    const person = new Person(await context.newPage(), name);
    this.people.push(person);
    return person;
  }

  /** The host's own page, by the link that the bridge opens on its own machine. */
  async host(options: BrowserContextOptions = {}): Promise<Person> {
    const host = await this.person('Hana', options);
    await host.knock(this.ready.hostLink);
    await host.isLive();
    return host;
  }

  /** A guest who knocks and is let in by the host. */
  async guest(name: string, host: Person, as?: string, options: BrowserContextOptions = {}): Promise<Person> {
    const guest = await this.person(name, options);
    await guest.knock(this.guestLink());
    await this.admit(host, name, as);
    await guest.isLive();
    return guest;
  }

  /** A guest as a program, without a page: what somebody with a client of their own could send. */
  async guestWithoutBrowser(name: string, host: Person, as: string): Promise<RoomGuest> {
    const guest = await RoomGuest.open(this.guestLink(), name);
    this.#programs.push(guest);
    await this.admit(host, name, as);
    await guest.inRoom();
    return guest;
  }

  /** The same by a link without a lobby. */
  async programByLink(name: string): Promise<RoomGuest> {
    const guest = await RoomGuest.open(this.guestLink(), name);
    this.#programs.push(guest);
    await guest.inRoom();
    return guest;
  }

  /** A guest by a link without a lobby. */
  async join(name: string, link = this.guestLink(), options: BrowserContextOptions = {}): Promise<Person> {
    const guest = await this.person(name, options);
    await guest.knock(link);
    await guest.isLive();
    return guest;
  }

  /** The host opens the door for somebody who waits there. */
  async admit(host: Person, name: string, as?: string): Promise<void> {
    const door = host.page.getByRole('dialog', { name: 'At the door' });
    const card = door.getByRole('listitem').filter({ hasText: `${name} is at the door` });
    await host.button('Check words and admit').click();
    if (as === undefined) await card.getByRole('button', { name: /^Admit as [^…]/ }).click();
    else {
      await card.getByRole('button', { name: 'Admit as…' }).click();
      await host.page.getByRole('menuitemradio', { name: new RegExp(`^${as}`) }).click();
    }
    // The door closes by itself when nobody is left there.
    await expect(door).toHaveCount(0);
  }

  async close(): Promise<void> {
    for (const program of this.#programs) program.stop();
    for (const context of this.#contexts) await context.close();
    await this.#bridge?.stop();
    await this.#network?.close();
    for (const folder of [this.folder, `${this.folder}.worktrees`, this.home])
      rmSync(folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Each story has a world of its own; at its end no page may have complained. */
export const story = base.extend<{ world: World }, { relay: WorkerRelay | undefined }>({
  // One Worker for all stories of a process: rooms know nothing of each other.
  relay: [
    async ({ browserName: _ }, use, info) => {
      if (info.project.metadata.relay !== 'worker') return use(undefined);
      const relay = await startWorkerRelay();
      await use(relay);
      await relay.close();
    },
    { scope: 'worker' },
  ],
  world: async ({ browser, launchOptions, relay }, use) => {
    const world = new World(browser, launchOptions, relay);
    await use(world);
    const troubles = world.people.flatMap((person) => person.troubles.map((trouble) => `${person.name}: ${trouble}`));
    await world.close();
    expect(troubles.filter((trouble) => !isExpected(trouble))).toEqual([]);
  },
});

/** What the browser itself prints: sockets that a broken network refused, headers that mean nothing on plain http. */
const isExpected = (trouble: string) =>
  /WebSocket connection to .* failed|ERR_CONNECTION|net::ERR|Cross-Origin-Opener-Policy header has been ignored/.test(
    trouble,
  );

export { expect } from '@playwright/test';
