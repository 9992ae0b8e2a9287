import { outOfReach } from '../world/out-of-reach.ts';
import type { Person } from '../world/person.ts';
import { phone } from '../world/phone.ts';
import { expect, story } from '../world/world.ts';

const phones = [phone.viewport, { width: 360, height: 640 }];
const desks = [
  { width: 1280, height: 800 },
  { width: 1024, height: 640 },
];
const cards = [
  { prompt: 'question', yes: 'Send answers', no: /^Skip/, colorScheme: 'light' },
  { prompt: 'edit', yes: 'Allow once', no: /^Deny(?! with)/, colorScheme: 'dark' },
] as const;

/** What must be there whatever else waits. */
const partsOf = (person: Person, card: (typeof cards)[number], isPhone: boolean) => ({
  field: person.page.locator('#composer-field'),
  send: person.composer().getByRole('button').last(),
  yes: person.tray().getByRole('button', { name: card.yes }).first(),
  no: person.tray().getByRole('button', { name: card.no }).first(),
  ...(isPhone && { tabs: person.page.getByRole('navigation', { name: 'Views' }) }),
});

for (const card of cards)
  story(`however much waits, composer, answers and tabs stay in reach: ${card.prompt}`, async ({ world }) => {
    const { colorScheme } = card;
    await world.start();
    const host = await world.host({ viewport: desks[0], colorScheme });
    const driver = await world.guest('Dora', host, 'Driver', { ...phone, colorScheme });
    const guest = await world.guest('Greta', host);
    await host.page.getByRole('button', { name: 'More', exact: true }).first().click();
    await host.page.getByRole('menuitem', { name: 'Agents, models and effort' }).click();
    const agents = host.page.getByRole('dialog', { name: 'Agents' });
    const offered = agents.getByRole('region', { name: 'Start another agent' }).getByRole('listitem');
    await offered.filter({ hasText: 'Mock' }).getByRole('button', { name: 'Start', exact: true }).click();
    await expect(agents.getByRole('listitem', { name: 'Mock agent 2' })).toContainText('Ready');
    await agents.getByRole('button', { name: 'Close' }).click();
    const lanes = host.page.getByRole('radiogroup', { name: 'Agents shown' });
    await lanes.getByRole('radio', { name: 'Mock agent', exact: true }).click();
    await host.prompt('text');
    await host.sees('Done');
    await host.prompt(card.prompt);
    await expect(host.tray().getByRole('button', { name: card.yes })).toBeEnabled();
    await expect(driver.tray().getByRole('button', { name: card.yes })).toBeEnabled();

    const allInReach = async (what: string) => {
      for (const [person, sizes, isPhone] of [
        [driver, phones, true],
        [host, desks, false],
      ] as const)
        for (const size of sizes) {
          await person.page.setViewportSize(size);
          const where = `${what}, ${size.width} x ${size.height}`;
          await expect.poll(() => outOfReach(partsOf(person, card, isPhone)), where).toEqual([]);
          const log = await person.transcript().locator('..').boundingBox();
          expect(log?.height, `the transcript: ${where}`).toBeGreaterThanOrEqual(60);
        }
    };
    await allInReach('nothing else waits');
    for (const text of ['echo a better idea', 'echo another idea']) await guest.suggest(text);
    await expect(host.page.getByRole('region', { name: 'Suggestions' })).toContainText(/2 suggestions|another/);
    await allInReach('two suggestions');
    for (let count = 1; count <= 8; count += 1) {
      await host.prompt(`echo number ${count} with some words that need more than one line of a phone`);
      await expect(host.queue()).toHaveCount(count);
      await expect(driver.queue()).toHaveCount(count);
      await allInReach(`${count} in the queue`);
    }
    // All of it is still there.
    await driver.queue().last().scrollIntoViewIfNeeded();
    await expect(driver.queue().last()).toBeInViewport();
    await driver.page.getByRole('button', { name: '2 suggestions' }).tap();
    await expect(driver.suggestion('a better idea')).toBeVisible();
    await allInReach('the suggestions are unfolded');
  });

story(
  'however many notices pass at once, transcript, field and tabs of a small phone keep their place',
  async ({ world }) => {
    await world.start();
    const host = await world.host({ viewport: desks[0] });
    await host.prompt('text');
    await host.sees('Done');
    await world.guest('Ada', host);
    await host.inList('Ada').click();
    const people = host.page.getByRole('dialog', { name: 'People' });
    await host.choose(people.getByRole('button', { name: 'Actions for Ada' }), 'Hand over the driver’s seat…');
    await host.button('Hand over').click();
    const kim = await world.person('Kim');
    await kim.knock(world.guestLink());
    await host.button('Pause sharing').first().click();
    await host.seesBanner('Sharing paused by Hana.');
    await host.page.setViewportSize({ width: 360, height: 480 });
    const parts = {
      field: host.page.locator('#composer-field'),
      send: host.composer().getByRole('button').last(),
      tabs: host.page.getByRole('navigation', { name: 'Views' }),
    };
    await expect.poll(() => outOfReach(parts)).toEqual([]);
    const log = await host.transcript().locator('..').boundingBox();
    expect(log?.height).toBeGreaterThanOrEqual(120);
    // None of them is lost by it.
    for (const name of ['Check words and admit', 'Continue sharing', 'Take the driver’s seat back']) {
      const act = host.page.getByRole('main').getByRole('button', { name });
      await act.scrollIntoViewIfNeeded();
      await expect(act).toBeInViewport();
    }
  },
);
