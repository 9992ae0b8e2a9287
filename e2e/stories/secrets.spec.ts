import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeLink } from '@collagility/protocol/link';
import { Exposed } from '../world/exposed.ts';
import { expect, story } from '../world/world.ts';

/** The link's secret in every shape in which it could turn up. */
function shapesOf(link: string): string[] {
  const decoded = decodeLink(new URL(link).hash);
  if (!decoded.ok) throw new Error('the bridge printed a damaged link');
  const bytes = Buffer.from(decoded.secret);
  return [new URL(link).hash.slice(1), bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
}

const found = (texts: string[], shapes: string[]): string[] =>
  texts.filter((text) => shapes.some((shape) => text.includes(shape))).map((text) => text.slice(0, 200));

story(
  '[B50] once somebody is in, the secret of the link is nowhere: no request, line, title or store',
  async ({ world }) => {
    const visits: IncomingHttpHeaders[] = [];
    const outside = createServer((request, response) => {
      if (request.url === '/there') visits.push(request.headers);
      response.end('outside');
    });
    outside.listen(0, '127.0.0.1');
    await once(outside, 'listening');
    const { port } = outside.address() as AddressInfo;

    await world.start();
    const host = await world.host();
    const guest = await world.person('Greta');
    const exposed = new Exposed(guest.page);
    const shapes = shapesOf(world.guestLink());
    await guest.page.goto(world.guestLink());
    // Out of the address bar before anybody presses anything.
    await expect(guest.button('Ask to join')).toBeVisible();
    expect(guest.page.url()).not.toContain('#');
    await guest.askToJoin();
    await world.admit(host, 'Greta');
    await guest.isLive();
    await guest.page.evaluate('console.log(location.href); reportError(new Error(document.URL))');
    guest.troubles.length = 0;
    expect(found(await exposed.all(guest.page), shapes)).toEqual([]);

    // Out by a link of the agent's: the other side learns nothing of where somebody came from.
    await host.prompt(`echo [a page](http://127.0.0.1:${port}/there)`);
    const [opened] = await Promise.all([
      guest.page.waitForEvent('popup', { timeout: 20_000 }).catch(() => undefined),
      guest.transcript().getByRole('link', { name: 'a page' }).click(),
    ]);
    await expect.poll(() => visits.length).toBeGreaterThan(0);
    for (const headers of visits) expect(headers.referer).toBeUndefined();
    if (opened !== undefined) expect(await opened.evaluate('window.opener')).toBeNull();

    // Coming back needs no secret either, and the address that is left opens nothing elsewhere.
    const left = guest.page.url();
    await guest.page.reload();
    await guest.isLive();
    expect(found(await exposed.all(guest.page), shapes)).toEqual([]);
    const stranger = await world.person('Stranger');
    await stranger.page.goto(left);
    await expect(stranger.page.getByRole('heading', { name: 'Your access is on another browser' })).toBeVisible();

    const said = [world.bridge.stderr, ...world.bridge.lines.slice(1).map((line) => JSON.stringify(line))];
    expect(found(said, shapes)).toEqual([]);
    outside.close();
    outside.closeAllConnections();
  },
);
