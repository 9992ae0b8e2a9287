import { axeTroubles as troubles } from '../world/looks-right.ts';
import { colorSchemes } from '../world/phone.ts';
import { expect, story } from '../world/world.ts';

for (const colorScheme of colorSchemes) {
  story(
    `join, waiting, door, room, request and invite have no serious trouble for axe (${colorScheme})`,
    async ({ world }) => {
      await world.start();
      const host = await world.person('Hana', { colorScheme });
      await host.knock(world.ready.hostLink);
      await host.isLive();
      const guest = await world.person('Dora', { colorScheme });
      await guest.page.goto(world.guestLink());
      await expect(guest.button('Ask to join')).toBeVisible();
      expect(await troubles(guest.page), 'join').toEqual([]);
      await guest.askToJoin();
      await guest.words();
      expect(await troubles(guest.page), 'waiting').toEqual([]);
      await host.button('Check words and admit').click();
      await host.words();
      expect(await troubles(host.page), 'door').toEqual([]);
      await host.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await world.admit(host, 'Dora', 'Driver');
      await guest.isLive();

      await host.prompt('long');
      await guest.sees('That was the long answer.');
      await guest.suggest('echo an idea');
      await expect(host.suggestion('echo an idea')).toBeVisible();
      await host.prompt('edit');
      await expect(guest.tray().getByRole('button', { name: 'Allow once' })).toBeEnabled();
      expect(await troubles(guest.page), 'room with a request').toEqual([]);
      await guest.tray().getByRole('button', { name: 'Allow once' }).click();
      await guest.sees('I changed');
      await host.prompt('question');
      await expect(host.tray().getByRole('button', { name: 'Send answers' })).toBeEnabled();
      expect(await troubles(host.page), 'question').toEqual([]);
      await host.button('Share').click();
      await expect(host.page.getByRole('dialog').getByRole('button', { name: 'Make link' })).toBeVisible();
      await expect(host.page.getByRole('dialog').getByRole('img', { name: 'QR code of the link' })).toBeVisible();
      expect(await troubles(host.page), 'invite').toEqual([]);
    },
  );
}
