import { fileURLToPath } from 'node:url';
import { createTestHarness } from 'wrangler';

const configPath = fileURLToPath(new URL('../../apps/relay/wrangler.jsonc', import.meta.url));
/** Each start would otherwise look for a server on the internet. */
const offline = { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' };

/** The relay on Durable Objects with the web app in the same Worker, on loopback, by wrangler's own harness. */
export async function startWorkerRelay(): Promise<{ url: string; close(): Promise<void> }> {
  Object.assign(process.env, offline);
  const harness = createTestHarness({ workers: [{ configPath }] });
  const { url } = await harness.listen();
  return { url: String(url).replace(/\/$/, ''), close: () => harness.close() };
}
