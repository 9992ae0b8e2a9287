import { relayContract } from './contract/contract.ts';
import { startWorker } from './testing/worker-harness.ts';

relayContract('Durable Objects', async () => {
  const { url, worker, close } = await startWorker();
  return {
    url,
    async evict(roomId) {
      try {
        await worker.evictDurableObject('Room', { name: roomId, webSockets: 'hibernate' });
      } catch (error) {
        // Nothing has woken it since the last time: it sleeps, as asked. The harness has no code for this.
        if (!String(error).includes('not currently running')) throw error;
      }
    },
    async stored(roomId) {
      const storage = await worker.getDurableObjectStorage('Room', { name: roomId });
      const tables = await storage.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_*'");
      const stored: Record<string, unknown[]> = {};
      for (const { name } of tables) {
        const rows = await storage.exec(`SELECT * FROM "${String(name)}"`);
        // One row at most: the object is the room.
        if (rows.length > 0) stored[String(name)] = rows.map(({ only_one: _, ...row }) => row);
      }
      return stored;
    },
    close,
  };
});
