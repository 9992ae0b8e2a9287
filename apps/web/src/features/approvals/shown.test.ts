import { describe, expect, test } from 'vitest';
import { readShown } from './shown.ts';

const read = (input: unknown) => readShown(JSON.stringify({ tool: 'T', cwd: '.', input }));

describe('[CLG-71] what is shown of a request', () => {
  test('a command as text or as arguments; two arguments cannot look like three', () => {
    expect(read({ command: 'rm -rf x' }).body).toEqual({ kind: 'command', command: 'rm -rf x' });
    expect(read({ command: ['rm', 'a b', "it's"] }).body).toEqual({ kind: 'command', command: "rm 'a b' 'it'\\''s'" });
  });

  test('no part of the input is left out', () => {
    expect(read({ command: 'ls', description: 'list', env: { A: '1' } }).fields).toEqual([
      ['description', 'list'],
      ['env', '{\n  "A": "1"\n}'],
    ]);
    const edit = read({ file_path: 'a.ts', old_string: 'x', new_string: 'y', replace_all: true });
    expect(edit.body).toEqual({ kind: 'edit', path: 'a.ts', before: 'x', after: 'y' });
    expect(edit.fields).toEqual([['replace_all', 'true']]);
    expect(read({ path: 'a.ts', content: 'new', mode: 'x' }).fields).toEqual([['mode', 'x']]);
    expect(read([1, 2]).fields).toEqual([['input', '[\n  1,\n  2\n]']]);
    expect(read(null).fields).toEqual([['input', 'null']]);
  });

  test('what is no JSON is shown as it is', () => {
    expect(readShown('{"cut').body).toEqual({ kind: 'raw', text: '{"cut' });
  });
});

test.each([
  ['old_string', 'new_string'],
  ['old_text', 'new_text'],
  ['before', 'after'],
])('an edit is one under the names %s and %s, and nothing of it is listed twice', (old, now) => {
  const input = { path: 'a.js', [old]: 'a + b', [now]: 'b + a', note: 'x' };
  const { body, fields } = readShown(JSON.stringify({ input }));
  expect(body).toEqual({ kind: 'edit', path: 'a.js', before: 'a + b', after: 'b + a' });
  expect(fields).toEqual([['note', 'x']]);
});

test('a patch over files is read as one; with anything more in it, it is shown as it is', () => {
  const file = { path: 'a.js', kind: 'update', diff: '@@ -1 +1 @@\n-a\n+b\n' };
  expect(readShown(JSON.stringify({ input: { changes: [file] } })).body).toEqual({ kind: 'patch', files: [file] });
  const odd = readShown(JSON.stringify({ input: { changes: [{ ...file, mode: '777' }] } }));
  expect(odd.body).toEqual({ kind: 'none' });
  expect(odd.fields[0]?.[1]).toContain('777');
});
