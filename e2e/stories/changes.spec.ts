import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../world/person.ts';
import { expect, story } from '../world/world.ts';

const greeting = 'collagility-demo/greeting.ts';

async function edit(host: Person): Promise<void> {
  await host.prompt('edit');
  await host.tray().getByRole('button', { name: 'Allow once' }).click();
  await expect(host.tray()).toHaveCount(0);
}

const openChanges = (person: Person) =>
  person
    .panel()
    .getByRole('tab', { name: /^Changes/ })
    .click();
const lines = (person: Person, path = greeting) =>
  person.panel().getByRole('region', { name: new RegExp(`^Changes of ${path}\\. `) });

story('what a turn changed stands under it, and opens the panel with that turn’s diff', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const guest = await world.guest('Greta', host);
  const turns = guest.page.getByRole('button', { name: 'Review what this turn changed: 1 file' });
  await edit(host);
  await expect(turns).toHaveCount(1);
  writeFileSync(join(world.folder, 'README.md'), '# A small project\n\nBy hand, between two turns.\n');
  await edit(host);
  await expect(turns).toHaveCount(2);
  await turns.last().click();
  await expect(lines(guest)).toContainText('title?: string');
  await expect(guest.panel()).not.toContainText('README.md');
  await guest.panel().getByRole('radio', { name: 'Session' }).click();
  await guest
    .panel()
    .getByRole('button', { name: /Modified\s*README\.md/ })
    .click();
  await expect(lines(guest, 'README.md')).toContainText('By hand, between two turns.');
  await guest.panel().getByRole('button', { name: 'Side by side' }).click();
  await expect(guest.panel().getByRole('button', { name: 'Side by side' })).toHaveCount(0);
  await expect(lines(guest, 'README.md')).toContainText('By hand, between two turns.');
});

story('comments on lines are seen by all, survive a reload and go to the agent as one prompt', async ({ world }) => {
  await world.start();
  const host = await world.host();
  const guest = await world.guest('Greta', host);
  await edit(host);
  await openChanges(guest);
  await lines(guest).locator('[data-line="1"] > .diff-number').last().click();
  await guest.panel().getByRole('textbox', { name: 'Comment on line 1' }).fill('Say who is greeted.');
  await guest.panel().getByRole('button', { name: 'Comment', exact: true }).click();
  await openChanges(host);
  const thread = host.panel().getByRole('article', { name: 'Comments on line 1' });
  await expect(thread).toContainText('Greta');
  await thread.getByRole('button', { name: 'Reply' }).click();
  await thread.getByRole('textbox', { name: 'Reply to this thread' }).fill('And in which language.');
  await thread.getByRole('textbox', { name: 'Reply to this thread' }).press('Enter');
  await guest.page.reload();
  await guest.isLive();
  await openChanges(guest);
  await expect(guest.panel().getByRole('article', { name: 'Comments on line 1' })).toContainText(
    'And in which language.',
  );
  await expect(guest.panel().getByRole('button', { name: 'Suggest to agent…' })).toBeVisible();

  await host.panel().getByRole('button', { name: 'Send to agent…' }).click();
  const dialog = host.page.getByRole('dialog', { name: 'Send the comments as one prompt' });
  await dialog.getByLabel('In front of them (may be empty)').fill('echo Please work on these.');
  await expect(dialog).toContainText('Greta: Say who is greeted.');
  await dialog.getByRole('button', { name: 'Run' }).click();
  await guest.sees('Hana: And in which language.');
  await expect(guest.panel().getByRole('article', { name: 'Comments on line 1' })).toContainText('Sent to the agent');
  await expect(guest.panel().getByRole('region', { name: 'Review' })).toHaveCount(0);
  await guest.panel().getByRole('button', { name: 'Resolve' }).click();
  await expect(thread).toContainText('Resolved by Greta');
});

story(
  'the host puts the files back to before a turn and undoes it; index and HEAD stay as they are',
  async ({ world }) => {
    await world.start();
    const host = await world.host();
    const guest = await world.guest('Greta', host, 'Driver');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: world.folder, encoding: 'utf8' });
    await edit(host);
    await expect(host.button('Put files back…')).toHaveCount(1);
    const before = readFileSync(join(world.folder, greeting), 'utf8');
    await edit(host);
    await expect(host.button('Put files back…')).toHaveCount(2);
    const after = readFileSync(join(world.folder, greeting), 'utf8');
    expect(after).not.toBe(before);
    const head = [git('rev-parse', 'HEAD'), git('ls-files', '-s'), git('stash', 'list')];
    await expect(guest.button('Put files back…')).toHaveCount(0);
    await host.button('Put files back…').last().click();
    await host.page.getByRole('dialog').getByRole('button', { name: 'Put files back' }).click();
    await guest.sees('Hana put 1 file back to before a turn');
    expect(readFileSync(join(world.folder, greeting), 'utf8')).toBe(before);
    await host.button('Undo').click();
    await host.page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await guest.sees('Hana undid it: 1 file as before');
    expect(readFileSync(join(world.folder, greeting), 'utf8')).toBe(after);
    expect([git('rev-parse', 'HEAD'), git('ls-files', '-s'), git('stash', 'list')]).toEqual(head);
  },
);

story('files can be found, read and mentioned; ignored ones and secrets cannot be read', async ({ world }) => {
  writeFileSync(join(world.folder, '.gitignore'), 'ignored.txt\n');
  writeFileSync(join(world.folder, 'ignored.txt'), 'not for you');
  writeFileSync(join(world.folder, '.env'), 'TOKEN=sesame-sesame-42\n');
  writeFileSync(join(world.folder, 'settings.ts'), 'export const token = "sesame-sesame-42";\n');
  await world.start();
  const host = await world.host();
  const guest = await world.guest('Greta', host);
  const panel = guest.panel();
  await panel.getByRole('tab', { name: 'Files' }).click();
  await expect(panel.getByRole('button', { name: 'README.md' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'ignored.txt' })).toHaveCount(0);
  await panel.getByRole('button', { name: '.env' }).click();
  await expect(panel).toContainText('its content stays with the host');
  await panel.getByRole('button', { name: 'Back to the files' }).click();
  await panel.getByRole('searchbox', { name: 'Find a file' }).fill('stgs');
  await panel.getByRole('button', { name: 'settings.ts' }).click();
  await expect(panel.getByRole('region', { name: 'Content of settings.ts' })).toContainText('export const token');
  await expect(panel).not.toContainText('sesame');

  const field = guest.composer().getByRole('textbox');
  await field.pressSequentially('Look at @read');
  await expect(guest.page.getByRole('option', { name: /README\.md/ })).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue('Look at @README.md ');
  // What was chosen can be taken back, as what was typed.
  await field.press('Control+z');
  await expect(field).toHaveValue('Look at @read');
});

story('--worktree: the agent works beside the repository, and says how to take its work over', async ({ world }) => {
  await world.start(['--worktree', 'trial']);
  const host = await world.host();
  await edit(host);
  await expect(host.page.getByRole('button', { name: /^Review what this turn changed/ })).toBeVisible();
  expect(existsSync(join(world.folder, greeting))).toBe(false);
  const list = execFileSync('git', ['worktree', 'list', '--porcelain'], { cwd: world.folder, encoding: 'utf8' });
  expect(list).toContain('branch refs/heads/collagility/trial');
  await world.bridge.stop();
  rmSync(`${world.folder}.worktrees`, { recursive: true });
});
