import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openSecrets } from './secrets.ts';

const root = mkdtempSync(join(tmpdir(), 'clg-secrets-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('the folder of an agent that works beside the shared one is shown by its way from there, its secrets not at all', () => {
  const folder = join(root, 'app');
  const own = join(root, 'app.worktrees', 'app-claude-2');
  for (const path of [folder, own]) mkdirSync(path, { recursive: true });
  writeFileSync(join(own, '.env'), 'API_TOKEN=tok-4711-of-the-worktree\n');
  const secrets = openSecrets({ workspacePath: folder, environment: {}, homePath: '/home/dev', hostName: 'x' });
  secrets.addFolder(own);
  const shown = (text: string) => secrets.redactor.text(text);
  expect(shown(`cwd ${own}, file ${own}/src/a.ts, ${folder}/b.ts`)).toBe(
    'cwd ../app.worktrees/app-claude-2, file ../app.worktrees/app-claude-2/src/a.ts, b.ts',
  );
  expect(shown('tok-4711-of-the-worktree')).toBe('⟦hidden⟧');
  secrets.refresh();
  expect(shown(own)).toBe('../app.worktrees/app-claude-2');
});

it('where such folders lie behind a link, it is not shown where that leads', () => {
  const folder = join(root, 'linked', 'app');
  const elsewhere = join(root, 'elsewhere', 'big-disk');
  for (const path of [folder, join(elsewhere, 'app-claude-2')]) mkdirSync(path, { recursive: true });
  symlinkSync(elsewhere, join(root, 'linked', 'app.worktrees'));
  const secrets = openSecrets({ workspacePath: folder, environment: {}, homePath: '/home/dev', hostName: 'x' });
  secrets.addFolder(join(root, 'linked', 'app.worktrees', 'app-claude-2'));
  for (const path of [join(elsewhere, 'app-claude-2'), join(root, 'linked', 'app.worktrees', 'app-claude-2')])
    expect(secrets.redactor.text(`in ${path}/a.ts`)).toBe('in ../app.worktrees/app-claude-2/a.ts');
});
