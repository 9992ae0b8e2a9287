// What changed, comments on lines and the files, each as somebody looks at it.

async function showChanges(page, isPhone) {
  if (isPhone)
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: /Changes/ })
      .click();
}

async function showFile(page, isPhone) {
  await showChanges(page, isPhone);
  await page.getByRole('button', { name: /Modified\s*deliver\.ts/ }).click();
}

export async function showFiles(page, isPhone) {
  await showChanges(page, isPhone);
  if (isPhone) await page.getByRole('radio', { name: 'Files' }).click();
  else await page.getByRole('tab', { name: 'Files' }).click();
}

/** Of the two places where the panel may be drawn, the one that is seen. */
const seen = (page, name) => page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();

export const changesActs = {
  // The colours of the code come a little later.
  'session-reviewing': {
    state: 'session',
    act: async (page, isPhone) => {
      await showFile(page, isPhone);
      await page.locator('.diff-text span').filter({ visible: true }).nth(5).waitFor();
      await page.waitForTimeout(1_500);
    },
  },
  changes: { state: 'reviewed', act: showFile },
  'changes-guest': { state: 'reviewed-guest', act: showFile },
  'changes-split': {
    state: 'reviewed',
    act: async (page, isPhone) => {
      await showFile(page, isPhone);
      if (!isPhone) await page.getByRole('button', { name: 'Side by side' }).click();
    },
  },
  'changes-comment': {
    state: 'session-guest',
    act: async (page, isPhone) => {
      await showFile(page, isPhone);
      await page
        .locator('[data-side=new][data-line="15"] > .diff-number:not(:empty)')
        .filter({ visible: true })
        .first()
        .click();
      await page
        .getByRole('textbox', { name: 'Comment on line 15' })
        .filter({ visible: true })
        .fill('Log the attempt here?');
    },
  },
  'changes-review': {
    state: 'reviewed',
    act: async (page, isPhone) => {
      await showChanges(page, isPhone);
      await page.getByRole('button', { name: 'Send to agent…' }).filter({ visible: true }).click();
    },
  },
  'changes-turn': {
    state: 'compared',
    act: async (page, isPhone) => {
      if (!isPhone)
        await page
          .getByRole('button', { name: /^Review what this turn/ })
          .last()
          .click();
    },
  },
  'changes-restore': {
    state: 'compared',
    act: (page) => page.getByRole('button', { name: 'Put files back…' }).last().click(),
  },
  ...Object.fromEntries(
    ['none', 'loading', 'failed', 'diff-failed', 'huge', 'long', 'agent'].map((what) => [
      `changes-${what}`,
      { state: `host-${what}`, act: showChanges },
    ]),
  ),
  files: {
    state: 'session-guest',
    act: async (page, isPhone) => {
      await showFiles(page, isPhone);
      await seen(page, 'src').click();
    },
  },
  'files-found': {
    state: 'session-guest',
    act: async (page, isPhone) => {
      await showFiles(page, isPhone);
      await page.getByRole('searchbox').filter({ visible: true }).fill('deliver');
    },
  },
  'files-file': {
    state: 'session-guest',
    act: async (page, isPhone) => {
      await showFiles(page, isPhone);
      await seen(page, 'README.md').click();
    },
  },
  'files-secret': {
    state: 'session-guest',
    act: async (page, isPhone) => {
      await showFiles(page, isPhone);
      await seen(page, '.env').click();
    },
  },
  'mention-file': {
    state: 'session',
    act: (page) => page.locator('#composer-field').pressSequentially('Look at @deliv'),
  },
};
