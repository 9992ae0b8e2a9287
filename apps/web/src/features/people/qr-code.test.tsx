import { render, screen } from '@testing-library/react';
import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

const pixelsPerModule = 4;

/** As a camera would see the drawing: white, and black where the path has a square. */
function pixelsOf(drawing: HTMLElement) {
  const modules = Number(drawing.getAttribute('viewBox')?.split(' ')[2]);
  const side = modules * pixelsPerModule;
  const data = new Uint8Array(side * side * 4).fill(255);
  const path = drawing.querySelector('path')?.getAttribute('d') ?? '';
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < pixelsPerModule; row++) {
      const start = ((Number(y) * pixelsPerModule + row) * side + Number(x) * pixelsPerModule) * 4;
      for (let at = start; at < start + pixelsPerModule * 4; at += 4) data.fill(0, at, at + 3);
    }
  return { width: side, height: side, data };
}

test.each(['https://room.example/s#AAECAwQFBgcICQoLDA0ODw', `http://192.168.178.20:41234/s#${'Zm9v-_'.repeat(30)}`])(
  'what a camera reads is the link, all of it: %s',
  (link) => {
    render(<QrCode text={link} label={link} />);
    expect(decodeQR(pixelsOf(screen.getByRole('img', { name: link })))).toBe(link);
  },
);
