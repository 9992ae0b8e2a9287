import { cpuMs } from '@collagility/fixtures/cpu-ms.ts';
import { describe, expect, test } from 'vitest';
import { linkToMessage, readFragment, targetOfLink } from './link.ts';

const whole = 'AYqI4910'.padEnd(91, 'x');

describe('fragment of the address', () => {
  test('[B49] no fragment, a cut one and a lengthened one are told apart from a whole one', () => {
    expect(readFragment('')).toEqual({ name: 'none' });
    expect(readFragment('#')).toEqual({ name: 'none' });
    expect(readFragment(`#${whole.slice(0, 42)}`)).toEqual({ name: 'damaged' });
    expect(readFragment(`#${whole}x`)).toEqual({ name: 'damaged' });
    expect(readFragment(`#${whole}`)).toEqual({ name: 'link', text: whole });
  });

  test('[B49] an escaped # and punctuation at the end are repaired', () => {
    const marks = ['?utm_source=mail', '&data=05%7C02', '?fbclid=x.y', ':~:text=a'];
    const eastern = ['。', '）', '」。', '%EF%BC%89', '\u200b', '%E2%80%8B', '*', '|'];
    for (const ending of [')', '.', ').', ',', '%20', ' ', '>', '”', '%E2%80%9D', '%22)', ...marks, ...eastern]) {
      expect(readFragment(`#${whole}${ending}`)).toEqual({ name: 'link', text: whole });
    }
    expect(readFragment(`%23${whole}`)).toEqual({ name: 'link', text: whole });
  });

  test('[B49] a long row of marks in an address or a paste costs no time that grows with its square', () => {
    const begun = cpuMs();
    for (const mark of ['.', '%2e', '。']) {
      const row = `${mark.repeat(100_000 / mark.length)}a`;
      expect(readFragment(`#${row}`)).toEqual({ name: 'damaged' });
      expect(targetOfLink(row, 'https://b.example')).toBeUndefined();
    }
    expect(cpuMs() - begun).toBeLessThan(2_000);
  });

  test('[CLG-08] an address of a room holds its id and no secret', () => {
    expect(readFragment(`#r=${'0a'.repeat(16)}`)).toEqual({ name: 'room', roomId: '0a'.repeat(16) });
    expect(readFragment('#r=xyz')).toEqual({ name: 'damaged' });
  });

  test('[B50] the link to a message names the room and a number, and nothing that lets anybody in', () => {
    const link = linkToMessage('https://a.example', '0a'.repeat(16), 1234);
    expect(link).toBe(`https://a.example/s#r=${'0a'.repeat(16)}&m=1234`);
    expect(readFragment(new URL(link).hash)).toEqual({ name: 'room', roomId: '0a'.repeat(16), seq: 1234 });
    for (const wrong of ['&m=', '&m=-1', '&m=1e3', '&m=1&x=2', `&m=${'9'.repeat(16)}`])
      expect(readFragment(`#r=${'0a'.repeat(16)}${wrong}`)).toEqual({ name: 'damaged' });
  });
});

describe('pasted link', () => {
  test('opens where the link says, and only over http', () => {
    expect(targetOfLink(`https://a.example/s#${whole}`, 'https://b.example')).toBe(`https://a.example/s#${whole}`);
    expect(targetOfLink(`javascript:alert(1)#${whole}`, 'https://b.example')).toBeUndefined();
    expect(targetOfLink('https://a.example/s', 'https://b.example')).toBeUndefined();
  });

  test('[B51] is found in the message around it and in what a mail filter made of it', () => {
    const link = `https://a.example:8443/s#${whole}`;
    const escaped = encodeURIComponent(link);
    for (const pasted of [
      `Join here: ${link}\nSee you!`,
      `<${link}>`,
      `[the room](${link})`,
      `<a href="${link}">room</a>`,
      `请加入${link}。`,
      `https://nam02.safelinks.protection.example/?url=${escaped}&data=05%7C02&reserved=0`,
      `https://www.search.example/url?q=${escaped}&sa=D`,
      `https://x.example/?u=${encodeURIComponent(escaped)}`,
    ])
      expect(targetOfLink(pasted, 'https://b.example'), pasted).toBe(link);
    expect(targetOfLink(`javascript:https://#${whole}`, 'https://b.example')).toBeUndefined();
    expect(targetOfLink(`https://a.example/s#${whole}x`, 'https://b.example')).toBeUndefined();
    expect(targetOfLink('https://a.example/%', 'https://b.example')).toBeUndefined();
    const room = `https://a.example/s#r=${'0a'.repeat(16)}&m=12`;
    expect(targetOfLink(`see ${room}`, 'https://b.example')).toBe(room);
    const startedMs = cpuMs();
    expect(targetOfLink('https://a/'.repeat(200_000), 'https://b.example')).toBeUndefined();
    expect(cpuMs() - startedMs).toBeLessThan(2_000);
  });

  test('line breaks of a mail program and a bare fragment are fine', () => {
    expect(targetOfLink(` https://a.example/s#${whole.slice(0, 50)}\n${whole.slice(50)}. `, 'https://b.example')).toBe(
      `https://a.example/s#${whole}`,
    );
    expect(targetOfLink(`#${whole}`, 'https://b.example')).toBe(`https://b.example/s#${whole}`);
  });
});
