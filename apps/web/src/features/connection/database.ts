/** The browser's own disk, as promises. One database, one record per room, and who holds it. */

const name = 'collagility';
export const rooms = 'rooms';
export const owners = 'owners';

export function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(rooms);
      request.result.createObjectStore(owners);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database did not open.'));
    request.onblocked = () => reject(new Error('Another tab holds an older database open.'));
  });
}

/** Whether this browser ever stored anything of ours; where it does not tell, opening it does. */
export async function hasDatabase(): Promise<boolean> {
  const known = await indexedDB.databases?.();
  return known === undefined || known.some((database) => database.name === name);
}

/** Written to disk before it resolves, where the browser keeps that promise. */
export const writing = (database: IDBDatabase): IDBTransaction =>
  database.transaction([rooms, owners], 'readwrite', { durability: 'strict' });

export function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error ?? new Error('The transaction failed.'));
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was undone.'));
  });
}
