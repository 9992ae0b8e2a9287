import { expect, test } from 'vitest';
import { createJsonlReader } from './jsonl.ts';

function collect(maxLineBytes?: number) {
  const seen: Array<Record<string, unknown> | string | number> = [];
  const lines: string[] = [];
  const reader = createJsonlReader(
    {
      onObject(value, line) {
        seen.push(value);
        lines.push(line);
      },
      onNoise: (text) => seen.push(text),
      onLineTooLong: (byteLength) => seen.push(byteLength),
    },
    maxLineBytes,
  );
  return { reader, seen, lines };
}

const longText = `${'{"a":"}\\n{" '.repeat(16_000)}😀\u2028end`;
const records = [{ type: 'a' }, { type: 'b', text: longText }, { type: 'c', list: [1, { d: null }] }];
const stream = Buffer.from(records.map((record) => JSON.stringify(record)).join('\n'));

test('[B01] three records are three objects in one read, byte by byte, cut in a character, and without a last line feed', () => {
  const cutInCharacter = stream.indexOf(Buffer.from('😀')) + 2;
  const cuts: Buffer[][] = [
    [stream],
    [...stream].map((byte) => Buffer.of(byte)),
    [stream.subarray(0, cutInCharacter), stream.subarray(cutInCharacter)],
  ];
  for (const chunks of cuts) {
    const { reader, seen, lines } = collect();
    for (const chunk of chunks) reader.push(chunk);
    expect(seen).toHaveLength(2);
    reader.end();
    expect(seen).toEqual(records);
    expect(lines.join('\n')).toBe(stream.toString());
  }
});

test('[B01] a line over the limit is reported once, and the reader is healthy after it', () => {
  const { reader, seen } = collect(100);
  const long = Buffer.from(`"${'x'.repeat(250)}"`);
  for (let at = 0; at < long.length; at += 40) reader.push(long.subarray(at, at + 40));
  reader.push(Buffer.from('\n{"ok":1}\n'));
  reader.push(Buffer.from(`"${'y'.repeat(250)}"\n{"ok":2}\n`));
  reader.push(Buffer.from(`{"z":"${'z'.repeat(200)}`));
  reader.end();
  expect(seen).toEqual([252, { ok: 1 }, 252, { ok: 2 }, 206]);
});

test('[B02] what is no object is noise and harms nothing', () => {
  const { reader, seen } = collect();
  reader.push(
    Buffer.from(
      'Loaded credentials from cache.\n{"id":0}\r\n\n  \r\n[1,2]\n"hi"\nnull\n\uFEFF{"bom":true}\nExpanding hook command: echo bye\n',
    ),
  );
  expect(seen).toEqual([
    'Loaded credentials from cache.',
    { id: 0 },
    '[1,2]',
    '"hi"',
    'null',
    { bom: true },
    'Expanding hook command: echo bye',
  ]);
});

test('[B34] a text cut at every offset is whole again, and only an invalid byte becomes U+FFFD', () => {
  const text = '┌─é—👩‍💻┐'.repeat(500);
  const bytes = Buffer.from(`${JSON.stringify({ text })}\n`);
  for (let size = 1; size <= 64; size += 1) {
    const { reader, seen } = collect();
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    expect(seen).toEqual([{ text }]);
  }
  const { reader, seen } = collect();
  reader.push(Buffer.concat([Buffer.from('{"text":"'), Buffer.of(0xff), Buffer.from('"}\n')]));
  expect(seen).toEqual([{ text: '\uFFFD' }]);
});

test('a chunk that the stream uses again does not change what was held of it', () => {
  const { reader, seen } = collect();
  const chunk = Buffer.from('{"a":');
  reader.push(chunk);
  chunk.fill('x');
  reader.push(Buffer.from('1}\n'));
  expect(seen).toEqual([{ a: 1 }]);
});

test('[B01] of a line that is too long its head is told, whatever the cut of the reads', () => {
  const line = Buffer.from(`{"id":7,"text":"${'é'.repeat(9_000)}"}\n`);
  for (const size of [1, 7, 1_000, 5_000, line.length]) {
    const heads: string[] = [];
    const ignore = () => undefined;
    const reader = createJsonlReader(
      { onObject: ignore, onNoise: ignore, onLineTooLong: (_bytes, head) => heads.push(head) },
      4_000,
    );
    for (let at = 0; at < line.length; at += size) reader.push(line.subarray(at, at + size));
    expect(heads).toHaveLength(1);
    expect(heads[0]?.startsWith('{"id":7,"text":"éé')).toBe(true);
    expect(heads[0]?.length).toBeLessThanOrEqual(1_024);
  }
});
