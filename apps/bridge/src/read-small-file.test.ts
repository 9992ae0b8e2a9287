import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSmallFile } from './read-small-file.ts';
import { findSecretValues } from './redaction/find-secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'small-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')(
  'a file of a stranger (left out on Windows: it has no such files)',
  () => {
    it('that is a link to a device or a pipe is none, so that reading it ends', () => {
      symlinkSync('/dev/zero', join(folder, '.env'));
      execFileSync('mkfifo', [join(folder, '.env.local')]);
      writeFileSync(join(folder, 'prod.env'), 'API_KEY=fj39fkd0s9fk3jf9sd0f\n');
      expect(readSmallFile(join(folder, '.env'), 100)).toBeUndefined();
      expect(findSecretValues(folder, {})).toEqual(['fj39fkd0s9fk3jf9sd0f']);
    });

    it('that is a link to another file is read there; one that is too large or gone is none', () => {
      symlinkSync('prod.env', join(folder, 'link'));
      expect(readSmallFile(join(folder, 'link'), 100)).toContain('API_KEY');
      expect(readSmallFile(join(folder, 'link'), 10)).toBeUndefined();
      expect(readSmallFile(join(folder, 'gone'), 10)).toBeUndefined();
    });
  },
);
