import { describe, expect, test } from 'vitest';
import { visibleParts, visibleText } from './visible-text.ts';

describe('[CLG-74] text on which somebody decides', () => {
  test('direction marks, invisible characters and look-alike blanks become visible', () => {
    expect(visibleText('rm \u202etxt.exe')).toBe('rm \\u{202e}txt.exe');
    expect(visibleText('a\u200bb\u2066c\ufeffd\u00ade\u00a0f\u3000g')).toBe(
      'a\\u{200b}b\\u{2066}c\\u{feff}d\\u{ad}e\\u{a0}f\\u{3000}g',
    );
    expect(visibleText('tag\u{e0041}')).toBe('tag\\u{e0041}');
    expect(visibleText('\ud800x')).toBe('\\u{d800}x');
  });

  test('controls become visible, line ends and tabs stay what they are', () => {
    expect(visibleText('a\x1b[2Jb\x00\x07\x7f\x85')).toBe('a\\u{1b}[2Jb\\u{0}\\u{7}\\u{7f}\\u{85}');
    expect(visibleText('safe\rrm -rf')).toBe('safe\\rrm -rf');
    expect(visibleText('one\n\ttwo')).toBe('one\n\ttwo');
  });

  test('usual text of any script is untouched', () => {
    for (const text of ['git commit -m "ёлка"', '日本語のコマンド', 'שלום', '$ café naïve 🚀'])
      expect(visibleParts(text)).toEqual([{ text, isEscape: false }]);
  });
});
