import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import smallerWrappers, { used } from './smaller-wrappers.mjs';

const wrappers = createRequire(import.meta.url).resolve('libsodium-wrappers');
const file = join(dirname(wrappers), '../modules-esm/libsodium-wrappers.mjs');
const source = readFileSync(file, 'utf8');
const protocol = join(dirname(fileURLToPath(import.meta.url)), '../../../packages/protocol/src');

test('everything that the protocol calls is kept', () => {
  const called = new Set<string>();
  for (const path of globSync(join(protocol, '**/*.ts'))) {
    if (path.endsWith('.test.ts')) continue;
    const text = readFileSync(path, 'utf8');
    for (const [, name] of text.matchAll(/\blib\(\)\s*\.(\w+)/g)) if (name !== undefined) called.add(name);
    // What is called on the library under another name would be missed.
    expect(text).not.toMatch(/=\s*lib\(\)\s*;/);
  }
  for (const name of called) expect(used, name).toContain(name);
  expect(called.size).toBeGreaterThan(7);
});

test('the smaller module works: it signs, and what it signed is verified', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wrappers-'));
  symlinkSync(join(dirname(file), '../../..'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'wrappers.mjs'), smallerWrappers(source));
  const program = `
    const { default: sodium } = await import(process.argv[1]);
    await sodium.ready;
    const { publicKey, privateKey } = sodium.crypto_sign_seed_keypair(new Uint8Array(32));
    const signature = sodium.crypto_sign_detached('text', privateKey);
    process.stdout.write(String(sodium.crypto_sign_verify_detached(signature, 'text', publicKey)) + typeof sodium.crypto_pwhash);
  `;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', program, join(folder, 'wrappers.mjs')], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect(out).toBe('trueundefined');
});

test('a module that looks different is refused, not shipped as it is', () => {
  expect(() => smallerWrappers('export default 1')).toThrow(/looks different/);
});
