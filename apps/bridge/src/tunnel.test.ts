import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessRecord } from '@collagility/adapters/process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTunnel } from './tunnel.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'collagility-tunnel-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program of that name on PATH, in place of the real one. */
function cloudflared(script: string) {
  const file = join(folder, 'cloudflared');
  writeFileSync(file, `#!${process.execPath}\n${script}`);
  chmodSync(file, 0o755);
}
const started: ProcessRecord[] = [];
const open = (timeoutMs = 5_000) =>
  openTunnel({
    port: 4747,
    workspacePath: folder,
    env: { PATH: folder },
    onStarted: (record) => started.push(record),
    timeoutMs,
  });

test('the address is read from what cloudflared prints, also when it comes in pieces', async () => {
  cloudflared(`
    process.stderr.write('INF +----+\\nINF |  https://calm-otter');
    setTimeout(() => process.stderr.write('-sings.trycloudflare.com  |\\n' + process.argv.slice(2).join(' ')), 20);
    setInterval(() => {}, 1000);`);
  const tunnel = await open();
  expect(tunnel.url.href).toBe('https://calm-otter-sings.trycloudflare.com/');
  expect(started).toHaveLength(1);
  await tunnel.close();
  await tunnel.ended;
});

test('a missing cloudflared is said with the way to get it', async () => {
  await expect(open()).rejects.toMatchObject({ code: 'cloudflared_missing', exit: 'unavailable' });
});

test('one that ends or stays silent ends the start with its last words', async () => {
  cloudflared("console.error('ERR no internet'); process.exit(1);");
  await expect(open()).rejects.toThrow('cloudflared was started and ended: ERR no internet');
  cloudflared('setInterval(() => {}, 1000);');
  await expect(open(100)).rejects.toThrow('gave no address');
});
