import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { findPython, interpreterOf } from './find-python.ts';

describe('what an entry script says of its interpreter', () => {
  test.each([
    ['#!/opt/venv/bin/python3.11\nimport sys', { kind: 'path', value: '/opt/venv/bin/python3.11' }],
    ['#!/opt/venv/bin/python\r\nimport sys', { kind: 'path', value: '/opt/venv/bin/python' }],
    ['#!/usr/bin/env python3\nimport sys', { kind: 'name', value: 'python3' }],
    ['#!/usr/bin/env -S python3 -E\nimport sys', { kind: 'name', value: 'python3' }],
    [`#!/bin/sh\n'''exec' "/home/a b/bin/python" "$0" "$@"\n' '''\n`, { kind: 'path', value: '/home/a b/bin/python' }],
    [`#!/bin/sh\n'''exec' /very/long/bin/python3 "$0" "$@"\n`, { kind: 'path', value: '/very/long/bin/python3' }],
    ['#!/bin/bash\nFOO="x" exec "/brew/libexec/bin/aider"  "$@"\n', undefined],
    ['#!/bin/bash\nexec "/brew/libexec/bin/aider" "$@"\n', { kind: 'script', value: '/brew/libexec/bin/aider' }],
    ['\u007fELF\u0002', undefined],
    ['', undefined],
  ])('%j', (head, found) => {
    expect(interpreterOf(head)).toEqual(found);
  });
});

describe('finding it', () => {
  const home = () => mkdtempSync(join(tmpdir(), 'clg-python-'));
  const homes: string[] = [];
  afterEach(() => {
    for (const folder of homes.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  const program = (path: string, text: string): string => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, 0o755);
    return path;
  };
  const opened = () => {
    const folder = home();
    homes.push(folder);
    return folder;
  };

  test('through the link that pipx and uv put on PATH', () => {
    const folder = opened();
    const python = program(join(folder, 'venv/bin/python'), '');
    const entry = program(join(folder, 'venv/bin/aider'), `#!${python}\n`);
    mkdirSync(join(folder, 'bin'));
    symlinkSync(entry, join(folder, 'bin/aider'));
    expect(findPython('aider', { PATH: join(folder, 'bin'), HOME: folder })).toMatchObject({ ok: true, python });
  });

  test('through the script of a package manager, once', () => {
    const folder = opened();
    const python = program(join(folder, 'libexec/bin/python3'), '');
    const inner = program(join(folder, 'libexec/bin/aider'), `#!${python}\n`);
    program(join(folder, 'bin/aider'), `#!/bin/bash\nexec "${inner}" "$@"\n`);
    expect(findPython('aider', { PATH: join(folder, 'bin') })).toMatchObject({ ok: true, python });
  });

  test('in the places of pipx and uv where PATH does not name it', () => {
    const folder = opened();
    const python = program(join(folder, '.local/share/uv/tools/aider-chat/bin/python'), '');
    expect(findPython('aider', { PATH: '/nowhere', HOME: folder })).toMatchObject({ ok: true, python });
  });

  test('by the Python that the host names, before all others', () => {
    const folder = opened();
    const python = program(join(folder, 'my/python3'), '');
    const environment = { PATH: '/nowhere', HOME: folder, COLLAGILITY_AIDER_PYTHON: python };
    expect(findPython('aider', environment)).toMatchObject({ ok: true, python });
  });

  test('not at all: then it is said where it was looked for', () => {
    const folder = opened();
    program(join(folder, 'bin/aider'), '\u007fELF');
    const found = findPython('aider', { PATH: join(folder, 'bin'), HOME: folder });
    expect(found).toMatchObject({
      ok: false,
      tried: expect.arrayContaining([expect.stringContaining('names no Python')]),
    });
  });
});
