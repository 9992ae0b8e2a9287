import { firstLoadGates, initialLoad, watchFirstLoad } from '../../world/first-load.ts';
import { knock, launchBrowser, openBenchRoom, prompt, untilLive } from '../page.ts';
import type { Row } from '../row.ts';

export const pageLoad: Row = {
  name: 'page-load',
  title: 'first load of /s, KB after gzip -9: what its HTML names, and all that a guest loads until text streams',
  async run(settings) {
    const initial = initialLoad();
    const browser = await launchBrowser(settings);
    const room = await openBenchRoom(browser, 'mock');
    const page = await (await browser.newContext()).newPage();
    const firstLoad = await watchFirstLoad(page);
    await knock(page, room.guestLink, 'Ada');
    await untilLive(page);
    await prompt(room.hostPage, 'long');
    await page.getByRole('log').getByText('A long answer').first().waitFor({ timeout: 30_000 });
    const { kilobytes, files, fonts, largest } = await firstLoad();
    await room.close();
    await browser.close();
    const common = { unit: 'KB', better: 'lower' } as const;
    return [
      {
        what: 'initial',
        value: initial.kilobytes,
        ...common,
        gate: firstLoadGates.initial,
        goal: 160,
        detail: `${initial.files} files`,
      },
      {
        what: 'before the first token, crypto included',
        value: kilobytes,
        ...common,
        gate: firstLoadGates.beforeFirstText,
        goal: 320,
        detail: `${files} files, largest: ${largest.join(', ')}; ${fonts} fonts apart`,
      },
    ];
  },
};
