import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { knock, launchBrowser, openBenchRoom, prompt, untilLive } from '../page.ts';
import type { Row } from '../row.ts';

const out = fileURLToPath(new URL('../../../apps/web/out', import.meta.url));
const gzKilobytes = (bytes: Buffer): number => gzipSync(bytes, { level: 9 }).length / 1024;

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
    const loaded = new Map<string, { kind: 'code' | 'font'; size: Promise<number> }>();
    context.on('response', (response) => {
      const kind = { document: 'code', script: 'code', stylesheet: 'code', fetch: 'code', other: 'code', font: 'font' }[
        response.request().resourceType()
      ];
      if ((kind !== 'code' && kind !== 'font') || response.status() !== 200) return;
      loaded.set(response.url(), { kind, size: response.body().then(gzKilobytes, () => 0) });
    });
    await knock(page, room.guestLink, 'Ada');
    await untilLive(page);
    await prompt(room.hostPage, 'long');
    await page.getByRole('log').getByText('A long answer').first().waitFor({ timeout: 30_000 });
    const all = [...loaded.values()];
    const codeKilobytes = sum(await Promise.all(all.filter(({ kind }) => kind === 'code').map(({ size }) => size)));
    const fonts = all.filter(({ kind }) => kind === 'font').length;
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
        detail: `${all.length - fonts} files; ${fonts} fonts apart`,
      },
    ];
  },
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
