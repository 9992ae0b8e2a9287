// The README's pictures, from a real room: the built bridge, Claude Code with a scripted model, a git repository, four
// people and somebody at the door. Writes docs/session-light.png, session-dark.png and phone.png.
//   node e2e/pictures/readme.ts [folder]     (after `npm run build`)
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, expect as expectSoon } from '@playwright/test';
import { Bridge } from '../world/bridge.ts';
import { Person } from '../world/person.ts';
import { phone } from '../world/phone.ts';
import { palettePng } from './palette-png.ts';
import { files, firstPrompt, firstTurn, secondTurn, suggestion, waitingCommand } from './parcel-api.ts';
import { openPicturedClaude } from './pictured-claude.ts';

const docs = process.argv[2] ?? join(import.meta.dirname, '../../docs');
/** A machine that draws pictures may be busy. */
const expect = expectSoon.configure({ timeout: 30_000 });
const desk = { viewport: { width: 1440, height: 900 } };

const scratch = mkdtempSync(join(tmpdir(), 'collagility-pictures-'));
const folder = join(scratch, 'parcel-api');
for (const [name, content] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
git('init', '-b', 'fix/webhook-retry');
git('add', '-A');
git('-c', 'user.name=Hana', '-c', 'user.email=hana@example.invalid', 'commit', '-m', 'Deliver webhooks');

const agent = await openPicturedClaude(join(scratch, 'claude'));
const { bridge, ready } = await Bridge.start({
  folder,
  home: join(scratch, 'home'),
  args: ['--agent', 'claude'],
  env: agent.environment,
});
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic', '--no-first-run'],
});

async function person(name: string, options: Parameters<typeof browser.newContext>[0]): Promise<Person> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  return new Person(await context.newPage(), name);
}

async function letIn(host: Person, guest: Person, as: string): Promise<void> {
  await guest.knock(ready.links[0]?.url ?? '');
  await host.button('Check words and admit').click();
  await host.button('Admit as…').click();
  await host.page.getByRole('menuitemradio', { name: new RegExp(`^${as}`) }).click();
  await guest.isLive();
}

async function allow(by: Person, what: string): Promise<void> {
  await expect(by.tray()).toContainText(what);
  const button = by.tray().getByRole('button', { name: /^Allow once/ });
  await expect(button).toBeEnabled();
  await button.click();
  await expect(by.tray().getByText(what)).toHaveCount(0);
}

/** After the colours of the code and what the last act moved. */
async function picture(of: Person, name: string): Promise<void> {
  await of.page.mouse.move(700, 20);
  await of.page.waitForTimeout(2_500);
  writeFileSync(join(docs, name), palettePng(await of.page.screenshot()));
}

try {
  const host = await person('Hana', desk);
  await host.knock(ready.hostLink);
  await host.isLive();
  await host.page.getByRole('button', { name: 'More', exact: true }).first().click();
  await host.page.getByRole('menuitem', { name: 'Rename the session' }).click();
  await host.page.getByRole('dialog').getByRole('textbox').fill('Webhook retries');
  await host.page.getByRole('dialog').getByRole('button', { name: 'Rename', exact: true }).click();
  const ada = await person('Ada', { ...phone, colorScheme: 'dark' });
  await letIn(host, ada, 'Driver');
  const ben = await person('Ben', desk);
  await letIn(host, ben, 'Co-driver, suggests');
  const cleo = await person('Cleo', desk);
  await letIn(host, cleo, 'Viewer');

  agent.addTurn(firstTurn);
  await host.prompt(firstPrompt);
  await host.sees('nobody does.');
  await ben.suggest(suggestion);
  agent.addTurn(secondTurn(folder));
  await host.suggestion(suggestion).hover();
  await host.suggestion(suggestion).getByRole('button', { name: 'Run', exact: true }).click();
  await allow(host, 'isRetryable');
  await allow(host, 'maxAttempts');
  await allow(host, 'node:test');
  await allow(ada, '--test-timeout');
  await expect(host.tray()).toContainText(waitingCommand);

  await ben.suggest('Cap the total time at 30 s, not only the attempts');
  await cleo.suggestion('Cap the total time').getByRole('button', { name: '0 votes' }).click();
  await host.suggestion('Cap the total time').getByRole('button', { name: '1 vote' }).click();
  const line = ben.panel().locator('[data-side=new]').filter({ hasText: 'status === 429' });
  await ben
    .panel()
    .getByRole('button', { name: /Modified\s*deliver\.ts/ })
    .click();
  await line.locator('.diff-number:not(:empty)').last().click();
  await ben
    .panel()
    .getByRole('textbox', { name: /^Comment on line/ })
    .fill('Also 408? Slow carrier gateways answer that.');
  await ben.panel().getByRole('button', { name: 'Comment', exact: true }).click();
  await host
    .panel()
    .getByRole('button', { name: /Modified\s*deliver\.ts/ })
    .click();
  await expect(host.panel().getByText('Also 408?')).toBeVisible();
  const dov = await person('Dov', desk);
  await dov.knock(ready.links[0]?.url ?? '');
  await expect(host.page.getByText('Dov is at the door').first()).toBeVisible();

  await picture(ada, 'phone.png');
  await picture(host, 'session-light.png');
  await host.page.emulateMedia({ colorScheme: 'dark' });
  await picture(host, 'session-dark.png');
} finally {
  await browser.close();
  await bridge.stop();
  await agent.close();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
