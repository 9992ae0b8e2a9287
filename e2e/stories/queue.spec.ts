import { expect, story } from '../world/world.ts';

story('a co-driver interrupts, what was written stays, and all see who did it', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const codriver = await world.guest('Cora', host);
  const viewer = await world.guest('Vera', host, 'Viewer');
  await host.prompt('slow');
  await viewer.sees('1 2 3 4 5');
  await expect(viewer.button('Interrupt the agent')).toHaveCount(0);
  await codriver.button('Interrupt the agent').click();
  for (const person of [host, codriver, viewer]) {
    await person.sees('Interrupted');
    await expect(person.page.getByRole('article', { name: 'Mock agent' })).toHaveAttribute('aria-busy', 'false');
    await expect(person.button('Interrupt the agent')).toHaveCount(0);
  }
  const texts = await Promise.all(
    [host, codriver, viewer].map(({ page }) => page.getByRole('article', { name: 'Mock agent' }).textContent()),
  );
  expect(texts[0]).toContain('1 2 3 4 5');
  expect(texts[1]).toBe(texts[0]);
  expect(texts[2]).toBe(texts[0]);
  // The agent is as good as before.
  await host.prompt('text');
  await viewer.sees('This is a short answer from the mock agent.');
});

story('Esc interrupts from the keyboard, and takes an open request back', async ({ world }) => {
  await world.start();
  const host = await world.host();
  await host.prompt('tool');
  await expect(host.tray()).toContainText('touch');
  await host.composer().getByRole('textbox').press('Escape');
  await expect(host.tray()).toHaveCount(0);
  await host.sees('Interrupted');
  await host.sees('Withdrawn');
});

story('prompts wait in a queue: reordered, one removed, kept after an interrupt, resumed', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const guest = await world.guest('Paul', host, 'Co-driver, prompts');
  await host.prompt('slow');
  await guest.sees('1 2');
  for (const text of ['echo first', 'echo second', 'echo third']) await guest.prompt(text);
  await expect(host.queue()).toContainText(['echo first', 'echo second', 'echo third']);
  const actions = (text: string) =>
    host
      .queue()
      .filter({ hasText: text })
      .getByRole('button', { name: /Actions/ });
  await host.choose(actions('echo third'), 'Move up');
  await expect(guest.queue()).toContainText(['echo first', 'echo third', 'echo second']);
  await guest.choose(
    guest
      .queue()
      .filter({ hasText: 'echo first' })
      .getByRole('button', { name: /Actions/ }),
    'Remove',
  );
  await expect(host.queue()).toContainText(['echo third', 'echo second']);
  await expect(host.queue()).toHaveCount(2);

  await host.button('Interrupt the agent').click();
  await guest.sees('Interrupted');
  await guest.seesBanner('The queue has stopped.');
  await expect(guest.queue()).toHaveCount(2);
  await host.button('Resume the queue').click();
  for (const person of [host, guest]) {
    await person.sees(/third.*Done.*second.*Done/s);
    await expect(person.queue()).toHaveCount(0);
    await expect(person.page.getByRole('article', { name: 'Mock agent' })).toHaveCount(3);
  }
  await expect(host.transcript()).toContainText('Taken out of the queue: “echo first”');
});
