import { countedOn, countingPrompt, expectCounting } from '../world/counting.ts';
import { expect, story } from '../world/world.ts';

story(
  'a reload in the middle of a stream shows all of it at once, nothing missing, nothing doubled',
  async ({ world }) => {
    await world.start(['--no-lobby']);
    const host = await world.host();
    const guest = await world.join('Greta');
    await host.prompt(countingPrompt);
    await expectCounting(guest, 10);

    const before = (await countedOn(guest)).length;
    await guest.page.reload();
    await guest.transcript().locator('.prose').first().waitFor();
    // The first thing painted is already everything that was there.
    expect((await countedOn(guest)).length).toBeGreaterThanOrEqual(before);
    await guest.isLive();
    await expectCounting(guest, before + 10);

    await host.page.reload();
    await host.isLive();
    await expectCounting(host, before + 15);
    await expect(host.page.getByRole('article', { name: 'Prompt by Hana' })).toHaveCount(1);
  },
);

story('somebody who joins in the middle of a stream sees it from its beginning', async ({ world }) => {
  await world.start(['--no-lobby']);
  const host = await world.host();
  await host.prompt(countingPrompt);
  await expectCounting(host, 20);

  const late = await world.join('Lale');
  await expectCounting(late, 25);
  await host.button('Interrupt the agent').click();
  await late.sees('Interrupted');
  const [ofHost, ofLate] = [await countedOn(host), await countedOn(late)];
  expect(ofLate).toEqual(ofHost);
  expect(ofLate).toEqual(ofLate.map((_, index) => index + 1));
});
