import { fileURLToPath } from 'node:url';
import { createTestHarness } from 'wrangler';

const configPath = fileURLToPath(new URL('../../apps/relay/wrangler.jsonc', import.meta.url));

/** The relay on Durable Objects with the web app in the same Worker, on loopback, by wrangler's own harness. */
export async function startWorkerRelay(): Promise<{ url: string; close(): Promise<void> }> {
  const harness = createTestHarness({ workers: [{ configPath }] });
  const { url } = await harness.listen();
  return { url: String(url).replace(/\/$/, ''), close: () => harness.close() };
}
