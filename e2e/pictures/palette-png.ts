import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxColours = 256;

type Pixels = { width: number; height: number /** Three bytes each. */; rgb: Buffer };

/**
 * The same picture with at most 256 colours: a page has few, and the file is a third. Takes what Chromium writes: eight
 * bits, RGB or RGBA, not interlaced; throws on anything else.
 */
export function palettePng(png: Buffer): Buffer {
  const { width, height, rgb } = decode(png);
  const { palette, indexOf } = choosePalette(rgb);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexOf(colourAt(rgb, y * width + x));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const colourAt = (rgb: Buffer, pixel: number): number => rgb.readUIntBE(pixel * 3, 3);

/** The most used colours that are not nearly one that is there already; each other colour becomes the nearest of them. */
function choosePalette(rgb: Buffer): { palette: number[]; indexOf: (colour: number) => number } {
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel * 3 < rgb.length; pixel += 1) {
    const colour = colourAt(rgb, pixel);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const palette: number[] = [];
  // What is farther apart than this is told apart; the steps between letters and their ground need fewer.
  for (const apart of [144, 48, 12, 0])
    for (const colour of ranked) {
      if (palette.length === maxColours) break;
      if (palette.every((known) => distance(known, colour) > apart)) palette.push(colour);
    }
  const known = new Map<number, number>();
  const indexOf = (colour: number): number => {
    const cached = known.get(colour);
    if (cached !== undefined) return cached;
    const best = palette.reduce(
      (nearest, candidate, at) =>
        distance(candidate, colour) < distance(palette[nearest] ?? 0, colour) ? at : nearest,
      0,
    );
    known.set(colour, best);
    return best;
  };
  return { palette, indexOf };
}

function distance(a: number, b: number): number {
  const red = (a >> 16) - (b >> 16);
  const green = ((a >> 8) & 255) - ((b >> 8) & 255);
  const blue = (a & 255) - (b & 255);
  return red * red + green * green + blue * blue;
}

function decode(png: Buffer): Pixels {
  if (!png.subarray(0, 8).equals(signature)) throw new Error('This is no PNG.');
  const data: Buffer[] = [];
  let header: Uint8Array = new Uint8Array();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 8, at + 8 + length);
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') header = body;
    if (type === 'IDAT') data.push(body);
    at += length + 12;
  }
  const width = Buffer.from(header).readUInt32BE(0);
  const height = Buffer.from(header).readUInt32BE(4);
  const step = { 2: 3, 6: 4 }[header[9] ?? 0];
  if (header[8] !== 8 || step === undefined || header[12] !== 0)
    throw new Error('A kind of PNG that is not read here.');
  const raw = inflateSync(Buffer.concat(data));
  const bytes = unfilter(raw, width * step, height, step);
  const rgb = Buffer.alloc(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) bytes.copy(rgb, pixel * 3, pixel * step, pixel * step + 3);
  return { width, height, rgb };
}

/** The filters of PNG: each byte was written as its difference to a guess from its neighbours. */
function unfilter(raw: Buffer, rowBytes: number, height: number, step: number): Buffer {
  const bytes = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (rowBytes + 1)] ?? 0;
    for (let x = 0; x < rowBytes; x += 1) {
      const at = y * rowBytes + x;
      const left = x < step ? 0 : (bytes[at - step] ?? 0);
      const up = y === 0 ? 0 : (bytes[at - rowBytes] ?? 0);
      const corner = x < step || y === 0 ? 0 : (bytes[at - rowBytes - step] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      bytes[at] = (raw[y * (rowBytes + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return bytes;
}

function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
