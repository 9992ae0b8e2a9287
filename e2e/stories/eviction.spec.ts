import { countingPrompt, expectCounting } from '../world/counting.ts';
import { expect, story } from '../world/world.ts';

story('[B41] a relay that is put to sleep under connected people wakes up with nothing lost', async ({ world }) => {
  story.skip(world.hasOwnRelay, 'only a Durable Object is put to sleep; the embedded relay restarts with its bridge');
  await world.start(['--no-lobby']);
  const host = await world.host();
  const guest = await world.join('Greta');
  await host.prompt(countingPrompt);
  await expectCounting(guest, 5);
  for (const atLeast of [15, 25, 35]) {
    await world.evict();
    await expectCounting(guest, atLeast);
  }
  await host.button('Interrupt the agent').click();
  await guest.sees('Interrupted');

  await world.evict();
  await guest.suggest('echo after the sleep');
  const suggestion = host.suggestion('echo after the sleep');
  await suggestion.hover();
  await suggestion.getByRole('button', { name: 'Run', exact: true }).click();
  await guest.sees('after the sleep');
  await expect(guest.livePill()).toHaveText('Live');
  const late = await world.join('Lale');
  await late.sees('after the sleep');
});
