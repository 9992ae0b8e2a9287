import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { knock, launchBrowser, openBenchRoom, prompt, untilLive } from '../page.ts';
import type { Row } from '../row.ts';

const out = fileURLToPath(new URL('../../../apps/web/out', import.meta.url));
const gzKilobytes = (bytes: Buffer): number => gzipSync(bytes, { level: 9 }).length / 1024;

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

export const pageLoad: Row = {
  name: 'page-load',
  title: 'first load of /s, KB after gzip -9: what its HTML names, and all that a guest loads until text streams',
  async run(settings) {
    const html = readFileSync(`${out}/s.html`, 'utf8');
    const named = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => !/nomodule/i.test(tag))
      .map((tag) => /(?:src|href)="(\/_next\/[^"?]+\.(?:js|css))/.exec(tag)?.[1])
      .filter((path) => path !== undefined);
    const initial = [...new Set(named)].map((path) => gzKilobytes(readFileSync(out + path)));
    const initialKilobytes = gzKilobytes(Buffer.from(html)) + sum(initial);

    const browser = await launchBrowser(settings);
    const room = await openBenchRoom(browser, 'mock');
    const context = await browser.newContext();
    const page = await context.newPage();
    const loaded: Array<{ kind: 'code' | 'font'; startedMs: number; path: string; size: Promise<number> }> = [];
    context.on('response', (response) => {
      const request = response.request();
      const kind = { document: 'code', script: 'code', stylesheet: 'code', fetch: 'code', other: 'code', font: 'font' }[
        request.resourceType()
      ];
      if ((kind !== 'code' && kind !== 'font') || response.status() !== 200) return;
      const size = response.body().then(gzKilobytes, () => 0);
      loaded.push({ kind, startedMs: request.timing().startTime, path: new URL(response.url()).pathname, size });
    });
    await page.addInitScript(firstPaint);
    await knock(page, room.guestLink, 'Ada');
    await untilLive(page);
    await prompt(room.hostPage, 'long');
    await page.getByRole('log').getByText('A long answer').first().waitFor({ timeout: 30_000 });
    const firstTextMs = await page.evaluate(() => Number(Reflect.get(globalThis, 'benchFirstTextMs')));
    // What was asked for before the text was painted counts whole, whenever its last byte came.
    const asked = loaded.filter(({ startedMs }) => startedMs < firstTextMs);
    // The Worker's second request for a file is answered by the browser's cache.
    const all = [...new Map(asked.toReversed().map((each) => [each.path, each])).values()];
    const code = all.filter(({ kind }) => kind === 'code');
    const sizes = await Promise.all(code.map(({ size }) => size));
    const codeKilobytes = sum(sizes);
    const fonts = all.length - code.length;
    const largest = code
      .map(({ path }, at) => ({ path, size: sizes[at] ?? 0 }))
      .sort((a, b) => b.size - a.size)
      .slice(0, 5)
      .map(({ path, size }) => `${path.slice(path.lastIndexOf('/') + 1)} ${size.toFixed(0)}`);
    await room.close();
    await browser.close();
    const common = { unit: 'KB', better: 'lower' } as const;
    return [
      { what: 'initial', value: initialKilobytes, ...common, gate: 200, goal: 160, detail: `${initial.length} files` },
      {
        what: 'before the first token, crypto included',
        value: codeKilobytes,
        ...common,
        gate: 350,
        goal: 320,
        detail: `${code.length} files, largest: ${largest.join(', ')}; ${fonts} fonts apart`,
      },
    ];
  },
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
