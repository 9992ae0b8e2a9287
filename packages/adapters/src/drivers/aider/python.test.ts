import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { driverPath } from './find-python.ts';

// The part of the driver that runs in aider's own Python.

const python = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0);
const files = readdirSync(driverPath).filter((name) => name.endsWith('.py'));

test.skipIf(python === undefined)('compiles, each file of it (skipped where there is no Python)', () => {
  for (const name of files) {
    const source = `import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read(), feature_version=(3, 10))`;
    execFileSync(python ?? '', ['-c', source, join(driverPath, name)]);
  }
  expect(files).toContain('__main__.py');
});

const run = (script: string): string =>
  execFileSync(python ?? '', ['-B', '-c', script], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: driverPath },
  });

test.skipIf(python === undefined)('a session id is one and nothing else, so that no path can be asked for', () => {
  const script = `
import clg_session
for text in ["../../etc/passwd", "", None, "0", "00000000-0000-4000-8000-00000000000g", "a/b", "x" * 36]:
    assert clg_session.path_of(text) is None, text
    assert clg_session.load(text) is None, text
assert clg_session.path_of(clg_session.new_id()).endswith(".json")
print("ok")`;
  expect(run(script)).toBe('ok\n');
});

test.skipIf(python === undefined)(
  'what was allowed covers aider’s own question about the same thing, and no other',
  () => {
    const script = `
import clg_io
allowed = clg_io.Allowed()
assert not allowed.covers("Create new file?", "a.py")
allowed.paths.add("a.py")
assert allowed.covers("Create new file?", "a.py")
assert not allowed.covers("Create new file?", "b.py")
assert not allowed.covers("Run shell command?", "a.py")
allowed.is_command_running = True
assert allowed.covers("Run shell command?", "rm x")
assert not allowed.covers("Add URL to the chat?", "http://x")
print("ok")`;
    expect(run(script)).toBe('ok\n');
  },
);
