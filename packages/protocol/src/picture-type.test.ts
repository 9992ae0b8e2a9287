import { expect, it } from 'vitest';
import { pictureTypeOf } from './picture-type.ts';

const of = (text: string) => pictureTypeOf(Uint8Array.from(text, (char) => char.charCodeAt(0)));

it('knows a picture by its first bytes, and nothing else', () => {
  expect(of('\x89PNG\r\n\x1a\nrest')).toBe('image/png');
  expect(of('\xff\xd8\xff\xe0')).toBe('image/jpeg');
  expect(of('GIF89a')).toBe('image/gif');
  expect(of('RIFF\x00\x00\x00\x00WEBPVP8 ')).toBe('image/webp');
  for (const text of ['', '\x89PN', '<svg onload=alert(1)>', 'RIFF\x00\x00\x00\x00WAVE', '%PDF-1.7', 'MZ'])
    expect(of(text)).toBeUndefined();
});
