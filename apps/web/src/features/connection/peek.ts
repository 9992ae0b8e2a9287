import { hasDatabase, openDatabase, rooms } from './database.ts';
import type { StoredMember } from './stored-member.ts';

/** Whether there is a confirmed resume secret for a room; reads only that, makes nothing, and changes no owner. */
export async function peek(roomId: string): Promise<boolean> {
  if (!(await hasDatabase())) return false;
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const request: IDBRequest<StoredMember | undefined> = database.transaction(rooms).objectStore(rooms).get(roomId);
      request.onsuccess = () => resolve(request.result?.R !== undefined);
      request.onerror = () => reject(request.error ?? new Error('The database did not answer.'));
    });
  } finally {
    database.close();
  }
}
