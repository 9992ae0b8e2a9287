// Pictures of what stands there only after somebody did something: a state, and what is done in it.
import { Buffer } from 'node:buffer';
import { changesActs } from './changes-acts.mjs';
import { checkoutPage } from './checkout-page.mjs';
import { more, openMore, panelActs, people } from './panel-acts.mjs';
import { seldomActs } from './seldom-acts.mjs';

const png = Buffer.from(checkoutPage, 'base64');
/** Some dialogs are fetched when they are wanted. */
const opened = (page) => page.locator('dialog[open]').waitFor();
const field = (page) => page.locator('#composer-field');

const rowMenu = (page) =>
  page
    .getByRole('button', { name: /^Actions for this message/ })
    .first()
    .click();

/** The panel's left edge, to the left; a phone has none. */
const dragEdge = (page, isPhone) => dragEdgeBy(page, isPhone, 150);

async function dragEdgeBy(page, isPhone, px) {
  if (isPhone) return;
  const edge = page.getByRole('separator', { name: 'Width of the panel' });
  const { x, y, height } = await edge.boundingBox();
  await page.mouse.move(x + 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 4 - px, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await edge.focus();
}

export const acts = {
  ...changesActs,
  ...panelActs,
  ...seldomActs,
  'rules-dialog': { state: 'ruled', act: (page, isPhone) => openMore(page, isPhone, 'Rules') },
  'usage-dialog': { state: 'session', act: (page, isPhone) => openMore(page, isPhone, 'Context, tokens and cost') },
  'rename-session': { state: 'session', act: (page, isPhone) => openMore(page, isPhone, 'Rename the session') },
  'rename-self': { state: 'session-guest', act: (page, isPhone) => openMore(page, isPhone, 'Change your name') },
  'rule-pattern': {
    state: 'elided-none',
    act: async (page, isPhone) => {
      if (isPhone) {
        await page.getByRole('button', { name: 'More answers' }).click();
        await page.getByRole('menuitem', { name: /Allow for session/ }).click();
      } else await page.getByRole('button', { name: 'Allow for session…' }).click();
      await page.getByRole('radio', { name: 'A pattern' }).click();
      await page.getByLabel('Pattern', { exact: true }).fill('pnpm vitest run *');
    },
  },
  'lasting-dialog': {
    state: 'lasting-answers',
    act: async (page, isPhone) => {
      if (isPhone) {
        await page.getByRole('button', { name: 'More answers' }).click();
        await page.getByRole('menuitem', { name: /Agent’s own answers/ }).click();
      } else await page.getByRole('button', { name: 'Lasting…' }).click();
    },
  },
  'queue-edit': {
    state: 'queue',
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions for this prompt' }).first().click();
      await page.getByRole('menuitem', { name: 'Edit…' }).first().click();
    },
  },
  'merge-dialog': {
    state: 'queue',
    act: async (page, isPhone) => {
      // On a phone the suggestions are folded to one line.
      if (isPhone) {
        const folded = page.getByRole('button', { name: /suggestions/ });
        if ((await folded.count()) > 0) await folded.first().click();
      }
      await page.getByRole('button', { name: 'Actions for this suggestion' }).first().click();
      await page.getByRole('menuitem', { name: 'Merge several…' }).first().click();
      for (const box of await page.getByRole('checkbox').all()) await box.check();
      await page.getByRole('button', { name: /^Merge 2/ }).click();
    },
  },
  'slash-commands': { state: 'queue', act: (page) => field(page).fill('/c') },
  'host-away-writing': { state: 'host-away', act: (page) => field(page).fill('Also cover the 408 case') },
  pictures: {
    state: 'empty',
    act: async (page) => {
      await field(page).fill('What is wrong in these?');
      await page
        .getByLabel('Attach a picture')
        .first()
        .setInputFiles([
          { name: 'checkout-page.png', mimeType: 'image/png', buffer: png },
          { name: 'not-really-a-picture.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') },
        ]);
    },
  },
  'people-dialog': {
    state: 'people-all',
    act: async (page, isPhone) => {
      await people(page, isPhone);
      await page.getByRole('button', { name: 'Actions for Ada' }).waitFor();
    },
  },
  'hand-over': {
    state: 'people-all',
    act: async (page, isPhone) => {
      await people(page, isPhone);
      await page.getByRole('button', { name: 'Actions for Ada' }).click();
      await page.getByRole('menuitem', { name: /Hand over/ }).click();
      await page.getByRole('dialog', { name: /^Hand the driver/ }).waitFor();
    },
  },
  devices: {
    state: 'people-all',
    act: async (page, isPhone) => {
      await people(page, isPhone);
      await page.getByRole('button', { name: 'Actions for Ada' }).click();
      await page.getByRole('menuitem', { name: 'Devices…' }).click();
      await page.getByRole('dialog', { name: /^Devices/ }).waitFor();
    },
  },
  following: {
    state: 'looking',
    act: async (page, isPhone) => {
      await people(page, isPhone);
      await page.getByRole('button', { name: 'Actions for Ada' }).click();
      await page.getByRole('menuitem', { name: /Follow Ada/ }).click();
    },
  },
  'elided-open': {
    state: 'elided',
    act: async (page) => {
      await page.getByRole('button', { name: 'Open all' }).click();
    },
  },
  'agents-dialog': {
    state: 'agents-choice',
    act: async (page, isPhone) => {
      await more(page, isPhone, 'Agents, models and effort');
      await page.getByRole('dialog', { name: 'Agents' }).waitFor();
    },
  },
  'pick-model': {
    state: 'empty',
    act: async (page, isPhone) => {
      const name = isPhone ? /^What this sends/ : /^Model/;
      await page.locator('#composer').getByRole('button', { name }).click();
      await page.locator('[role=menu]:popover-open').waitFor();
    },
  },
  revealed: { state: 'hidden-values', act: (page) => page.getByRole('button', { name: 'Show to me' }).click() },
  palette: {
    state: 'session',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
    },
  },
  search: {
    state: 'session',
    act: async (page) => {
      await page.keyboard.press('Control+f');
      await opened(page);
      await page.locator('dialog[open]').getByRole('searchbox').fill('backoff');
    },
  },
  keys: {
    state: 'session',
    act: async (page) => {
      await page.keyboard.press('Control+/');
      await opened(page);
    },
  },
  notifications: { state: 'session', act: (page, isPhone) => openMore(page, isPhone, 'Notifications') },
  'to-prompt': { state: 'long-past', act: (page) => page.keyboard.press('Alt+ArrowUp') },
  'row-menu': { state: 'rich', act: rowMenu },
  // Of a turn that runs: the menu says why there is no fork.
  'row-menu-running': { state: 'session', act: rowMenu },
  'panel-dragged': { state: 'session', act: dragEdge },
  // So far that what is picked at the composer is one button.
  'picks-folded': { state: 'session', act: (page, isPhone) => dragEdgeBy(page, isPhone, 250) },
  'terminal-typing': { state: 'terminal-host', act: (page) => page.getByRole('button', { name: 'Type here' }).click() },
  'terminal-dragged': { state: 'terminal-host', act: dragEdge },
  'agents-beside': {
    state: 'agents',
    act: async (page, isPhone) => {
      await page.getByRole('radio', { name: isPhone ? 'Codex' : 'Side by side' }).click();
    },
  },
  'output-open': {
    state: 'nested',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Show all/ })
        .first()
        .click();
    },
  },
};
