import type { MemberStore, Membership } from '@collagility/protocol/client/member-store';
import { CollagilityError } from '@collagility/protocol/errors';
import { finished, openDatabase, owners, rooms, writing } from './database.ts';
import { fromStored, type StoredMember, toStored } from './stored-member.ts';

/**
 * One room's membership in this browser. Whoever opens it writes a token first; every read and write checks the token
 * in the same transaction, so that a tab that was asleep cannot use secrets that another tab has rolled on (CLG-32).
 */
export class BrowserStore implements MemberStore {
  readonly isDurable = true;
  readonly #database: IDBDatabase;
  readonly #roomId: string;
  readonly #token: string;

  private constructor(database: IDBDatabase, roomId: string, token: string) {
    this.#database = database;
    this.#roomId = roomId;
    this.#token = token;
  }

  /** Takes the room's record over. Rejects where the browser keeps nothing. */
  static async open(roomId: string, token: string): Promise<BrowserStore> {
    const database = await openDatabase();
    const transaction = writing(database);
    transaction.objectStore(owners).put(token, roomId);
    await finished(transaction);
    return new BrowserStore(database, roomId, token);
  }

  async read(): Promise<Membership | undefined> {
    let found: StoredMember | undefined;
    await this.#owned((transaction) => {
      const request: IDBRequest<StoredMember | undefined> = transaction.objectStore(rooms).get(this.#roomId);
      request.onsuccess = () => {
        found = request.result;
      };
    });
    return found === undefined ? undefined : fromStored(found);
  }

  commit(membership: Membership): Promise<void> {
    const record = toStored(membership);
    return this.#owned((transaction) => {
      transaction.objectStore(rooms).put(record, this.#roomId);
    });
  }

  delete(): Promise<void> {
    return this.#owned((transaction) => {
      transaction.objectStore(rooms).delete(this.#roomId);
    });
  }

  close(): void {
    this.#database.close();
  }

  async #owned(work: (transaction: IDBTransaction) => void): Promise<void> {
    const transaction = writing(this.#database);
    const request: IDBRequest<unknown> = transaction.objectStore(owners).get(this.#roomId);
    // Nothing but requests of this transaction between the check and the work.
    request.onsuccess = () => {
      if (request.result === this.#token) work(transaction);
      else transaction.abort();
    };
    try {
      await finished(transaction);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError')
        throw new CollagilityError('storage_full', 'This browser has no room left for the key.', { cause: error });
      throw error;
    }
  }
}
