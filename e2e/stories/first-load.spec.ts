import { firstLoadGates, initialLoad, watchFirstLoad } from '../world/first-load.ts';
import { expect, story } from '../world/world.ts';

story('what a guest loads before the first text of the agent stays within its budget', async ({ world }) => {
  expect(initialLoad().kilobytes).toBeLessThanOrEqual(firstLoadGates.initial);
  await world.start(['--no-lobby']);
  const host = await world.host();
  await host.prompt('long');
  await host.sees('That was the long answer.');
  const guest = await world.person('Greta');
  const firstLoad = await watchFirstLoad(guest.page);
  await guest.knock(world.guestLink());
  await guest.isLive();
  const { kilobytes, files, largest } = await firstLoad();
  // The Worker's scripts are among them: without its cryptography it would be half.
  expect(kilobytes).toBeGreaterThan(250);
  expect(kilobytes, `${files} files, largest: ${largest.join(', ')}`).toBeLessThanOrEqual(
    firstLoadGates.beforeFirstText,
  );
});
