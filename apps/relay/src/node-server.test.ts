import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { relayContract } from './contract/contract.ts';
import { startNodeRelay } from './node-server.ts';

relayContract('Node', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'relay-'));
  const file = join(folder, 'relay.sqlite');
  const relay = await startNodeRelay({ storage: { file } });
  return {
    url: relay.url,
    evict: () => Promise.resolve(),
    async stored(roomId) {
      const database = new DatabaseSync(file, { readOnly: true });
      const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
      const stored: Record<string, unknown[]> = {};
      for (const { name } of tables) {
        const column = name === 'room' ? 'id' : 'room_id';
        const rows = database.prepare(`SELECT * FROM ${String(name)} WHERE ${column} = ?`).all(roomId);
        if (rows.length > 0) stored[String(name)] = rows.map(({ [column]: _, ...row }) => ({ ...row }));
      }
      database.close();
      return stored;
    },
    async close() {
      await relay.close();
      rmSync(folder, { recursive: true });
    },
  };
});
