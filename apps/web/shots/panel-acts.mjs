// Each panel and dialog where it holds nothing, waits, or could not get what it shows; and the dialogs about people.
import { showFiles } from './changes-acts.mjs';

const opened = (page) => page.locator('dialog[open]').waitFor();

/** An item of the menu at the top; on a phone it is a line of the tab More. */
export async function more(page, isPhone, name) {
  if (isPhone) {
    await page
      .getByRole('button', { name: /^More$/ })
      .last()
      .click();
    await page.getByRole('button', { name }).first().click();
  } else {
    await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole('menuitem', { name }).first().click();
  }
}

export async function openMore(page, isPhone, name) {
  await more(page, isPhone, name);
  await opened(page);
}

export async function people(page, isPhone) {
  if (isPhone)
    await page
      .getByRole('button', { name: /^People/ })
      .last()
      .click();
  else await more(page, false, 'People');
}

/** Plan and chat: tabs of the panel; on a phone they stand behind the tab More. */
async function tab(page, isPhone, name) {
  if (isPhone) {
    await page.getByRole('button', { name: /^More/ }).last().click();
    await page.getByRole('radio', { name }).click();
  } else await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
}

async function search(page, isPhone, text) {
  await openMore(page, isPhone, 'Search this session');
  if (text !== undefined) await page.locator('dialog[open]').getByRole('searchbox').fill(text);
}

async function share(page, isPhone) {
  if (isPhone) await people(page, true);
  await page.getByRole('button', { name: 'Share' }).filter({ visible: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make link' }).waitFor();
}

async function ofAda(page, isPhone, item) {
  await people(page, isPhone);
  await page.getByRole('button', { name: 'Actions for Ada' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('dialog').last().waitFor();
}

const filesOf = (what) => ({ state: `host-${what}`, act: showFiles });
const foundOf = (what) => ({
  state: `host-${what}`,
  act: async (page, isPhone) => {
    await showFiles(page, isPhone);
    await page.getByRole('searchbox').filter({ visible: true }).fill('deliver');
  },
});

export const panelActs = {
  'files-none': filesOf('none'),
  'files-loading': filesOf('loading'),
  'files-failed': filesOf('failed'),
  'files-none-found': foundOf('none'),
  'files-search-failed': foundOf('failed'),
  'file-failed': {
    state: 'host-diff-failed',
    act: async (page, isPhone) => {
      await showFiles(page, isPhone);
      await page.getByRole('button', { name: 'README.md', exact: true }).filter({ visible: true }).first().click();
    },
  },
  'panel-plan': { state: 'session', act: (page, isPhone) => tab(page, isPhone, 'Plan') },
  'panel-plan-none': { state: 'empty', act: (page, isPhone) => tab(page, isPhone, 'Plan') },
  chat: { state: 'queue', act: (page, isPhone) => tab(page, isPhone, 'Chat') },
  'chat-none': { state: 'empty', act: (page, isPhone) => tab(page, isPhone, 'Chat') },
  'search-before': { state: 'session', act: (page, isPhone) => search(page, isPhone) },
  'search-none': { state: 'session', act: (page, isPhone) => search(page, isPhone, 'nowhere to be found') },
  'search-loading': { state: 'loading-older', act: (page, isPhone) => search(page, isPhone, 'delay') },
  'palette-none': {
    state: 'session',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('make coffee');
    },
  },
  'rules-none': { state: 'session', act: (page, isPhone) => openMore(page, isPhone, 'Rules') },
  'usage-none': { state: 'empty', act: (page, isPhone) => openMore(page, isPhone, 'Context, tokens and cost') },
  'agents-loading': { state: 'empty', act: (page, isPhone) => openMore(page, isPhone, 'Agents, models and effort') },
  'agents-failed': {
    state: 'agents-unlisted',
    act: (page, isPhone) => openMore(page, isPhone, 'Agents, models and effort'),
  },
  'people-alone': { state: 'unpeopled', act: people },
  door: {
    state: 'session',
    act: async (page, isPhone) => {
      if (isPhone) return people(page, true);
      await page.getByRole('button', { name: 'Check words and admit' }).click();
      await opened(page);
    },
  },
  invite: { state: 'session', act: share },
  'invite-none': { state: 'unpeopled', act: share },
  'person-rights': { state: 'people-all', act: (page, isPhone) => ofAda(page, isPhone, /^Change rights/) },
  'person-remove': { state: 'people-all', act: (page, isPhone) => ofAda(page, isPhone, /^Remove/) },
  panic: { state: 'session', act: (page, isPhone) => openMore(page, isPhone, /^Panic/) },
};
