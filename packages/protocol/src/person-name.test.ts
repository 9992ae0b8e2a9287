import { describe, expect, it } from 'vitest';
import { distinctName, personName, plainLine } from './person-name.ts';

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

describe('two people', () => {
  const people = { h: { name: 'Hana' }, g: { name: 'Guest' }, g2: { name: 'Guest 2' } };

  it.each([
    ['Hana', 'Hana 2'],
    ['hANA', 'hANA 2'],
    ['Ｈａｎａ', 'Ｈａｎａ 2'],
    ['H a n a', 'H a n a 2'],
    ['Guest', 'Guest 3'],
    ['Hanna', 'Hanna'],
  ])('are never called the same: %s', (name, shown) => expect(distinctName(name, 'x', people)).toBe(shown));

  it.each(['Наnа', 'Ηana', 'НАNА', 'Hаna', 'Haṇa', 'ＨАna'])(
    'are never called what looks the same in letters of another script: %s',
    (name) => expect(distinctName(name, 'x', people)).toBe(`${name} 2`),
  );

  it('are told apart as people read them: case in each script, one stroke for another, vowels that are signs', () => {
    expect(distinctName('вера', 'x', { y: { name: 'Вера' } })).toBe('вера 2');
    for (const [one, other] of [
      ['Alice', 'AIice'],
      ['Bill', 'B1ll'],
      ['Arno', 'Amo'],
    ] as const)
      expect(distinctName(other, 'x', { y: { name: one } })).toBe(`${other} 2`);
    for (const [one, other] of [
      ['राम', 'रमा'],
      ['สมชาย', 'สมชีาย'],
      ['Вера', 'Вика'],
    ] as const)
      expect(distinctName(other, 'x', { y: { name: one } })).toBe(other);
  });

  it('one keeps the own name, and a long one stays within its length', () => {
    expect(distinctName('Hana', 'h', people)).toBe('Hana');
    const long = 'x'.repeat(64);
    expect(distinctName(long, 'x', { y: { name: long } })).toBe(`${'x'.repeat(62)} 2`);
    expect(distinctName('😀'.repeat(32), 'x', { y: { name: '😀'.repeat(32) } })).toBe(`${'😀'.repeat(31)} 2`);
  });
});
