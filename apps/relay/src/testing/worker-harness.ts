import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createTestHarness } from 'wrangler';

const relayFolder = resolve(import.meta.dirname, '../..');

/** The published configuration with stand-in assets, so that the relay's tests need no build of the web app. */
export function writeConfig(assets?: string): { folder: string; configPath: string } {
  const folder = mkdtempSync(join(tmpdir(), 'relay-worker-'));
  const { $schema: _, ...config } = parseJsonc(readFileSync(join(relayFolder, 'wrangler.jsonc'), 'utf8'));
  const published = config['assets'] instanceof Object ? config['assets'] : {};
  const main = resolve(relayFolder, String(config['main']));
  const merged = { ...config, main, assets: { ...published, directory: assets ?? standInAssets(folder) } };
  const configPath = join(folder, 'wrangler.json');
  writeFileSync(configPath, JSON.stringify(merged));
  return { folder, configPath };
}

/** The Worker in workerd on this machine. Each start would otherwise look for a server on the internet. */
export async function startWorker(options: { assets?: string } = {}) {
  Object.assign(process.env, offline);
  const { folder, configPath } = writeConfig(options.assets);
  const harness = createTestHarness({ workers: [{ configPath }] });
  const { url } = await harness.listen();
  return {
    url: url.href.replace(/\/$/, ''),
    worker: harness.getWorker<Cloudflare.Env>(),
    async close() {
      await harness.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const offline = { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' };

function standInAssets(folder: string): string {
  const assets = join(folder, 'assets');
  mkdirSync(assets);
  writeFileSync(join(assets, 'index.html'), '<title>home</title>');
  writeFileSync(join(assets, 's.html'), '<title>room</title>');
  writeFileSync(join(assets, '404.html'), '<title>not here</title>');
  writeFileSync(join(assets, '_redirects'), '/s/* /s 200\n');
  writeFileSync(join(assets, '_headers'), "/s/*\n  Content-Security-Policy: default-src 'none'\n");
  return assets;
}

/** The configuration has whole-line comments only. */
function parseJsonc(text: string): Record<string, unknown> {
  const json: unknown = JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''));
  if (typeof json !== 'object' || json === null) throw new Error('wrangler.jsonc is not an object.');
  return { ...json };
}
