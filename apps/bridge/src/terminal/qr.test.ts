import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { qrLines } from './qr.ts';

const pixelsPerModule = 4;
const upper = '█▀';
const lower = '█▄';

/** As a camera would see the lines: two modules a character, black on white. */
function pixelsOf(lines: string[]) {
  const texts = lines.map((line) => {
    const [, text] = /^\u001b\[30;107m(.*)\u001b\[0m$/.exec(line) ?? [];
    if (text === undefined) throw new Error('a line has no colours of its own');
    return [...text];
  });
  const width = (texts[0]?.length ?? 0) * pixelsPerModule;
  const height = texts.length * 2 * pixelsPerModule;
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const row = Math.floor(y / pixelsPerModule);
      const char = texts[Math.floor(row / 2)]?.[Math.floor(x / pixelsPerModule)] ?? ' ';
      if ((row % 2 === 0 ? upper : lower).includes(char)) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  return { width, height, data };
}

test.each(['https://room.example/s#AAECAwQFBgcICQoLDA0ODw', `http://192.168.178.20:41234/s#${'Zm9v-_'.repeat(30)}`])(
  'what a camera reads at the terminal is the link, all of it: %s',
  (link) => {
    expect(decodeQR(pixelsOf(qrLines(link)))).toBe(link);
  },
);
