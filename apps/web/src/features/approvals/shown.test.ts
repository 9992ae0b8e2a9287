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
