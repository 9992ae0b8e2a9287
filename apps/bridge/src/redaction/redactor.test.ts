import { cpuMs } from '@collagility/fixtures/cpu-ms.ts';
import { describe, expect, it } from 'vitest';
import { formatNeedles } from './key-formats.ts';
import { placeNeedles } from './place-needles.ts';
import { maxHeldUnits } from './redaction-stream.ts';
import { Redactor } from './redactor.ts';
import { valueNeedles } from './secret-values.ts';

const password = 'hunter2-hunter2';
const multiLine = 'first line of the key\nsecond line of the key';
const places = {
  workspacePaths: ['/home/ada/app', '/mnt/real/app'],
  homePath: '/home/ada',
  hostName: 'adas-laptop.local',
};
const redactor = new Redactor([
  ...valueNeedles([password, 'a"quoted"secret', multiLine, 'abcdefgh', 'efghijkl']),
  ...formatNeedles,
  ...placeNeedles(places),
]);
const text = (input: string) => redactor.redact(input).text;

/** Made at run time, so that no scanner takes this file for a leak. */
const madeUp = (prefix: string, units: number) => prefix + 'aB3dE5fG7hJ9'.repeat(20).slice(0, units);

describe('redaction', () => {
  it.each([
    ['a value', `PASS=${password}!`, 'PASS=⟦hidden⟧!'],
    ['a value inside a word', `x${password}y`, 'x⟦hidden⟧y'],
    ['a value in JSON', JSON.stringify({ key: 'a"quoted"secret' }), '{"key":"⟦hidden⟧"}'],
    ['a value in a URL', `?k=${encodeURIComponent('a"quoted"secret')}&x`, '?k=⟦hidden⟧&x'],
    ['each line of a value in a diff', '+first line of the key\n+second line of the key', '+⟦hidden⟧\n+⟦hidden⟧'],
    ['two values that overlap', '<abcdefghijkl>', '<⟦hidden⟧>'],
    ['an Anthropic key', `key ${madeUp('sk-ant-api03-', 90)}.`, 'key ⟦hidden⟧.'],
    ['a GitHub token', `"${madeUp('ghp_', 36)}"`, '"⟦hidden⟧"'],
    ['an AWS key id', `AKIA${'Q7'.repeat(8)} end`, '⟦hidden⟧ end'],
    ['a web token', `${madeUp('eyJ', 30)}.${madeUp('eyJ', 30)}.${madeUp('', 30)}\n`, '⟦hidden⟧\n'],
    ['a bearer header', `Authorization: Bearer ${madeUp('', 30)}`, 'Authorization: Bearer ⟦hidden⟧'],
    ['a password in a URL', 'postgres://ada:pw@db/x', 'postgres://⟦hidden⟧@db/x'],
    ['a private key', `a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nb`, 'a\n⟦hidden⟧\nb'],
    ['a private key that never ends', '-----BEGIN PRIVATE KEY-----\nMIIE', '⟦hidden⟧'],
    ['a file of the workspace', 'at /home/ada/app/src/a.ts:3', 'at src/a.ts:3'],
    ['the workspace itself', 'cd /home/ada/app && ls /home/ada/app/', 'cd . && ls ./'],
    ['the workspace by its real path', '"/mnt/real/app/b.ts"', '"b.ts"'],
    ['the home folder', 'cat /home/ada/.ssh/id', 'cat ~/.ssh/id'],
    ['the computer’s name', 'ada@adas-laptop:~$ or adas-laptop.local', 'ada@⟦host⟧:~$ or ⟦host⟧'],
  ])('hides %s', (_name, input, expected) => {
    expect(text(input)).toBe(expected);
  });

  it.each([
    'the task-force wrote sk-short and a risk-free desk-lamp-with-a-very-long-name-that-goes-on',
    'https://example.com:8080/a@b and file:///tmp/x',
    '/home/ada/app2/x is /srv/home/ada/app/x'.replace('/home/ada/app2', '/home/adam'),
    '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----',
    'Bearer of news',
    '┌─é—👩‍💻┐',
  ])('leaves %j as it is', (input) => {
    expect(text(input)).toBe(input);
  });

  it('counts secrets, not places', () => {
    expect(redactor.redact(`${password} /home/ada/app/x ${password}`).hidden).toBe(2);
  });

  it('reaches every string of a JSON value', () => {
    const redacted = redactor.json({ a: [password, { [password]: 1 }], n: 5, z: null });
    expect(redacted).toEqual({ value: { a: ['⟦hidden⟧', { '⟦hidden⟧': 1 }], n: 5, z: null }, hidden: 2 });
  });

  it('takes a new set of secrets at once', () => {
    const changing = new Redactor([]);
    const stream = changing.stream();
    expect(stream.push('zebra-zebra ')).toBe('zebra-zebra ');
    changing.setNeedles(valueNeedles(['zebra-zebra']));
    expect(stream.push('zebra-zebra ')).toBe('⟦hidden⟧ ');
  });

  it('goes through 1 MB with 500 values in well under a second', () => {
    const values = Array.from({ length: 500 }, (_, n) => `${(n * 7919).toString(36)}-value-${n}-${n * 31}`);
    const many = new Redactor([...valueNeedles(values), ...formatNeedles, ...placeNeedles(places)]);
    const line =
      'const total = items.map((item) => item.price * item.count).reduce((a, b) => a + b, 0); // see /home/ada/app\n';
    const megabyte = line.repeat(Math.ceil(1_048_576 / line.length));
    many.redact(megabyte);
    const startMs = cpuMs();
    many.redact(megabyte);
    const tookMs = cpuMs() - startMs;
    // About 20 ms on a quiet machine; the bound only catches a pass that grows with the number of values.
    expect(tookMs).toBeLessThan(2_000);
  });
});

describe('output made to stop the one that reads it', () => {
  it.each([
    ['the beginning of a key, again and again', 'sk-'.repeat(80_000), /^⟦hidden⟧$/],
    ['the same, with an end', `${'sk-'.repeat(80_000)} end`, /^⟦hidden⟧ end$/],
    ['private keys that never end', '-----BEGIN PRIVATE KEY-----\n'.repeat(10_000), /^⟦hidden⟧$/],
    [
      'private keys with one end',
      `${'-----BEGIN PRIVATE KEY-----\n'.repeat(10_000)}-----END PRIVATE KEY----- end`,
      /^⟦hidden⟧ end$/,
    ],
  ])('%s', (_, input, expected) => {
    const startMs = cpuMs();
    expect(text(input)).toMatch(expected);
    // Measuring each of them to its end takes minutes.
    expect(cpuMs() - startMs).toBeLessThan(2_000);
  });

  it('a secret that begins inside such a run and ends behind it is hidden to its end', () => {
    const value = `tail-of-a-value with-a-space-inside`;
    const both = new Redactor([...valueNeedles([value]), ...formatNeedles]);
    expect(both.redact(`x ${'sk-'.repeat(20)}${value} end`).text).toBe('x ⟦hidden⟧ end');
  });
});

describe('redaction of a stream', () => {
  const sample = [
    `user ${password} said: ${madeUp('sk-ant-api03-', 60)} at /home/ada/app/src/a.ts`,
    `-----BEGIN EC PRIVATE KEY-----\nMIIE\n-----END EC PRIVATE KEY-----`,
    `Bearer ${madeUp('', 24)} postgres://u:p@h adas-laptop ${multiLine} 👩‍💻 hunter2-hunter hu`,
  ].join('\n');

  it('never lets out a secret that is split over pieces, at any cut, and adds up to the redacted whole', () => {
    const whole = text(sample);
    for (let cut = 1; cut < sample.length; cut += 1) {
      const stream = redactor.stream();
      const out = [stream.push(sample.slice(0, cut)), stream.push(sample.slice(cut)), stream.end()];
      expect(out.join(''), `cut at ${cut}`).toBe(whole);
    }
  });

  it('adds up to the whole with one character at a time', () => {
    const stream = redactor.stream();
    let out = '';
    for (const unit of sample.split('')) out += stream.push(unit);
    expect(out + stream.end()).toBe(text(sample));
  });

  it('does not hold back what cannot become a secret', () => {
    const stream = redactor.stream();
    expect(stream.push('The quick brown fox')).toBe('The quick brown fox');
    expect(stream.push(' jumps over')).toBe(' jumps over');
  });

  it('holds back no more than its bound, and hides the rest of what is longer', () => {
    const stream = redactor.stream();
    let out = '';
    for (let pieces = 0; pieces < 100; pieces += 1) out += stream.push(pieces === 0 ? 'x sk-' : 'A1b2'.repeat(256));
    expect(out).toBe('x ⟦hidden⟧');
    expect(stream.end()).toBe('');
    expect(maxHeldUnits).toBeGreaterThan(8_192);
  });
});

it.each(['', 'u', 'us', 'user:'])('hides a value in base64 behind %j, in either alphabet', (before) => {
  for (const alphabet of ['base64', 'base64url'] as const) {
    const value = 'pa~~ss??wo>>rd-1234';
    const scanned = new Redactor(valueNeedles([value]));
    const { text: shown, hidden } = scanned.redact(Buffer.from(`${before}${value}:tail`).toString(alphabet));
    expect(hidden).toBe(1);
    expect(Buffer.from(shown.replace('⟦hidden⟧', ''), 'base64').toString()).not.toContain(value.slice(4, 10));
  }
});

it('counts what it hides in a key too: such an input may not be changed by guests', () => {
  expect(redactor.json({ [password]: 1 }).hidden).toBe(1);
});
