import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createTestHarness } from 'wrangler';

const relayFolder = resolve(import.meta.dirname, '../..');

/** The published configuration with other assets, so that the relay's tests need no build of the web app. */
export async function startWorker(options: { assets?: string } = {}) {
  // Each start would otherwise look for a server on the internet, and wait for it.
  process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';
  process.env['WRANGLER_SEND_METRICS'] = 'false';
  const folder = mkdtempSync(join(tmpdir(), 'relay-worker-'));
  const assets = options.assets ?? standInAssets(folder);
  const config = parseJsonc(readFileSync(join(relayFolder, 'wrangler.jsonc'), 'utf8'));
  const configPath = join(folder, 'wrangler.json');
  const main = resolve(relayFolder, String(config['main']));
  const published = config['assets'];
  const merged = { ...config, main, assets: { ...(published instanceof Object ? published : {}), directory: assets } };
  delete (merged as { $schema?: unknown }).$schema;
  writeFileSync(configPath, JSON.stringify(merged));
  const harness = createTestHarness({ workers: [{ configPath }] });
  const { url } = await harness.listen();
  const worker = harness.getWorker<Cloudflare.Env>();
  return {
    url: url.href.replace(/\/$/, ''),
    worker,

    async close() {
      await harness.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

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
