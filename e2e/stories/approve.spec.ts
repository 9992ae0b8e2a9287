import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ElementHandle, Locator } from '@playwright/test';
import type { Person } from '../world/person.ts';
import { expect, story } from '../world/world.ts';

const made = 'collagility-demo/made-by-agent.txt';

story(
  '[CLG-70] a co-driver who was given the right answers a request; their name and signature stay beside it',
  async ({ world }) => {
    await world.start();
    const host = await world.host();
    const driver = await world.guest('Dora', host, 'Driver');
    const watcher = await world.guest('Vera', host, 'Viewer');
    await host.prompt('tool');
    await expect(driver.tray()).toContainText(`touch ${made}`);
    expect(existsSync(join(world.folder, made))).toBe(false);
    await driver.tray().getByRole('button', { name: 'Allow once' }).click();
    for (const person of [host, driver, watcher]) {
      await person.sees('The command ran.');
      await person.sees(/Dora.*Allowed once at .*signed over exactly this/s);
      await expect(person.tray()).toHaveCount(0);
    }
    expect(existsSync(join(world.folder, made))).toBe(true);
  },
);

story('without the right there are no buttons, and a hand-made answer is refused by the host', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const viewer = await world.guest('Vera', host, 'Viewer');
  const codriver = await world.guest('Cora', host, 'Co-driver, suggests');
  const byHand = [
    await world.guestWithoutBrowser('Vic', host, 'Viewer'),
    await world.guestWithoutBrowser('Cid', host, 'Co-driver, prompts'),
  ];
  await host.prompt('tool');
  for (const person of [viewer, codriver]) {
    await expect(person.tray()).toContainText(`touch ${made}`);
    await expect(person.tray()).toContainText('You can see this and cannot answer it.');
    await expect(person.tray().getByRole('button', { name: /Allow|Deny|Edit/ })).toHaveCount(0);
    await person.tray().focus();
    await person.page.keyboard.press('a');
  }
  for (const guest of byHand) {
    const approvalId = await guest.until('a request', ({ state }) => state?.pendingApprovals[0]);
    for (const [decision, extra] of [
      ['allow', { scope: 'once' }],
      ['allow', { scope: 'session' }],
      ['deny', { scope: 'once' }],
    ] as const) {
      const commandId = guest.client.send({
        type: 'approval.answer',
        approvalId,
        decision,
        extra: JSON.stringify(extra),
      });
      const outcome = await guest.until(
        'an outcome',
        ({ commands }) => commands.find((sent) => sent.commandId === commandId)?.outcome,
      );
      expect(outcome).toMatchObject({ state: 'rejected', code: 'right' });
    }
  }
  expect(existsSync(join(world.folder, made))).toBe(false);
  await host.tray().getByRole('button', { name: 'Deny', exact: false }).last().click();
  await viewer.sees('The command did not run.');
  await viewer.sees(/Did not run/);
  expect(existsSync(join(world.folder, made))).toBe(false);
});

story(
  '[B13] two answers at once: one counts, all screens name the same person, the agent hears it once',
  async ({ world }) => {
    await world.start();
    const host = await world.host();
    const driver = await world.guest('Dora', host, 'Driver');
    const watcher = await world.guest('Vera', host, 'Viewer');
    for (const round of [1, 2, 3]) {
      await host.prompt(`tool touch collagility-demo/round-${round}.txt`);
      // Both look at the open request; then both press in the same moment, in either order.
      const allow = await ready(host, /^Allow once/);
      const deny = await ready(driver, /^Deny(?! with)/);
      await Promise.all((round === 2 ? [deny, allow] : [allow, deny]).map((button) => button.dispatchEvent('click')));
      const answers = /The command (ran|did not run)\./g;
      for (const person of [host, driver, watcher]) {
        await expect
          .poll(async () => ((await person.transcript().textContent()) ?? '').match(answers)?.length ?? 0)
          .toBe(round);
        await expect(person.tray()).toHaveCount(0);
        await expect.poll(() => decisions(person.transcript())).toHaveLength(round);
      }
      const seen = await Promise.all([host, driver, watcher].map((person) => decisions(person.transcript())));
      expect(seen[1]).toEqual(seen[0]);
      expect(seen[2]).toEqual(seen[0]);
      const hasRun = existsSync(join(world.folder, `collagility-demo/round-${round}.txt`));
      expect(seen[0]?.at(-1)).toMatch(hasRun ? /^HanaAllowed once/ : /^DoraDenied/);
    }
  },
);

story(
  '[B13] of many hand-made answers in the same tick exactly one is done, the others learn who was first',
  async ({ world }) => {
    await world.start();
    const host = await world.host();
    const drivers = [
      await world.guestWithoutBrowser('Ada', host, 'Driver'),
      await world.guestWithoutBrowser('Bo', host, 'Driver'),
    ];
    await host.prompt('ask 8');
    const requests = await Promise.all(
      drivers.map((driver) =>
        driver.until('eight requests', ({ state }) => state?.pendingApprovals.length === 8 && state.pendingApprovals),
      ),
    );
    const sent = drivers.flatMap((driver, who) =>
      (requests[who] ?? []).map((approvalId) => ({
        driver,
        approvalId,
        commandId: driver.client.send({
          type: 'approval.answer',
          approvalId,
          decision: who === 0 ? 'allow' : 'deny',
          extra: JSON.stringify({ scope: 'once' }),
        }),
      })),
    );
    const outcomes = await Promise.all(
      sent.map(async ({ driver, approvalId, commandId }) => ({
        approvalId,
        outcome: await driver.until(
          'a final word',
          ({ commands }) =>
            commands.find((one) => one.commandId === commandId && (one.state === 'done' || one.state === 'rejected'))
              ?.outcome,
        ),
      })),
    );
    for (const approvalId of requests[0] ?? []) {
      const both = outcomes.filter((one) => one.approvalId === approvalId).map(({ outcome }) => outcome);
      expect(both.filter(({ state }) => state === 'done')).toHaveLength(1);
      expect(both.find(({ state }) => state === 'rejected')).toMatchObject({
        code: 'already_resolved',
        detail: expect.stringMatching(/(allowed|denied) by (Ada|Bo)/),
      });
    }
    await host.sees(/Answers: (allowed|refused)(, (allowed|refused)){7}\./);
  },
);

/** A button that may be pressed, held fast even if its card goes in the meantime. */
async function ready(person: Person, name: RegExp): Promise<ElementHandle> {
  const button = person.tray().getByRole('button', { name });
  await expect(button).toBeEnabled();
  const handle = await button.elementHandle();
  if (handle === null) throw new Error('no button');
  return handle;
}

/** Who decided what. A request whose command also made a file stands under both. */
async function decisions(transcript: Locator): Promise<string[]> {
  const text = (await transcript.textContent()) ?? '';
  return [...new Set([...text.matchAll(/(Hana|Dora)(Allowed once|Denied) at [\d:]+/g)].map(([all]) => all))];
}
