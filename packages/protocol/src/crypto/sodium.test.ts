import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));

test('[B53] before `ready` every use of the cryptography says so instead of "is not a function"', () => {
  const program = `
    import { lib, ready } from ${JSON.stringify(join(here, 'sodium.ts'))};
    import { hash } from ${JSON.stringify(join(here, 'hash.ts'))};
    try { hash(32, undefined, 'blob', new Uint8Array(1)); } catch (error) { console.log(error.code, /await .ready./.test(error.message)); }
    await ready;
    console.log(hash(32, undefined, 'blob', new Uint8Array(1)).length, typeof lib().crypto_hash);
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  expect(output.trim().split('\n')).toEqual(['crypto_not_ready true', '32 function']);
});

test('[B53] [CLG-06] one file imports libsodium, and no other library signs or verifies in the protocol', () => {
  const root = join(here, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const importing = (pattern: RegExp) => sources.filter((name) => pattern.test(readFileSync(join(root, name), 'utf8')));
  expect(importing(/from 'libsodium/)).toEqual(['crypto/sodium.ts']);
  // The relay's half: admission only (CLG-06).
  expect(importing(/crypto\.subtle/)).toEqual(['admission.ts']);
  expect(importing(/from 'node:crypto'/)).toEqual([]);
});
