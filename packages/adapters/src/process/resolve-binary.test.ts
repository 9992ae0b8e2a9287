import { describe, expect, test } from 'vitest';
import { type BinaryProbe, resolveBinary } from './resolve-binary.ts';

const npm = 'C:\\Users\\Ada Lovelace\\AppData\\Roaming\\npm';
const node = 'C:\\Program Files\\nodejs\\node.exe';

const cmdShim = `@ECHO off\r\nIF EXIST "%dp0%\\node.exe" (\r\n  SET "_prog=%dp0%\\node.exe"\r\n)\r\n"%_prog%"  "%dp0%\\node_modules\\agent\\cli.js" %*\r\n`;
const cmdShimToExe = `@ECHO off\r\n"%dp0%\\node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe"   %*\r\n`;
const shShim = `#!/bin/sh\nbasedir=$(dirname "$0")\nexec node  "$basedir/node_modules/agent/cli.js" "$@"\n`;

function windows(
  files: Record<string, string>,
  environment: Record<string, string> = { Path: `C:\\x;${npm}` },
): BinaryProbe {
  return {
    platform: 'win32',
    environment,
    isExecutable: (path) => path in files,
    readText: (path) => files[path],
    nodePath: node,
  };
}

describe('[B31] on Windows', () => {
  test('a launcher that starts a script becomes node and the script, also in a folder with a blank', () => {
    expect(resolveBinary('agent', windows({ [`${npm}\\agent.cmd`]: cmdShim }))).toEqual({
      ok: true,
      command: node,
      prefixArguments: [`${npm}\\node_modules\\agent\\cli.js`],
      path: `${npm}\\agent.cmd`,
    });
  });

  test('a launcher that starts a program becomes the program', () => {
    expect(resolveBinary(`${npm}\\claude.cmd`, windows({ [`${npm}\\claude.cmd`]: cmdShimToExe }))).toMatchObject({
      command: `${npm}\\node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe`,
      prefixArguments: [],
    });
  });

  test('a program is taken before a launcher of the same name', () => {
    const files = { [`${npm}\\claude.cmd`]: cmdShim, [`${npm}\\claude.exe`]: 'MZ' };
    expect(resolveBinary('claude', windows(files))).toMatchObject({ command: `${npm}\\claude.exe` });
  });

  test('a script without extension is looked through as well', () => {
    expect(resolveBinary('agent', windows({ [`${npm}\\agent`]: shShim }))).toMatchObject({
      command: node,
      prefixArguments: [`${npm}\\node_modules\\agent\\cli.js`],
    });
    expect(resolveBinary('agent', windows({ [`${npm}\\agent`]: '#!/usr/bin/env node\n1' }))).toMatchObject({
      prefixArguments: [`${npm}\\agent`],
    });
  });

  test('a launcher that is not understood is refused and named, not given to a shell', () => {
    expect(resolveBinary('agent', windows({ [`${npm}\\agent.cmd`]: 'echo %PATH% & "q" ^' }))).toMatchObject({
      ok: false,
      reason: 'unreadable_shim',
      tried: expect.arrayContaining([`${npm}\\agent.cmd`]),
    });
  });

  test('a missing program names every path tried', () => {
    expect(resolveBinary('agent', windows({}))).toMatchObject({
      ok: false,
      reason: 'not_found',
      tried: expect.arrayContaining(['C:\\x\\agent.exe', `${npm}\\agent.cmd`]),
    });
  });
});

test('[B31] elsewhere the first executable on the PATH is taken, and a path is taken as it is', () => {
  const probe: BinaryProbe = {
    platform: 'linux',
    environment: { PATH: '/a::/b c' },
    isExecutable: (path) => ['/b c/agent', '/opt/agent'].includes(path),
    readText: () => undefined,
    nodePath: '/node',
  };
  expect(resolveBinary('agent', probe)).toMatchObject({ ok: true, command: '/b c/agent', prefixArguments: [] });
  expect(resolveBinary('/opt/agent', probe)).toMatchObject({ ok: true, command: '/opt/agent' });
  expect(resolveBinary('other', probe)).toEqual({ ok: false, reason: 'not_found', tried: ['/a/other', '/b c/other'] });
});
