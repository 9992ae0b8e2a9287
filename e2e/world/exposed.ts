import type { Page } from '@playwright/test';

/** Everything by which a page could give something away, as it happens. */
export class Exposed {
  readonly #texts: string[] = [];
  readonly origins = new Set<string>();

  /** `page`: before it opens anything. */
  constructor(page: Page) {
    page.context().on('request', (request) => {
      this.origins.add(new URL(request.url()).origin);
      this.#texts.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '');
    });
    page.on('console', (message) => this.#texts.push(message.text()));
    page.on('pageerror', (error) => this.#texts.push(`${error.message} ${error.stack ?? ''}`));
    page.on('websocket', (socket) => {
      this.#texts.push(socket.url());
      socket.on('framesent', ({ payload }) => {
        this.#texts.push(typeof payload === 'string' ? payload : payload.toString('hex'));
      });
    });
  }

  /** What was seen so far, and what stands in the page and in its storage now. */
  async all(page: Page): Promise<string[]> {
    return [...this.#texts, page.url(), await page.title(), ...((await page.evaluate(storage)) as string[])];
  }
}

/** In the page: every entry of every store, bytes as hex. */
const storage = `(async () => {
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const text = (value) =>
    JSON.stringify(value, (_, part) =>
      part instanceof ArrayBuffer ? hex(new Uint8Array(part)) : ArrayBuffer.isView(part) ? hex(new Uint8Array(part.buffer)) : part,
    ) ?? '';
  const found = [document.referrer, location.href, JSON.stringify(history.state) ?? '', document.cookie];
  for (const store of [localStorage, sessionStorage])
    for (const key of Object.keys(store)) found.push(key, store.getItem(key) ?? '');
  const answer = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      found.push(text(await answer(objects.getAllKeys())), text(await answer(objects.getAll())));
    }
    database.close();
  }
  for (const name of await caches.keys()) found.push(name);
  return found;
})()`;
