import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bridge = fileURLToPath(new URL('../..', import.meta.url));

/** The real bin with a bundle of the sources as they are, and a page that is only a placeholder. */
export async function buildBridge() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'collagility-bridge-')));
  const folder = join(base, 'package');
  mkdirSync(join(folder, 'web'), { recursive: true });
  cpSync(join(bridge, 'bin'), join(folder, 'bin'), { recursive: true });
  cpSync(join(bridge, 'package.json'), join(folder, 'package.json'));
  const { bundle } = await import(new URL('../../build/bundle.mjs', import.meta.url).href);
  await bundle(join(folder, 'dist', 'cli.mjs'));
  for (const page of ['index', 's', '404'])
    writeFileSync(join(folder, 'web', `${page}.html`), `<title>${page}</title>`);
  const policy = "default-src 'none'; connect-src 'self'";
  const pages = Object.fromEntries(['/', '/s', '/404'].map((path) => [path, policy]));
  writeFileSync(join(folder, 'web', 'csp.json'), JSON.stringify({ headers: {}, pages, scripts: policy }));

  const running: ChildProcess[] = [];
  let homes = 0;
  return {
    bin: join(folder, 'bin', 'collagility-bridge.mjs'),
    /** A fresh user: home, data directory and a folder to share. */
    newUser() {
      const home = join(base, `user-${homes++}`);
      const project = join(home, 'project');
      mkdirSync(project, { recursive: true });
      return { home, project };
    },
    start(user: { home: string }, args: readonly string[], options: StartOptions = {}): BridgeProcess {
      const command = options.command ?? process.execPath;
      const bin = options.bare ? [] : [join(folder, 'bin', 'collagility-bridge.mjs')];
      const child = spawn(command, [...bin, ...args], {
        cwd: options.cwd ?? user.home,
        env: { PATH: '/usr/bin:/bin', HOME: user.home, LANG: 'C.UTF-8', ...options.env },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      running.push(child);
      return new BridgeProcess(child);
    },
    close() {
      for (const child of running) if (child.exitCode === null) child.kill('SIGKILL');
      rmSync(base, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
export type BuiltBridge = Awaited<ReturnType<typeof buildBridge>>;

type StartOptions = {
  cwd?: string;
  env?: Record<string, string>;
  command?: string;
  /** The arguments are the whole command line. */
  bare?: boolean;
};
export type Line = { type: string } & Record<string, unknown>;

/** One running bridge and all that it said. */
export class BridgeProcess {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';
  readonly #exited: Promise<number | NodeJS.Signals | null>;

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.#exited = once(child, 'close').then(([code, signal]) => code ?? signal);
  }

  /** Whole lines of stdout so far; throws where one is not JSON. */
  lines(): Line[] {
    return this.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  /** The first line of that type. */
  async line(type: string, withinMs = 15_000): Promise<Line> {
    const endMs = performance.now() + withinMs;
    for (;;) {
      const found = this.lines().find((line) => line.type === type);
      if (found !== undefined) return found;
      if (this.child.exitCode !== null || performance.now() > endMs) {
        throw new Error(`no "${type}" line; stdout:\n${this.stdout}\nstderr:\n${this.stderr}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  send(line: Line): void {
    this.child.stdin?.write(`${JSON.stringify(line)}\n`);
  }

  /** Its exit code, or the signal that ended it. */
  exited(): Promise<number | NodeJS.Signals | null> {
    return this.#exited;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }
}
