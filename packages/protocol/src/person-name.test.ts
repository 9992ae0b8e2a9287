import { describe, expect, it } from 'vitest';
import { personName, plainLine } from './person-name.ts';

describe('a name', () => {
  it.each(['\u3164', '\u2800\u2800', '\ufe0f', '\u200b\u00ad\u2060', ' \u3000\u00a0 ', '\u{e0041}', '\u115f'])(
    'that is drawn as nothing is none: %j',
    (name) => expect(personName(name)).toBeUndefined(),
  );

  it.each([
    'Hana\u3164',
    'Ha\u034fna',
    'Hana\ufe0f',
    '\u2800Hana',
    'Ha\u200dna',
    '\u202eHana',
    'Hana\n',
    'Hana\u{e0041}',
  ])('holds nothing that cannot be seen, so that none looks like another: %j', (name) =>
    expect(personName(name)).toBe('Hana'),
  );

  it('keeps the signs that people are drawn with, and what is written in any script', () => {
    for (const name of [
      '👩‍💻 Ada',
      '👍🏽',
      '❤️',
      '👨‍👩‍👧',
      '李　雷'.replace('　', ' '),
      'Zoë',
      'สมชาย',
      'नमस्ते',
      'Hồ Thị Kỷ',
    ])
      expect(personName(name)).toBe(name);
  });

  it('[B34] is never cut inside a character', () => {
    expect(personName('😀'.repeat(40))).toBe('😀'.repeat(32));
    expect(personName(`a${'😀'.repeat(40)}`)).toBe(`a${'😀'.repeat(31)}`);
    expect(personName('👩‍💻'.repeat(20))).toBe('👩‍💻'.repeat(12));
    expect(plainLine('ab', 1)).toBe('a');
  });

  it('reaches over no lines around', () => {
    expect(personName(`Z${'\u0337'.repeat(50)}`)).toBe(`Z${'\u0337'.repeat(4)}`);
  });
});
