import { StringDecoder } from 'node:string_decoder';
import { cpuMs } from '@collagility/fixtures/cpu-ms.ts';
import { expect, test } from 'vitest';
import { EscapeReader } from './escape-reader.ts';
import { shownOutput, titleOf } from './shown-output.ts';

const esc = '\x1b';

/** What viewers get of these bytes when they come in pieces of this many. */
function shown(bytes: Buffer, pieceBytes: number): string {
  const decoder = new StringDecoder('utf8');
  const reader = new EscapeReader();
  let out = '';
  const take = (text: string) => {
    for (const piece of reader.push(text)) out += shownOutput(piece);
  };
  for (let at = 0; at < bytes.length; at += pieceBytes) take(decoder.write(bytes.subarray(at, at + pieceBytes)));
  take(decoder.end());
  return out;
}

test('[B34] characters cut at any offset come whole', () => {
  const text = '┌─é—👩‍💻┐'.repeat(500);
  for (let size = 1; size <= 64; size += 1) expect(shown(Buffer.from(text), size), `${size}`).toBe(text);
});

test('[B34] a byte that is no character is one replacement character, and what follows is whole', () => {
  expect(shown(Buffer.from([0x61, 0xff, 0xc3, 0xa9]), 1)).toBe('a\ufffdé');
});

test('sequences cut at any offset come whole or not at all', () => {
  const text = `a${esc}[1;38;2;1;2;3mb${esc}]0;title${esc}\\c${esc}]52;c;QQ==\x07d${esc}(0q${esc}(B${esc}[?1049he${esc}[6nf`;
  const whole = `a${esc}[1;38;2;1;2;3mbcd${esc}(0q${esc}(B${esc}[?1049hef`;
  for (let size = 1; size <= text.length; size += 1) expect(shown(Buffer.from(text), size), `${size}`).toBe(whole);
});

test.each([
  ['the clipboard', `${esc}]52;c;QQ==\x07`],
  ['a link', `${esc}]8;;http://example.test${esc}\\`],
  ['a title', `${esc}]2;root@bank${esc}\\`],
  ['a notification', `${esc}]9;you won\x07`],
  ['a picture', `${esc}Pq#0~${esc}\\`],
  ['who are you', `${esc}[c${esc}[>c${esc}[0c${esc}Z\x05`],
  ['where is the cursor', `${esc}[6n${esc}[?6n`],
  ['which colours', `${esc}]10;?\x07${esc}]11;?${esc}\\`],
  ['which modes', `${esc}[?2004$p${esc}P$qm${esc}\\`],
  ['the window', `${esc}[8;1;1t${esc}[21t`],
  ['a printer', `${esc}[5i`],
  ['132 columns', `${esc}[?3h`],
  ['a bell', '\x07'],
  ['text turned around', '\u202e\u2066\u200f'],
  ['eight-bit controls', '\x9d52;c;QQ==\x9c\x9b6n'],
  ['one cut off by another', `${esc}]52;c;QQ=${esc}[6n`],
  ['one that is aborted', `${esc}]52;c;QQ==\x18`],
  ['a long one', `${esc}]52;c;${'Q'.repeat(200_000)}\x07`],
])('%s stays on the host', (_, bad) => {
  for (const size of [1, 7, 1_000_000]) expect(shown(Buffer.from(`x${bad}y`), size)).toBe('xy');
});

test('what draws is kept: colours, cursor, regions, mouse and paste modes', () => {
  const good = `${esc}[2J${esc}[1;5r${esc}[3;1H${esc}[?25l${esc}[?1002h${esc}[?1006h${esc}[2 q${esc}7${esc}8${esc}M${esc}[4:3mx`;
  expect(shown(Buffer.from(good), 5)).toBe(good);
});

test('an escape that never ends holds back a bounded text, and output goes on behind it', () => {
  const reader = new EscapeReader();
  for (let count = 0; count < 1_000; count += 1)
    expect(reader.push(`${count === 0 ? `${esc}P` : ''}${'z'.repeat(1_000)}`)).toEqual([]);
  expect(reader.push(`${esc}`)).toEqual([]);
  expect(reader.push('\\ok')).toEqual([{ kind: 'text', source: 'ok' }]);
});

test('five megabytes of unfinished sequences are read in linear time', () => {
  const startMs = cpuMs();
  shown(Buffer.from(`${esc}[1`.repeat(1_000_000)), 4_096);
  shown(Buffer.from(`${esc}]`.repeat(1_000_000)), 4_096);
  expect(cpuMs() - startMs).toBeLessThan(10_000);
});

test('a title is one short line without controls', () => {
  const [piece] = new EscapeReader().push(`${esc}]0;a\u202eb\tc\x07`);
  expect(piece && titleOf(piece)).toBe('abc');
});
