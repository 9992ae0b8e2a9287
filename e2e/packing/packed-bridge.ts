import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ownBinaries = join(root, 'node_modules', '.bin');
type Line = { type: string } & Record<string, unknown>;

/** The tarball that would be published, installed as a user installs it: in an empty folder outside the repository. */
export function installPacked() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'collagility-packed-')));
  const folder = join(base, 'installed');
  const home = join(base, 'home');
  const project = join(base, 'project');
  for (const path of [folder, home, project]) mkdirSync(path);
  const env = {
    PATH: `${ownBinaries}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    npm_config_cache: join(base, 'npm-cache'),
    npm_config_update_notifier: 'false',
  };
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: 'pipe' });
  npm(join(root, 'apps', 'bridge'), 'pack', '--silent', '--pack-destination', base);
  const tarball = join(base, readdirSync(base).find((name) => name.endsWith('.tgz')) ?? 'none');
  npm(folder, 'init', '--yes');
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', tarball);

  const running: ChildProcess[] = [];
  return {
    base,
    folder,
    project,
    packedBytes: statSync(tarball).size,
    installedPackages: () => readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    /** Starts it through npx, as it is told to people; `node` is another Node's bin folder. */
    start(args: readonly string[], nodeFolder?: string) {
      const path = nodeFolder === undefined ? env.PATH : `${nodeFolder}:${process.env['PATH'] ?? ''}`;
      const child = spawn('npx', ['--no-install', 'collagility-bridge', project, ...args], {
        cwd: folder,
        env: { ...env, PATH: path },
        stdio: ['pipe', 'pipe', 'pipe'],
        // npx passes signals to a shell that may not pass them on: the test ends the whole group.
        detached: true,
      });
      running.push(child);
      return new PackedProcess(child);
    },
    close() {
      for (const child of running) endGroup(child, 'SIGKILL');
      rmSync(base, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
export type Packed = ReturnType<typeof installPacked>;

class PackedProcess {
  readonly lines: Line[] = [];
  stderr = '';
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#closed = once(child, 'close');
    if (child.stdout === null || child.stderr === null) throw new Error('no pipes');
    createInterface({ input: child.stdout }).on('line', (text) => this.lines.push(JSON.parse(text)));
    child.stderr.on('data', (bytes) => {
      this.stderr += String(bytes);
    });
  }

  async line(type: string, withinMs = 30_000): Promise<Line> {
    const endMs = performance.now() + withinMs;
    for (;;) {
      const found = this.lines.find((line) => line.type === type);
      if (found !== undefined) return found;
      if (this.#child.exitCode !== null || performance.now() > endMs) {
        throw new Error(`no "${type}" line, but ${JSON.stringify(this.lines)}; stderr:\n${this.stderr}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  async stop(): Promise<void> {
    endGroup(this.#child, 'SIGINT');
    await this.#closed;
  }
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, signal);
}
