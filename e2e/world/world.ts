import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RoomGuest } from '@collagility/protocol/testing/room-guest';
import { type Browser, type BrowserContext, type BrowserContextOptions, test as base, expect } from '@playwright/test';
import { Bridge, type ReadyLine } from './bridge.ts';
import { Network } from './network.ts';
import { Person } from './person.ts';
import { startWorkerRelay } from './worker-relay.ts';

/** A shared folder, a bridge, a relay, a breakable network before it, and people with browsers. */
export class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'collagility-story-'));
  readonly home = mkdtempSync(join(tmpdir(), 'collagility-home-'));
  readonly people: Person[] = [];
  #browser: Browser;
  #bridge: Bridge | undefined;
  #ready: ReadyLine | undefined;
  readonly #relayUrl: string | undefined;
  #network: Network | undefined;
  #contexts: BrowserContext[] = [];
  #programs: RoomGuest[] = [];

  /** `relayUrl`: a relay elsewhere; without it the one that is embedded in the bridge. */
  constructor(browser: Browser, relayUrl: string | undefined) {
    this.#browser = browser;
    this.#relayUrl = relayUrl;
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
    if (this.#network === undefined) throw new Error('no bridge was started');
    return this.#network;
  }

  /** Starts the bridge (and its relay) with the mock agent. */
  async start(args: string[] = []): Promise<void> {
    const relayArgs = this.#relayUrl === undefined ? [] : ['--relay', this.#relayUrl];
    const options = { folder: this.folder, home: this.home, args: ['--agent', 'mock', ...relayArgs, ...args] };
    const { bridge, ready } = await Bridge.start(options);
    this.#bridge = bridge;
    this.#ready = ready;
    this.#network = await Network.before(Number(new URL(this.guestLink()).port));
  }

  async resume(): Promise<void> {
    const { bridge, ready } = await this.bridge.resume();
    this.#bridge = bridge;
    this.#ready = ready;
  }

  /** The link that guests get. */
  guestLink(): string {
    const link = this.ready.links[0]?.url;
    if (link === undefined) throw new Error('the bridge printed no link for guests');
    return link;
  }

  /** The same link through the breakable network. */
  linkThroughNetwork(link = this.guestLink()): string {
    const url = new URL(link);
    url.port = String(this.network.port);
    return url.href;
  }

  /** A new browser profile. */
  async person(name: string, options: BrowserContextOptions = {}): Promise<Person> {
    const context = await this.#browser.newContext(options);
    this.#contexts.push(context);
    const person = new Person(await context.newPage(), name);
    this.people.push(person);
    return person;
  }

  /** The host's own page, by the link that the bridge opens on its own machine. */
  async host(): Promise<Person> {
    const host = await this.person('Hana');
    await host.knock(this.ready.hostLink);
    await host.isLive();
    return host;
  }

  /** A guest who knocks and is let in by the host. */
  async guest(name: string, host: Person, as?: string): Promise<Person> {
    const guest = await this.person(name);
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
    for (const folder of [this.folder, this.home]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Each story has a world of its own; at its end no page may have complained. */
export const story = base.extend<{ world: World }, { relayUrl: string | undefined }>({
  // One Worker for all stories of a process: rooms know nothing of each other.
  relayUrl: [
    async ({ browserName: _ }, use, info) => {
      if (info.project.metadata.relay !== 'worker') return use(undefined);
      const relay = await startWorkerRelay();
      await use(relay.url);
      await relay.close();
    },
    { scope: 'worker' },
  ],
  world: async ({ browser, relayUrl }, use) => {
    const world = new World(browser, relayUrl);
    await use(world);
    const troubles = world.people.flatMap((person) => person.troubles.map((trouble) => `${person.name}: ${trouble}`));
    await world.close();
    expect(troubles.filter((trouble) => !isExpected(trouble))).toEqual([]);
  },
});

/** The browser itself prints a line for each socket that a broken network refused. */
const isExpected = (trouble: string) => /WebSocket connection to .* failed|ERR_CONNECTION|net::ERR/.test(trouble);

export { expect } from '@playwright/test';
