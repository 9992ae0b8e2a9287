import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseEnvFile } from './env-file.ts';
import { findSecretValues, isEnvFile } from './find-secrets.ts';
import { secretValue } from './secret-values.ts';

describe('a .env file', () => {
  it('is read as shells and libraries read it', () => {
    const content = [
      '# comment',
      'export A=plain value # note',
      "B='single # kept'",
      'C="two\\nlines"',
      'D="really',
      'two"',
      'E=',
      'broken line',
      'F: yaml-like',
    ].join('\r\n');
    expect(parseEnvFile(content)).toEqual([
      { name: 'A', value: 'plain value' },
      { name: 'B', value: 'single # kept' },
      { name: 'C', value: 'two\nlines' },
      { name: 'D', value: 'really\r\ntwo' },
      { name: 'E', value: '' },
      { name: 'F', value: 'yaml-like' },
    ]);
  });
});

describe('which values are secrets', () => {
  it('a password by the name PWD is one, the folder that the shell calls PWD is not', () => {
    expect(secretValue('DB_PWD', '/tmp/hunter2', 'environment')).toBe('/tmp/hunter2');
    for (const name of ['PWD', 'OLDPWD', 'INIT_CWD']) {
      expect(secretValue(name, '/home/ada/shop', 'environment')).toBeUndefined();
    }
  });

  it.each([
    ['API_KEY', 'development1', 'environment', true],
    ['DB_PASSWORD', 'correct horse', 'environment', true],
    ['apiToken', 'abcd1234', 'environment', true],
    ['DATABASE_URL', 'postgres://a:b@c/d', 'environment', true],
    ['EDITOR', 'code --wait', 'environment', false],
    ['PATH', '/usr/bin:/bin', 'environment', false],
    ['API_KEY', 'short', 'environment', false],
    ['USE_TOKEN', 'undefined', 'environment', false],
    ['INTERNAL', 'x9$kd02mmQ', 'file', true],
    ['NODE_ENV', 'development', 'file', false],
    ['BASE', 'http://localhost:3000', 'file', false],
    ['HOST_NAME', 'example.internal', 'file', false],
    ['DIR', './data/files', 'file', false],
    ['WHEN', '2026-01-01 10:00', 'file', false],
  ] as const)('%s=%s from the %s: %s', (name, value, origin, isSecret) => {
    expect(secretValue(name, value, origin) !== undefined).toBe(isSecret);
  });

  it.each([
    ['.env', true],
    ['.env.local', true],
    ['prod.env', true],
    ['.envrc', true],
    ['.env.example', false],
    ['environment.ts', false],
  ])('%s is a settings file: %s', (name, expected) => {
    expect(isEnvFile(name)).toBe(expected);
  });
});

describe('the secrets of a workspace', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('come from its .env files, also in packages, and from the environment', () => {
    mkdirSync(join(folder, 'apps/web'), { recursive: true });
    mkdirSync(join(folder, 'node_modules/x'), { recursive: true });
    writeFileSync(join(folder, '.env'), 'STRIPE=zz9-plural-z4-alpha\nNODE_ENV=production\n');
    writeFileSync(join(folder, 'apps/web/.env.local'), 'TOKEN=deep-value-1');
    writeFileSync(join(folder, 'node_modules/x/.env'), 'TOKEN=not-ours-123');
    symlinkSync('/nonexistent', join(folder, '.env.gone'));
    expect(findSecretValues(folder, { MY_TOKEN: 'from-the-env-9', HOME: '/home/ada' })).toEqual([
      'zz9-plural-z4-alpha',
      'deep-value-1',
      'from-the-env-9',
    ]);
  });
});
