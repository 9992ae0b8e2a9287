// What somebody has to do, or what has to happen meanwhile, before it stands there.
import { more, openMore, people } from './panel-acts.mjs';

const opened = (page) => page.locator('dialog[open]').last().waitFor();
const field = (page) => page.locator('#composer-field');
/** The room goes on to another state, as by an event of the host. */
const become = (page, state) =>
  page.evaluate((detail) => window.dispatchEvent(new CustomEvent('shots-become', { detail })), state);

/** One of the answers that a phone keeps in a list. */
async function answer(page, isPhone, name) {
  if (isPhone) {
    await page.getByRole('button', { name: 'More answers' }).click();
    await page.getByRole('menuitem', { name }).click();
  } else await page.getByRole('button', { name }).click();
  await opened(page);
}

async function suggestionMenu(page, isPhone, item) {
  if (isPhone)
    await page
      .getByRole('button', { name: /suggestions/ })
      .first()
      .click();
  await page.getByRole('button', { name: 'Actions for this suggestion' }).first().click();
  if (item !== undefined) await page.getByRole('menuitem', { name: item }).first().click();
}

async function changedFile(page, isPhone, name) {
  if (isPhone)
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: /Changes/ })
      .click();
  await page.getByRole('button', { name }).filter({ visible: true }).first().click();
}

async function share(page, isPhone) {
  if (isPhone) await people(page, true);
  await page.getByRole('button', { name: 'Share' }).filter({ visible: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make link' }).waitFor();
}

async function ofDevices(page, isPhone) {
  await people(page, isPhone);
  await page.getByRole('button', { name: 'Actions for Ada' }).click();
  await page.getByRole('menuitem', { name: 'Devices…' }).click();
  await page.getByRole('dialog', { name: /^Devices/ }).waitFor();
}

export const seldomActs = {
  'acts-refused-dialog': {
    state: 'acts-refused',
    act: (page, isPhone) => openMore(page, isPhone, 'Notifications'),
  },
  'door-known': {
    state: 'door-back',
    act: async (page, isPhone) => {
      if (isPhone) return people(page, true);
      await page.getByRole('button', { name: 'Check words and admit' }).click();
      await opened(page);
    },
  },
  'door-admit-as': {
    state: 'session',
    act: async (page, isPhone) => {
      if (isPhone) await people(page, true);
      else await page.getByRole('button', { name: 'Check words and admit' }).click();
      await page.getByRole('button', { name: 'Admit as…' }).click();
    },
  },
  'approval-edit': {
    state: 'session',
    act: (page, isPhone) => answer(page, isPhone, isPhone ? /^Edit and allow/ : /^Edit( E)?$/),
  },
  'approval-feedback': {
    state: 'session',
    act: (page, isPhone) => answer(page, isPhone, /^Deny with feedback/),
  },
  'approval-more': {
    state: 'session',
    act: async (page, isPhone) => {
      if (isPhone) await page.getByRole('button', { name: 'More answers' }).click();
      else await page.getByRole('button', { name: /^Allow once/ }).focus();
    },
  },
  'decided-meanwhile': {
    state: 'session',
    act: async (page, isPhone) => {
      await answer(page, isPhone, /^Deny with feedback/);
      await page.locator('dialog[open] textarea').fill('Use the registry’s p-retry, and not a fork of it');
      await become(page, 'answered');
    },
  },
  'question-meanwhile': {
    state: 'question',
    act: async (page) => {
      await page.getByRole('radio', { name: 'Something else' }).check();
      await page.getByRole('textbox', { name: 'Your own answer' }).fill('429, and 5xx except 501');
      await become(page, 'question-answered');
    },
  },
  'question-missing': {
    state: 'question',
    act: (page) => page.getByRole('button', { name: 'Send answers' }).click(),
  },
  'plan-keep': {
    state: 'plan',
    act: async (page) => {
      await page.getByRole('button', { name: /^Keep planning/ }).click();
      await opened(page);
    },
  },
  'written-for-stopped': {
    state: 'empty',
    act: async (page) => {
      await field(page).fill('Write the changelog entry');
      await become(page, 'agent-stopped');
      // The cards are drawn for the first time here, by code of their own.
      await page.getByText('No longer valid').waitFor();
    },
  },
  // Texts of an earlier page of this browser, of every fate.
  'left-texts': {
    state: 'connecting',
    act: async (page) => {
      await page.evaluate(() => {
        const left = [
          {
            commandId: 'left-1',
            kind: 'prompt',
            text: 'Run the whole suite once more and tell me which tests are slow',
            state: 'sending',
          },
          { commandId: 'left-2', kind: 'suggest', text: 'Cap the total time', state: 'sent', hadPictures: true },
          { commandId: 'left-3', text: 'Also 408? Slow carrier gateways answer that.', state: 'refused' },
        ];
        const key = 'collagility.unsent.7c2f41ab90de7c2f41ab90de7c2f41ab.p-host';
        localStorage.setItem(key, JSON.stringify(left));
      });
      await become(page, 'empty');
      await page.getByText('Cap the total time').waitFor();
    },
  },
  // A newer page was put on the host meanwhile: what this one has not fetched yet is nowhere any more.
  'part-outdated': {
    path: '/shots?state=empty&outdated',
    act: async (page) => {
      await page.route('**/_next/static/**', (route) =>
        route.request().frame().url().includes('outdated') ? route.fulfill({ status: 404 }) : route.continue(),
      );
      await become(page, 'terminal-host');
      await page.getByRole('button', { name: 'Reload the page' }).waitFor();
    },
  },
  'written-too-long': { state: 'session-guest', act: (page) => field(page).fill('x'.repeat(70_000)) },
  'written-long': {
    state: 'session',
    act: (page) =>
      field(page).fill(
        'Please look at the whole path of a delivery once more:\n\n1. where it is queued\n2. where it is signed\n3. where it is sent\n\nand tell me in which of them an error can get lost.',
      ),
  },
  'slash-guest': {
    state: 'driver-guest',
    act: (page) => field(page).fill('/clear'),
  },
  'suggestion-menu': { state: 'session', act: (page, isPhone) => suggestionMenu(page, isPhone) },
  'suggestion-decline': { state: 'session', act: (page, isPhone) => suggestionMenu(page, isPhone, 'Decline') },
  'suggestion-edit': { state: 'session', act: (page, isPhone) => suggestionMenu(page, isPhone, 'Edit & run') },
  'suggestion-row': {
    state: 'session',
    act: async (page, isPhone) => {
      if (isPhone)
        await page
          .getByRole('button', { name: /suggestions/ })
          .first()
          .click();
      else await page.getByText('Log the attempt number').first().hover();
    },
  },
  'kind-menu': {
    state: 'driver-guest',
    act: async (page, isPhone) => {
      if (isPhone) await page.getByRole('button', { name: /^What this sends/ }).click();
      else await page.getByRole('radio', { name: 'Suggest' }).click();
    },
  },
  'agent-menu': {
    state: 'agents',
    act: async (page, isPhone) => {
      if (isPhone) return more(page, true, 'Agents, models and effort');
      await page
        .locator('header, [aria-label=Session]')
        .getByRole('button', { name: /^Agent to speak to/ })
        .click();
    },
  },
  'agent-stop': {
    state: 'agents-choice',
    act: async (page, isPhone) => {
      await openMore(page, isPhone, 'Agents, models and effort');
      await page.getByRole('button', { name: 'Stop…' }).first().click();
    },
  },
  'agents-not-started': {
    state: 'agent-not-started',
    act: (page, isPhone) => openMore(page, isPhone, 'Agents, models and effort'),
  },
  'person-menu': {
    state: 'session',
    act: async (page, isPhone) => {
      await people(page, isPhone);
      await page.getByRole('button', { name: 'Actions for Ada' }).click();
    },
  },
  'device-remove': {
    state: 'people-all',
    act: async (page, isPhone) => {
      await ofDevices(page, isPhone);
      await page.getByRole('button', { name: 'Remove…' }).first().click();
    },
  },
  'people-frozen': { state: 'troubles-frozen', act: people },
  'invite-replace': {
    state: 'session',
    act: async (page, isPhone) => {
      await share(page, isPhone);
      await page.getByRole('button', { name: 'Replace all links…' }).click();
    },
  },
  'invite-no-lobby': {
    state: 'session',
    act: async (page, isPhone) => {
      await share(page, isPhone);
      await page.getByRole('checkbox', { name: /^Lobby/ }).uncheck();
      await page.getByRole('button', { name: 'Make link' }).click();
    },
  },
  'leave-host': { state: 'session', act: (page, isPhone) => openMore(page, isPhone, /^Leave the room/) },
  'leave-guest': { state: 'session-guest', act: (page, isPhone) => openMore(page, isPhone, /^Leave the room/) },
  'more-menu': {
    state: 'session',
    act: async (page, isPhone) => {
      if (isPhone) await page.getByRole('button', { name: /^More/ }).last().click();
      else await page.getByRole('button', { name: 'More', exact: true }).first().click();
    },
  },
  'more-menu-guest': {
    state: 'session-guest',
    act: async (page, isPhone) => {
      if (isPhone) await page.getByRole('button', { name: /^More/ }).last().click();
      else await page.getByRole('button', { name: 'More', exact: true }).first().click();
    },
  },
  'changes-binary': { state: 'session', act: (page, isPhone) => changedFile(page, isPhone, /Added\s*retry\.png/) },
  'changes-renamed': { state: 'session', act: (page, isPhone) => changedFile(page, isPhone, /Renamed\s*queue\.ts/) },
  'changes-this-turn': {
    state: 'session',
    act: async (page, isPhone) => {
      if (isPhone)
        await page
          .getByRole('navigation', { name: 'Views' })
          .getByRole('button', { name: /Changes/ })
          .click();
      await page.getByRole('radio', { name: 'This turn' }).filter({ visible: true }).first().click();
    },
  },
  lightbox: {
    state: 'pictured',
    act: async (page) => {
      await page.getByRole('button', { name: /^Show checkout-narrow/ }).click();
      await opened(page);
    },
  },
  'output-failed': {
    state: 'pictured',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Show all/ })
        .first()
        .click();
      await page.getByText('It could not be fetched').first().waitFor();
    },
  },
  'terminal-text': {
    state: 'terminal-host',
    act: async (page, isPhone) => {
      if (isPhone) {
        await page.getByRole('button', { name: 'More of this terminal' }).click();
        await page.getByRole('menuitem', { name: 'Read as text' }).click();
      } else await page.getByRole('button', { name: 'Read as text' }).click();
      await opened(page);
    },
  },
  'terminal-size': {
    state: 'terminal-host',
    act: async (page, isPhone) => {
      await page.getByRole('button', { name: isPhone ? 'More of this terminal' : /^Size:/ }).click();
    },
  },
  'terminal-log': { state: 'terminal-host', act: (page) => page.getByRole('radio', { name: 'Log' }).click() },
  'join-nameless': { state: 'join', act: (page) => page.getByRole('button', { name: 'Ask to join' }).click() },
  'paste-link': {
    state: 'no-link',
    act: async (page) => {
      await page.getByRole('button', { name: 'Paste the whole link' }).click();
      await page.getByLabel('Link of the session').fill('https://collagility.example/s');
      await page.getByRole('button', { name: 'Open', exact: true }).click();
    },
  },
  'not-found': { path: '/404', act: () => undefined },
};
