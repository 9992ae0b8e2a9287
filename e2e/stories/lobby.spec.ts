import { expect, story } from '../world/world.ts';

story('[CLG-21] a guest and the host see the same four words, and the host lets them in', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const guest = await world.person('Greta');
  await guest.knock(world.guestLink());
  await expect(guest.page.getByRole('heading', { name: 'Compare four words with the host' })).toBeVisible();
  const words = await guest.words();
  await host.button('Check words and admit').click();
  expect(await host.words()).toEqual(words);
  expect(new Set(words).size).toBeGreaterThan(1);
  await host.button('Admit as co-driver, suggests').click();
  await guest.isLive();
  await host.sees('Greta joined');
  await expect(host.inList('Greta')).toContainText('Co-driver');
  await expect(guest.inList('Hana')).toContainText('Host');
});

story("denied at the door shows the host's own no, and what was said inside stays there", async ({ world }) => {
  await world.start();
  const host = await world.host();
  const guest = await world.person('Mallory');
  await guest.knock(world.guestLink());
  await host.button('Check words and admit').click();
  await host.button('Deny').click();
  await expect(guest.page.getByRole('heading', { name: 'The host said no' })).toBeVisible();
  await expect(guest.transcript()).toHaveCount(0);
  await expect(host.inList('Mallory')).toHaveCount(0);

  // Knocking again is another question to the host, with other words.
  await guest.button('Ask again').click();
  await guest.words();
  await world.admit(host, 'Mallory', 'Viewer');
  await guest.isLive();
});

story('[B56] a name with markup is text at the door, in the list and in the transcript', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const name = '<img src=x onerror="window.ran=1"><b>Bo</b>';
  const guest = await world.guest(name, host, 'Viewer');
  await host.sees(`${name} joined`);
  await expect(host.inList(name)).toBeVisible();
  await guest.chat('<script>window.ran=1</script>');
  await host.page.getByRole('tab', { name: /Chat/ }).click();
  await expect(host.page.getByRole('tabpanel')).toContainText('<script>window.ran=1</script>');
  for (const { page } of [host, guest]) {
    expect(await page.evaluate('"ran" in window')).toBe(false);
    await expect(page.locator('img, script:not([src]):not([nonce]):text("ran=1")')).toHaveCount(0);
  }
});
