import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { fieldsAt, textAt } from '../../fields.ts';
import { readTextFile, writeTextFile } from './files.ts';

// The files that the bridge reads and writes for an agent.

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function open(bytes: Buffer) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'clg-files-')));
  folders.push(folder);
  const path = join(folder, 'file.txt');
  writeFileSync(path, bytes);
  const options = { workspacePath: folder, mayWrite: () => Promise.resolve(true) };
  return {
    path,
    read: (more = {}) => readTextFile({ path, ...more }, options),
    write: (content: string) => writeTextFile({ path, content }, options),
  };
}

describe('a file that is read and written back', () => {
  test.each([
    ['with line ends of Windows', Buffer.from('a\r\nb\r\n')],
    ['with a byte order mark', Buffer.from('\uFEFFa\nb\n')],
    ['without a last line end', Buffer.from('a\nb😀')],
  ])('%s is the same', async (_, bytes) => {
    const { path, read, write } = open(bytes);
    const text = await read();
    expect(text).toMatchObject({ ok: true });
    await write(text.ok ? (textAt(fieldsAt(text, 'result'), 'content') ?? '') : '');
    expect(readFileSync(path)).toEqual(bytes);
  });

  test('stays executable', async () => {
    const { path, write } = open(Buffer.from('#!/bin/sh\n'));
    chmodSync(path, 0o755);
    await write('#!/bin/sh\ntrue\n');
    expect(statSync(path).mode & 0o777).toBe(0o755);
  });

  test.each([
    ['Latin-1', Buffer.from([0x67, 0x72, 0xfc, 0x6e])],
    ['UTF-16', Buffer.from('\uFEFFgrün', 'utf16le')],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00])],
  ])('in another encoding (%s) is refused, and nothing of it is lost', async (_, bytes) => {
    const { path, read, write } = open(bytes);
    expect(await read()).toMatchObject({ ok: false, error: { message: expect.stringContaining('UTF-8') } });
    expect(await read({ line: 1, limit: 1 })).toMatchObject({ ok: false });
    expect(await write('gr\uFFFDn')).toMatchObject({ ok: false });
    expect(readFileSync(path)).toEqual(bytes);
  });
});
