import { Exposed } from '../world/exposed.ts';
import { expect, story } from '../world/world.ts';

const run = 'window.ran=(window.ran??0)+1';
const lines = [
  `<img src=x onerror="${run}"> <img src="http://tracker.invalid/?q=read">`,
  `<script>${run}</script><style>@import url(http://tracker.invalid/style.css)</style>`,
  `<svg onload="${run}"><foreignObject><iframe src="javascript:${run}"></iframe></foreignObject></svg>`,
  `<a href="javascript:${run}">raw link</a> <form action="http://tracker.invalid"><button>raw button</button></form>`,
  `[plain](javascript:${run}) [mixed](JaVaScRiPt&#58;${run}) [data](data:text/html,<script>${run}</script>)`,
  '![pixel](http://tracker.invalid/pixel.png) ![ref][p]',
  '[p]: http://tracker.invalid/by-reference.png',
  '```mermaid',
  'graph TD; A-->B; click A "javascript:window.ran=1"',
  '```',
  '[an honest link](https://example.com/there)',
];

story(
  '[B56] markup from the agent, in a title and in a request is text: nothing runs, nothing is called',
  async ({ world }) => {
    const title = `<img src=x onerror="${run}">`;
    await world.start(['--title', title]);
    const host = await world.host();
    const guest = await world.person('Dora');
    const exposed = new Exposed(guest.page);
    await guest.page.addInitScript(
      'addEventListener("securitypolicyviolation", (event) => console.error("policy: " + event.blockedURI))',
    );
    await guest.knock(world.guestLink());
    await world.admit(host, 'Dora', 'Driver');
    await guest.isLive();
    await expect(guest.page.getByRole('heading', { level: 1 })).toHaveText(title);

    await host.prompt(`echo ${lines.join('\n\n')}`);
    const answer = guest.page.getByRole('article', { name: 'Mock agent' });
    const link = answer.getByRole('link');
    await expect(link).toHaveText('an honest link');
    await expect(link).toHaveAttribute('href', 'https://example.com/there');
    await expect(link).toHaveAttribute('title', 'https://example.com/there');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(answer).toContainText('<img src=x onerror=');
    await expect(
      answer.locator('img, iframe, form, style, script, object, embed, a[href^="javascript" i]'),
    ).toHaveCount(0);
    for (const name of ['plain', 'mixed', 'data']) await answer.getByText(name, { exact: true }).click();

    const command = `touch "<img src=x onerror='${run}'>"`;
    await host.prompt(`tool ${command}`);
    await expect(guest.tray()).toContainText(command);
    await guest.tray().getByRole('button', { name: 'Allow once' }).click();
    await host.sees('The command ran.');

    for (const { page } of [host, guest]) expect(await page.evaluate('window.ran')).toBeUndefined();
    const own = new Set([new URL(world.guestLink()).origin, new URL(world.ready.relay).origin]);
    expect([...exposed.origins].filter((origin) => !own.has(origin) && origin !== 'null')).toEqual([]);
  },
);
