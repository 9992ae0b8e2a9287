import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** KB after gzip -9. Bytes are the same on every machine, so these hold in the tests; times are only measured. */
export const firstLoadGates = { initial: 200, worker: 130, beforeFirstText: 350 };

const out = fileURLToPath(new URL('../../apps/web/out', import.meta.url));
const gzKilobytes = (bytes: Buffer): number => gzipSync(bytes, { level: 9 }).length / 1024;

/** The HTML of `/s` and what it names. */
export function initialLoad(): { kilobytes: number; files: number } {
  const html = readFileSync(`${out}/s.html`, 'utf8');
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/nomodule/i.test(tag))
    .map((tag) => /(?:src|href)="(\/_next\/[^"?]+\.(?:js|css))/.exec(tag)?.[1])
    .filter((path) => path !== undefined);
  const files = [...new Set(named)].map((path) => gzKilobytes(readFileSync(out + path)));
  return { kilobytes: gzKilobytes(Buffer.from(html)) + sum(files), files: files.length };
}

/** All scripts of the Worker that holds keys and socket: the one that brings a WASM. */
export function workerLoad(): { kilobytes: number; files: number } {
  const chunks = `${out}/_next/static/chunks`;
  const entries = readdirSync(chunks).filter((name) => name.startsWith('turbopack-'));
  const sets = entries.map((entry) => {
    const others = /otherChunks:\[([^\]]*)\]/.exec(readFileSync(`${chunks}/${entry}`, 'utf8'))?.[1] ?? '';
    return [entry, ...[...others.matchAll(/static\/chunks\/([^"]+)/g)].map(([, name]) => name ?? '')];
  });
  const read = sets.map((set) => set.map((name) => readFileSync(`${chunks}/${name}`)));
  const worker = read.find((files) => files.some((bytes) => bytes.includes('DecompressionStream')));
  if (worker === undefined) throw new Error("The Worker's scripts are not where they were: adapt first-load.ts.");
  return { kilobytes: sum(worker.map(gzKilobytes)), files: worker.length };
}

/** Runs in the page before its own scripts: when the agent's first text was painted, in milliseconds since 1970. */
const firstPaint = `(() => {
  const look = () => {
    if (!document.querySelector('[role=log] article .prose')?.textContent) return requestAnimationFrame(look);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      globalThis.benchFirstTextMs = performance.timeOrigin + performance.now();
    };
    channel.port2.postMessage(null);
  };
  requestAnimationFrame(look);
})()`;

type FirstLoad = { kilobytes: number; files: number; fonts: number; largest: string[] };

/**
 * Watches a page that has not been opened yet. What is returned tells, once text of the agent is there, what was asked
 * for before it was painted: scripts (the Worker's too), styles, HTML; each whole, whenever its last byte came.
 */
export async function watchFirstLoad(page: Page): Promise<() => Promise<FirstLoad>> {
  const loaded: Array<{ isFont: boolean; startedMs: number; path: string; size: Promise<number> }> = [];
  page.context().on('response', (response) => {
    const request = response.request();
    const type = request.resourceType();
    if (!['document', 'script', 'stylesheet', 'fetch', 'other', 'font'].includes(type) || !response.ok()) return;
    const size = response.body().then(gzKilobytes, () => 0);
    const { pathname } = new URL(response.url());
    loaded.push({ isFont: type === 'font', startedMs: request.timing().startTime, path: pathname, size });
  });
  await page.addInitScript(firstPaint);
  return async () => {
    await page.waitForFunction(() => Reflect.has(globalThis, 'benchFirstTextMs'));
    const firstTextMs = await page.evaluate(() => Number(Reflect.get(globalThis, 'benchFirstTextMs')));
    const asked = loaded.filter(({ startedMs }) => startedMs < firstTextMs);
    // The Worker's second request for a file is answered by the browser's cache.
    const all = [...new Map(asked.toReversed().map((each) => [each.path, each])).values()];
    const code = all.filter(({ isFont }) => !isFont);
    const sized = await Promise.all(code.map(async ({ path, size }) => ({ path, size: await size })));
    return {
      kilobytes: sum(sized.map(({ size }) => size)),
      files: code.length,
      fonts: all.length - code.length,
      largest: sized
        .sort((a, b) => b.size - a.size)
        .slice(0, 5)
        .map(({ path, size }) => `${path.slice(path.lastIndexOf('/') + 1)} ${size.toFixed(0)}`),
    };
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
