// `npm run shots [-- <state>…]`: builds the page with invented rooms and writes pictures of every state, phone and
// desk, light and dark, to shots/pictures. With SHOTS_URL it takes them from a running `next dev`; with SHOTS_BUILT=1 from
// the build that is there; SHOTS_FACES=desk-light,phone-dark takes only those.
import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import axe from 'axe-core';
import { acts } from './acts.mjs';

const web = fileURLToPath(new URL('..', import.meta.url));
const out = join(web, '.shots');
const pictures = join(web, 'shots', 'pictures');
const only = process.argv.slice(2);
const faces = process.env.SHOTS_FACES?.split(',');

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

async function serve() {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    const file = [path, `${path}.html`, join(path, 'index.html')]
      .map((name) => join(out, name))
      .find((name) => extname(name) !== '' && existsSync(name));
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const server = process.env.SHOTS_URL === undefined ? build() : { url: process.env.SHOTS_URL, close: () => undefined };
const { url, close } = await server;
mkdirSync(pictures, { recursive: true });

async function build() {
  if (process.env.SHOTS_BUILT === '1') return serve();
  const built = spawnSync('next', ['build'], {
    cwd: web,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, COLLAGILITY_SHOTS: '1' },
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
  return serve();
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
let troubles = 0;
const all = await names();
for (const [size, viewport] of Object.entries(sizes)) {
  for (const theme of ['light', 'dark']) {
    if (faces !== undefined && !faces.includes(`${size}-${theme}`)) continue;
    const page = await browser.newPage({ viewport, colorScheme: theme, reducedMotion: 'reduce', deviceScaleFactor: 1 });
    page.setDefaultTimeout(5_000);
    // What somebody wrote in one picture does not stand in the next.
    await page.addInitScript(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    page.on('pageerror', (error) => trouble(`${size} ${theme}: ${error.message}`));
    for (const name of all) {
      const after = acts[name];
      await page.goto(name === 'landing' ? url : `${url}${after?.path ?? `/shots?state=${after?.state ?? name}`}`, {
        waitUntil: 'networkidle',
        timeout: 60_000,
      });
      await page.waitForTimeout(400);
      try {
        await after?.act(page, size === 'phone');
        // A tab's own code may still be on its way.
        await page
          .getByText('Loading…', { exact: true })
          .filter({ visible: true })
          .first()
          .waitFor({ state: 'hidden' });
        if (after !== undefined) await page.waitForTimeout(250);
        await partsAreThere(page);
      } catch (error) {
        trouble(`${name} ${size} ${theme}: ${error.message.split('\n')[0]}`);
      }
      await page.screenshot({ path: join(pictures, `${name}-${size}-${theme}.png`) });
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() =>
        window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }),
      );
      for (const { id, nodes } of violations)
        trouble(
          `${name} ${size} ${theme}: ${id}: ${nodes
            .map((node) => node.target.join(' '))
            .slice(0, 3)
            .join(' | ')}`,
        );
    }
    await page.close();
  }
}
await browser.close();
close();
process.stdout.write(`${all.length} states, ${troubles} troubles\n`);
process.exitCode = troubles === 0 ? 0 : 1;

/** What comes when it is drawn is in the picture; where the state itself is that something loads, it stays so. */
async function partsAreThere(page) {
  const coming = page.getByText('Loading…', { exact: true }).filter({ visible: true });
  for (let tries = 0; tries < 15 && (await coming.count()) > 0; tries += 1) await page.waitForTimeout(100);
}

async function names() {
  if (only.length > 0) return only;
  const page = await browser.newPage();
  await page.goto(`${url}/shots`);
  await page.waitForSelector('li a');
  const found = await page.$$eval('li a', (links) => links.map((link) => link.textContent ?? ''));
  await page.close();
  const twice = found.filter((name) => name in acts);
  if (twice.length > 0)
    throw new Error(`a state and an act have one name, and one picture would hide the other: ${twice}`);
  return ['landing', ...found, ...Object.keys(acts)];
}

function trouble(text) {
  troubles += 1;
  process.stdout.write(`${text}\n`);
}
