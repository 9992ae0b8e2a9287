import { cpuMs } from '@collagility/fixtures/cpu-ms.ts';
import { describe, expect, test } from 'vitest';
import { plainTerminalText, terminalLines } from './terminal-text.ts';

describe('[B35] output of programs', () => {
  test('colours are mapped or dropped, never shown as codes', () => {
    const lines = terminalLines('\x1b[2m── \x1b[48;2;38;38;38mx\x1b[0m \x1b[31mno\x1b[39m \x1b[38;5;99myes');
    expect(lines).toEqual([
      [
        { text: '── x', tone: 'quiet' },
        { text: ' ', tone: 'plain' },
        { text: 'no', tone: 'bad' },
        { text: ' yes', tone: 'plain' },
      ],
    ]);
  });

  test('a colour in colons, the colour of an underline, and the setting of a keyboard change nothing else', () => {
    for (const code of [
      '38:2::255:0:31',
      '48:5:31',
      '58:2::1:2:31',
      '58;5;1',
      '58;2;1;2;31',
      '4:3',
      '>4;1',
      '?4;31',
      '<31',
    ])
      expect(terminalLines(`\x1b[${code}mx`), code).toEqual([[{ text: 'x', tone: 'plain' }]]);
    expect(terminalLines('\x1b[58:5:9;31mx')).toEqual([[{ text: 'x', tone: 'bad' }]]);
  });

  test('a step back takes a whole character', () => {
    expect(plainTerminalText('a😀\bb')).toBe('ab');
  });

  test('a line that is written over shows its last form only', () => {
    expect(plainTerminalText('Fetching 1%\rFetching 57%\rdone\n')).toBe('done');
    expect(plainTerminalText('abc\r\ndef\r\n')).toBe('abc\ndef');
    expect(plainTerminalText('one\ntwo\x1b[2K\x1b[1Athree\n')).toBe('three');
    expect(plainTerminalText('10%\x1b[1G20%')).toBe('20%');
  });

  test('a screen that is drawn anew shows its last form only, in each way that programs do it', () => {
    const frames: Array<[string, string]> = [
      ['building 1\x1b[1000Dbuilding 2\x1b[1000Ddone', 'done'],
      ['one\ntwo\n\x1b[H\x1b[Jthree', 'three'],
      ['one\ntwo\x1b[1;1H\x1b[0Jthree', 'three'],
      ['one\ntwo\x1b[3J\x1b[H\x1b[2Jthree', 'three'],
      ['\x1b[31mone\ntwo\x1bcthree', 'three'],
      ['head\none\ntwo\x1b[1A\x1b[Jthree', 'head\nthree'],
    ];
    for (const [text, seen] of frames) expect(plainTerminalText(text), JSON.stringify(text)).toBe(seen);
    expect(terminalLines('\x1b[31mx\x1bcy')).toEqual([[{ text: 'y', tone: 'plain' }]]);
    // A step back within the line is no new line.
    expect(plainTerminalText('abc\x1b[1Dd')).toBe('abcd');
    expect(plainTerminalText('a\nb\x1b[99;99Hc')).toBe('a\nc');
  });

  test('an escape without end takes no more than its line', () => {
    expect(plainTerminalText('a\x1b]8;;http://a')).toBe('a');
    expect(plainTerminalText('a\x1b]8;;http://a\nb')).toBe('a\nb');
    expect(plainTerminalText('\x1b]8;;http://a\x1b\\link\x1b]8;;\x07!')).toBe('link!');
    expect(plainTerminalText('a\x1b[')).toBe('a');
    expect(plainTerminalText('a\x1b')).toBe('a');
  });

  test('no control character is left over', () => {
    const every = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('x');
    expect(plainTerminalText(every)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
  });

  test('5 MB of carriage returns take linear time', () => {
    const started = cpuMs();
    expect(plainTerminalText(`${'\r'.repeat(5 * 1024 * 1024)}end`)).toBe('end');
    expect(cpuMs() - started).toBeLessThan(5000);
  });
});
