import { cpSync, rmSync } from 'node:fs';
import type { BridgeLine } from '../world/bridge.ts';
import { expect, story } from '../world/world.ts';

const wentBack = 'The host went back to an earlier state of this room.';

story(
  '[CLG-15] [CLG-59] a host put back from a backup is refused, and after --recover a page says what of it is gone',
  async ({ world }) => {
    await world.start(['--no-lobby']);
    const [greta, ole] = [await world.join('Greta'), await world.join('Ole')];
    const host = await world.host();
    await host.prompt('echo kept');
    await greta.sees('kept');
    expect(await world.bridge.stop()).toBe(0);
    const backup = `${world.home}.backup`;
    cpSync(world.home, backup, { recursive: true });

    for (const text of ['only in the newer copy', 'and this too']) {
      await world.resume();
      for (const { page } of [greta, ole]) await page.reload();
      for (const guest of [greta, ole]) await guest.isLive();
      await ole.say(text);
      await greta.openChat();
      await expect(greta.messages().filter({ hasText: text })).toHaveCount(1);
      if (text === 'only in the newer copy') await world.bridge.stop();
    }
    await greta.page.context().setOffline(true);
    await world.bridge.kill();
    rmSync(world.home, { recursive: true });
    cpSync(backup, world.home, { recursive: true });
    rmSync(backup, { recursive: true });

    // A relay of its own is as new as the bridge: there the guests know better. Another one remembers the newer copy.
    let said: BridgeLine;
    if (world.hasOwnRelay) {
      await world.resume();
      await expect(ole.page.getByRole('heading', { name: 'An older copy of the host answered' })).toBeVisible();
      said = await world.bridge.line('error', 20_000, ({ code }) => code === 'rolled_back');
      await expect.poll(() => world.bridge.exitCode).not.toBeNull();
    } else {
      said = await world.refusedResume();
      expect(said).toMatchObject({ code: 'host_conflict' });
    }
    const recover = /--recover (\d+)/.exec(JSON.stringify(said))?.[1];
    await world.resume(['--recover', recover ?? 'none was named']);
    const hostAgain = await world.host();
    await greta.page.context().setOffline(false);
    // The old copy holds none of the keys of later visits: whoever comes back is looked at (CLG-27).
    await hostAgain.button('Check words and admit').click();
    const door = hostAgain.page.getByRole('dialog', { name: 'At the door' });
    for (const guest of [greta, ole]) {
      const card = door.getByRole('listitem').filter({ hasText: `${guest.name} is at the door` });
      await card.getByRole('button', { name: 'Let this one in' }).click();
      await guest.isLive();
    }
    await greta.sees('kept');
    await greta.seesBanner(wentBack);
    await expect(greta.messages()).toHaveCount(0);
    await greta.button('Understood').click();
    await expect(greta.page.getByText(wentBack)).toHaveCount(0);
  },
);
