import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { palettePng } from './palette-png.ts';

const part = (type: string, body: Buffer) => {
  const named = Buffer.concat([Buffer.from(type), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** A picture with an alpha channel as a browser writes it, each row with the filter "difference to the left". */
function pictureOf(width: number, height: number, colourOf: (x: number, y: number) => number[]): Buffer {
  const rows: number[] = [];
  for (let y = 0; y < height; y += 1) {
    rows.push(1);
    let left = [0, 0, 0, 0];
    for (let x = 0; x < width; x += 1) {
      const colour = [...colourOf(x, y), 255];
      rows.push(...colour.map((value, at) => (value - (left[at] ?? 0)) & 255));
      left = colour;
    }
  }
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0]);
  const body = deflateSync(Buffer.from(rows));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, part('IHDR', header), part('IDAT', body), part('IEND', Buffer.alloc(0))]);
}

function partsOf(png: Buffer): Record<string, Buffer> {
  const parts: Record<string, Buffer> = {};
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const body = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    parts[png.toString('latin1', at + 4, at + 8)] = body;
    expect(png.readUInt32BE(at + 8 + body.length)).toBe(crc32(png.subarray(at + 4, at + 8 + body.length)));
  }
  return parts;
}

test('a picture of few colours keeps each of them, in a third of the bytes a pixel', () => {
  const colourOf = (x: number, y: number) => [x * 10, y * 10, 200];
  const { IHDR, PLTE, IDAT } = partsOf(palettePng(pictureOf(12, 9, colourOf)));
  expect([...(IHDR ?? [])].slice(8, 10)).toEqual([8, 3]);
  const rows = inflateSync(IDAT ?? Buffer.alloc(0));
  expect(rows.length).toBe(9 * 13);
  for (let y = 0; y < 9; y += 1)
    for (let x = 0; x < 12; x += 1) {
      const at = (rows[y * 13 + 1 + x] ?? 0) * 3;
      expect([...(PLTE ?? [])].slice(at, at + 3)).toEqual(colourOf(x, y));
    }
});

test('what is no picture of a browser is refused, not half read', () => {
  expect(() => palettePng(Buffer.from('GIF89a'))).toThrow('no PNG');
});
