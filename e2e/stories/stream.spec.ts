import type { Person } from '../world/person.ts';
import { expect, story } from '../world/world.ts';

story('guests see the text while it is written, and all screens end with the same', async ({ world }) => {
  await world.start(['--no-lobby']);
  const host = await world.host();
  const guests = [await world.person('Greta'), await world.person('Bo')];
  for (const guest of guests) {
    await guest.knock(world.guestLink());
    await guest.isLive();
  }
  const everybody = [host, ...guests];
  const answerOf = (person: Person) => person.page.getByRole('article', { name: 'Mock agent' }).last();
  await host.prompt('slow');
  for (const guest of guests) {
    await expect(answerOf(guest)).toHaveAttribute('aria-busy', 'true');
    await expect(answerOf(guest)).toContainText('1 2 3 4 5 6');
  }
  await host.button('Interrupt the agent').click();
  for (const person of everybody) await expect(answerOf(person)).toHaveAttribute('aria-busy', 'false');
  const counted = await Promise.all(everybody.map((person) => answerOf(person).textContent()));
  expect(counted).toEqual(counted.map(() => counted[0]));

  await host.prompt('long');
  for (const person of everybody) {
    await person.sees('That was the long answer.');
    await expect(answerOf(person)).toHaveAttribute('aria-busy', 'false');
    await expect(answerOf(person).getByRole('heading', { name: 'A long answer' })).toBeVisible();
    await expect(answerOf(person).getByRole('table')).toContainText('TypeScript');
  }
  const texts = await Promise.all(everybody.map((person) => answerOf(person).getByRole('listitem').allTextContents()));
  expect(texts).toEqual(texts.map(() => texts[0]));
});

story('people chat while the agent works, and the agent does not read it', async ({ world }) => {
  await world.start(['--no-lobby']);
  const host = await world.host();
  const guest = await world.person('Greta');
  await guest.knock(world.guestLink());
  await guest.isLive();
  await host.prompt('slow');
  await guest.sees('3 4 5');
  await guest.chat('It counts nicely.');
  await host.page.getByRole('tab', { name: /Chat.*1 unread/ }).click();
  await expect(host.page.getByRole('tabpanel')).toContainText('It counts nicely.');
  await host.button('Interrupt the agent').click();
  await host.sees('Interrupted');
  await expect(host.transcript()).not.toContainText('It counts nicely.');
});
