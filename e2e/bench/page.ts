import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Bridge } from '../world/bridge.ts';
import type { Settings } from './row.ts';

/** A browser as the stories use it. */
export function launchBrowser({ chromiumPath }: Settings): Promise<Browser> {
  return chromium.launch({
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-dev-shm-usage',
    ],
  });
}

/** Opens a link, gives a name and presses Join. */
export async function knock(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name in the room').fill(name);
  await page.getByRole('button', { name: 'Ask to join' }).click();
}

export const untilLive = (page: Page): Promise<void> =>
  page
    .getByRole('status')
    .filter({ hasText: /^Live$/ })
    .first()
    .waitFor({ timeout: 60_000 });

export type BenchRoom = { hostPage: Page; guestLink: string; folder: string; close(): Promise<void> };

/** The built bridge with an agent, in a small repository; its host's page is open. */
export async function openBenchRoom(
  browser: Browser,
  agent: string,
  env: Record<string, string> = {},
): Promise<BenchRoom> {
  const folder = mkdtempSync(join(tmpdir(), 'collagility-bench-'));
  const home = mkdtempSync(join(tmpdir(), 'collagility-home-'));
  writeFileSync(join(folder, 'README.md'), '# A small project\n');
  execFileSync('git', ['init', '-b', 'main'], { cwd: folder, stdio: 'ignore' });
  const { bridge, ready } = await Bridge.start({ folder, home, args: ['--agent', agent, '--no-lobby'], env });
  // A row that fails must not leave it behind.
  const end = () => process.kill(bridge.pid, 'SIGTERM');
  process.once('exit', end);
  const hostPage = await (await browser.newContext()).newPage();
  await knock(hostPage, ready.hostLink, 'Hana');
  await untilLive(hostPage);
  return {
    hostPage,
    guestLink: ready.links[0]?.url ?? '',
    folder,
    close: async () => {
      process.off('exit', end);
      await bridge.stop();
      for (const path of [folder, home]) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** The host prompts the agent. */
export async function prompt(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('region', { name: 'Composer' });
  const choice = composer.getByRole('radio', { name: 'Prompt' });
  if ((await choice.count()) > 0) await choice.click();
  await composer.getByRole('textbox').fill(text);
  await composer.getByRole('textbox').press('Enter');
}
