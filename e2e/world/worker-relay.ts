import { fileURLToPath } from 'node:url';
import { createTestHarness } from 'wrangler';

const configPath = fileURLToPath(new URL('../../apps/relay/wrangler.jsonc', import.meta.url));
/** Each start would otherwise look for a server on the internet. */
const offline = { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' };

export type WorkerRelay = {
  url: string;
  /** Puts a room's object to sleep; its sockets stay. */
  evict(roomId: string): Promise<void>;
  close(): Promise<void>;
};

/** The relay on Durable Objects with the web app in the same Worker, on loopback, by wrangler's own harness. */
export async function startWorkerRelay(): Promise<WorkerRelay> {
  Object.assign(process.env, offline);
  const harness = createTestHarness({ workers: [{ configPath }] });
  const { url } = await harness.listen();
  return {
    url: String(url).replace(/\/$/, ''),
    async evict(roomId) {
      try {
        await harness.getWorker().evictDurableObject('Room', { name: roomId, webSockets: 'hibernate' });
      } catch (error) {
        // Nothing has woken it since the last time: it sleeps, as asked. The harness has no code for this.
        if (!String(error).includes('not currently running')) throw error;
      }
    },
    close: () => harness.close(),
  };
}
