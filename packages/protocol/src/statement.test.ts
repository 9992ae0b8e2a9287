import { beforeAll, expect, test } from 'vitest';
import { utf8 } from './bytes.ts';
import { signKeyPair } from './crypto/keys.ts';
import { ready } from './crypto/sodium.ts';
import {
  callHash,
  decodeStatement,
  encodeStatement,
  extraHash,
  type Statement,
  shownHash,
  signStatement,
  statementBytes,
  verifyStatement,
} from './statement.ts';
import { filled } from './testing/crypto-room.ts';

beforeAll(() => ready);

const roomId = filled(9, 16);

const approval = (): Statement => ({
  kind: 'approval',
  commandId: filled(1, 16),
  objectId: filled(2, 16),
  decision: 'allow',
  atSeq: 41,
  atHash: filled(3),
  shownHash: shownHash(roomId, filled(2, 16), '{"tool":"Bash"}') ?? filled(0),
  extraHash: extraHash(utf8('{"scope":"once"}')),
});

test('[CLG-70] a statement has 138 bytes and is read back as it was made', () => {
  const bytes = encodeStatement(approval());
  expect(bytes).toHaveLength(statementBytes);
  expect(statementBytes).toBe(138);
  expect(decodeStatement(bytes)).toEqual(approval());
});

test('[CLG-70] a statement that an honest device would not make is refused', () => {
  const refuse = (change: Partial<Statement>) =>
    expect(decodeStatement(encodeStatement({ ...approval(), ...change }))).toBeUndefined();
  refuse({ decision: 'none' });
  refuse({ decision: 'up' });
  refuse({ kind: 'vote', decision: 'allow' });
  refuse({ kind: 'prompt', decision: 'none' });
  refuse({ kind: 'suggestion', decision: 'up', objectId: filled(1, 16), shownHash: filled(0) });
  expect(
    decodeStatement(
      encodeStatement({
        ...approval(),
        kind: 'prompt',
        decision: 'none',
        objectId: filled(1, 16),
        shownHash: filled(0),
      }),
    ),
  ).toBeDefined();
  const good = encodeStatement(approval());
  for (const length of [0, 137]) expect(decodeStatement(good.subarray(0, length))).toBeUndefined();
  for (const [at, value] of [
    [0, 0],
    [0, 6],
    [33, 5],
    [33, 255],
  ] as const) {
    const bad = good.slice();
    bad[at] = value;
    expect(decodeStatement(bad)).toBeUndefined();
  }
  const huge = good.slice();
  huge.fill(0xff, 34, 42);
  expect(decodeStatement(huge)).toBeUndefined();
});

test('[A1] [CLG-70] another scope, decision, object, moment or room refuses the signature', () => {
  const device = signKeyPair(filled(8));
  const signature = signStatement(device.secretKey, roomId, encodeStatement(approval()));
  const isGood = (change: Partial<Statement>, room = roomId, pk = device.publicKey) =>
    verifyStatement(pk, room, encodeStatement({ ...approval(), ...change }), signature);
  expect(isGood({})).toBe(true);
  expect(isGood({ extraHash: extraHash(utf8('{"scope":"session"}')) })).toBe(false);
  expect(isGood({ decision: 'deny' })).toBe(false);
  expect(isGood({ objectId: filled(4, 16) })).toBe(false);
  expect(isGood({ commandId: filled(4, 16) })).toBe(false);
  expect(isGood({ kind: 'answer' })).toBe(false);
  expect(isGood({ atSeq: 42 })).toBe(false);
  expect(isGood({}, filled(8, 16))).toBe(false);
  expect(isGood({}, roomId, signKeyPair(filled(7)).publicKey)).toBe(false);
});

test('[CLG-71] [A2] the hash of what was shown hangs on room, request and every character', () => {
  const base = shownHash(roomId, filled(2, 16), 'rm -rf build');
  expect(shownHash(filled(8, 16), filled(2, 16), 'rm -rf build')).not.toEqual(base);
  expect(shownHash(roomId, filled(3, 16), 'rm -rf build')).not.toEqual(base);
  expect(shownHash(roomId, filled(2, 16), 'rm -rf  build')).not.toEqual(base);
});

test('[A6] [CLG-71] a lone surrogate has no hash: two such texts would share it', () => {
  expect(shownHash(roomId, filled(2, 16), 'a\ud800b')).toBeUndefined();
  expect(shownHash(roomId, filled(2, 16), 'a\udc00b')).toBeUndefined();
  expect(shownHash(roomId, filled(2, 16), '\u{1F600}')).toBeDefined();
  // Bidi and invisible characters count: they are shown as escapes and hashed as they are.
  expect(shownHash(roomId, filled(2, 16), 'a\u202eb')).not.toEqual(shownHash(roomId, filled(2, 16), 'ab'));
});

test('[A6] [CLG-70] duplicate keys, 2^53 + 1 and other spellings of the same JSON stay different attachments', () => {
  const spellings = ['{"a":1}', '{"a":1,"a":1}', '{ "a":1}', '{"a":9007199254740993}', '{"a":9007199254740992}'];
  expect(new Set(spellings.map((text) => Buffer.from(extraHash(utf8(text))).toString('hex'))).size).toBe(
    spellings.length,
  );
});

test('[A5] [CLG-72] a hidden value is not found from `call` by trying all of its space without the salt', () => {
  const request = (pin: number) => utf8(`{"pin":"${String(pin).padStart(4, '0')}"}`);
  const call = Buffer.from(callHash(filled(0x5a), request(4711)));
  let found = 0;
  for (let pin = 0; pin < 10_000; pin++) {
    // What a guest can compute: no salt, or one of its own choice.
    if (call.equals(callHash(filled(0), request(pin)))) found++;
    if (call.equals(extraHash(request(pin)))) found++;
  }
  expect(found).toBe(0);
  expect(call.equals(callHash(filled(0x5a), request(4711)))).toBe(true);
});
