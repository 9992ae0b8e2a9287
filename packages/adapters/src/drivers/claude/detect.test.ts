import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { detectClaude } from './detect.ts';
import { FakeClaude } from './fake-claude.ts';

async function detectFake(faults: string[]) {
  const fake = new FakeClaude(faults);
  try {
    return await detectClaude(fake.environment, fake.binaryPath);
  } finally {
    fake.remove();
  }
}

test('an installed and logged-in one is found with its version', async () => {
  expect(await detectFake([])).toMatchObject({ installed: true, version: '2.1.332', loggedIn: true });
});

test('one that is not logged in names the step that helps', async () => {
  const found = await detectFake(['logged-out']);
  expect(found).toMatchObject({ installed: true, loggedIn: false, fix: expect.stringContaining('claude auth login') });
});

test('one that is nowhere on the PATH names where it was looked for', async () => {
  const found = await detectClaude({ PATH: '/no/such/folder' });
  expect(found).toMatchObject({ installed: false, fix: expect.stringContaining('npm install -g') });
  expect(found.detail).toContain('/no/such/folder/claude');
});

test('the placeholder that npm leaves without its install script counts as not installed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placeholder-'));
  const path = join(folder, 'claude');
  // As the package has it: a text for the shell, without a first line that names one.
  writeFileSync(path, 'echo "Error: claude native binary not installed." >&2\nexit 1\n');
  chmodSync(path, 0o755);
  const found = await detectClaude({ PATH: `${dirname(process.execPath)}:/usr/bin:/bin` }, path);
  rmSync(folder, { recursive: true });
  expect(found).toMatchObject({ installed: false, fix: expect.stringContaining('npm install -g') });
});
