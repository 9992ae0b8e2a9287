import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8 } from '../bytes.ts';
import { maxControlBytes } from '../limits.ts';
import { type ControlMessage, decodeControl, encodeControl, encodeKeySet, keysPerMessage } from './control.ts';

const hex = (bytes: number, digit = 'a') => digit.repeat(2 * bytes);

const examples: ControlMessage[] = [
  { t: 'ch', ch: hex(32) },
  { t: 'seat', pk: hex(32), gen: 3, boot: hex(16), auth: 'relay.example.com:8443', sig: hex(64) },
  { t: 'admit', id8: hex(8), auth: '127.0.0.1:4000', sig: hex(64) },
  { t: 'in', h: hex(8), id8: hex(8), addr: '203.0.113.7' },
  { t: 'in', h: hex(8), id8: hex(8) },
  { t: 'out', h: hex(8) },
  { t: 'keys', set: [hex(32)] },
  { t: 'key+', pk: hex(32) },
  { t: 'key-', pk: hex(32) },
  { t: 'open', h: hex(8) },
  { t: 'close', h: hex(8), code: 'closed_by_host' },
  { t: 'host', up: true },
];

test('[CLG-23] every control message is read back as it was written', () => {
  for (const message of examples) expect(decodeControl(encodeControl(message))).toEqual(message);
});

test('[CLG-23] a control message of another form is refused', () => {
  const refuse = (json: unknown) => expect(decodeControl(utf8(JSON.stringify(json)))).toBeUndefined();
  for (const json of [null, [], 'ch', 1, {}, { t: 'nope' }, { t: '__proto__' }, { t: 'toString' }, { t: 'ch' }])
    refuse(json);
  refuse({ t: 'ch', ch: hex(31) });
  refuse({ t: 'ch', ch: hex(32, 'A') });
  refuse({ ...examples[1], gen: 2 ** 32 });
  refuse({ ...examples[1], gen: -1 });
  refuse({ ...examples[1], auth: 'Relay.example.com' });
  refuse({ ...examples[1], auth: '' });
  refuse({ t: 'in', h: 'ffff', id8: hex(8) });
  refuse({ t: 'close', h: hex(8), code: 'removed' });
  refuse({ t: 'keys', set: Array.from({ length: keysPerMessage + 1 }, () => hex(32)) });
});

test('[CLG-23] [L3] more than 4 KiB, no JSON and no UTF-8 are refused', () => {
  const padded = (length: number) => utf8(`{"t":"host","up":true${' '.repeat(length - 22)}}`);
  expect(decodeControl(padded(maxControlBytes))).toEqual({ t: 'host', up: true });
  expect(decodeControl(padded(maxControlBytes + 1))).toBeUndefined();
  expect(decodeControl(utf8('{"t":"host","up":true'))).toBeUndefined();
  expect(decodeControl(Uint8Array.of(0x7b, 0xff, 0x7d))).toBeUndefined();
  expect(decodeControl(utf8('['.repeat(4000)))).toBeUndefined();
});

test('[CLG-21] a key set of any size goes in messages of at most 4 KiB, all but the last with `more`', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), (count) => {
      const keys = Array.from({ length: count }, (_, at) => at.toString(16).padStart(64, '0'));
      const messages = encodeKeySet(keys).map((bytes) => decodeControl(bytes));
      expect(messages.flatMap((message) => (message?.t === 'keys' ? message.set : []))).toEqual(keys);
      expect(messages.map((message) => message?.t === 'keys' && message.more === true)).toEqual(
        messages.map((_, at) => at < messages.length - 1),
      );
    }),
    { numRuns: 30 },
  );
});
