// A room with a real agent, walked through in the page: prompt, approval with the agent's own answers, refusal, interrupt,
// a fault of the provider. Pictures of what host and guest see go to a folder, for people to look at.
//   node e2e/agents/room-walk.ts <folder> codex gemini goose grok     (after `npm run build`, agents installed)
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { type Browser, chromium, expect } from '@playwright/test';
import { faultStep, type ModelApi } from '../model-servers/faults.ts';
import type { ModelServer } from '../model-servers/scripted-http.ts';
import { Bridge } from '../world/bridge.ts';
import { Person } from '../world/person.ts';
import { openRealAcp } from './real-acp.ts';
import { realAgents } from './real-agents.ts';
import { codexBinary, openRealCodex } from './real-codex.ts';

const [pictures = '.test-output/room-walk', ...agents] = process.argv.slice(2);
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

type Walked = {
  model: ModelServer;
  folder: string;
  home: string;
  environment: Record<string, string>;
  script(name: 'edit' | 'shell' | 'slow' | 'text'): Promise<string>;
  close(): Promise<void>;
};

async function open(agent: string): Promise<{ real: Walked; api: ModelApi }> {
  if (agent !== 'codex') return { real: await openRealAcp(agent), api: realAgents[agent]?.api ?? 'chat' };
  const real = await openRealCodex();
  const PATH = `${dirname(codexBinary)}:${real.environment['PATH']}`;
  return {
    real: { ...real, home: dirname(real.codexHome), environment: { ...real.environment, PATH } },
    api: 'responses',
  };
}

async function walk(browser: Browser, agent: string): Promise<void> {
  const { real, api } = await open(agent);
  execFileSync('git', ['init', '--quiet', '-b', 'main'], { cwd: real.folder });
  const { bridge, ready } = await Bridge.start({
    folder: real.folder,
    home: real.home,
    args: ['--agent', agent],
    env: real.environment,
  });
  const desktop = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const host = new Person(await desktop.newPage(), 'Hana');
  const guest = new Person(await phone.newPage(), 'Bo');
  const picture = (person: Person, name: string) =>
    person.page.screenshot({ path: join(pictures, `${agent}-${name}.png`) });
  try {
    await host.knock(ready.hostLink);
    await host.isLive();
    await guest.knock(ready.links[0]?.url ?? '');
    await host.button('Check words and admit').click();
    await host.page.getByRole('button', { name: /^Admit as [^…]/ }).click();
    await guest.isLive();

    await host.prompt(await real.script('edit'));
    const allow = host.tray().getByRole('button', { name: /^Allow once/ });
    await expect(allow).toBeEnabled({ timeout: 30_000 });
    await picture(host, '1-asks-host');
    await picture(guest, '1-asks-guest');
    const own = host.tray().getByRole('button', { name: 'Lasting…' });
    if ((await own.count()) > 0) {
      await own.click();
      await picture(host, '2-own-answers');
      await host.button('Cancel').click();
    }
    await allow.click();
    await host.sees('Done.');
    await picture(host, '3-allowed');

    await host.prompt(await real.script('shell'));
    const deny = host.tray().getByRole('button', { name: /^Deny/ }).last();
    await expect(deny).toBeEnabled({ timeout: 30_000 });
    await deny.click();
    await expect(host.tray()).toHaveCount(0);
    await host.page.waitForTimeout(1_500);
    await picture(host, '4-denied');

    await host.prompt(await real.script('slow'));
    await host.sees('so that somebody has the time to stop it');
    await host
      .button(/^(Stop|Interrupt)/)
      .first()
      .click();
    await host.page.waitForTimeout(2_500);
    await picture(host, '5-interrupted');

    real.model.clear();
    real.model.always(faultStep(api, 'keyRefused') satisfies ModelStep);
    await host.prompt('And one more thing');
    await host.page.waitForTimeout(9_000);
    await picture(host, '6-key-refused');
    await picture(guest, '6-key-refused-guest');
    const troubles = [...host.troubles, ...guest.troubles];
    process.stdout.write(`${agent}: walked; ${troubles.length === 0 ? 'no page complained' : troubles.join(' | ')}\n`);
  } catch (error) {
    await picture(host, 'broken-host');
    await picture(guest, 'broken-guest');
    process.stdout.write(`${agent}: ${error instanceof Error ? error.message.slice(0, 1_500) : String(error)}\n`);
  } finally {
    await desktop.close();
    await phone.close();
    await bridge.stop();
    await real.close();
  }
}

mkdirSync(pictures, { recursive: true });
const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic', '--no-first-run'];
const browser = await chromium.launch({ ...(existsSync(executablePath) ? { executablePath } : {}), args });
for (const agent of agents) await walk(browser, agent);
await browser.close();
