import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat, u32 } from '../bytes.ts';
import { maxBundleBytes, maxControlBytes, maxFrameBytes } from '../limits.ts';
import {
  decodeHostBundle,
  decodeMemberBundle,
  encodeHostBundles,
  encodeMemberBundles,
  type HostEntry,
  type MemberEntry,
  maxEntriesPerBundle,
  toAllHandle,
} from './bundle.ts';

const frameBytes = fc.uint8Array({ minLength: 47, maxLength: 900 });
const controlBytes = fc.uint8Array({ minLength: 2, maxLength: 300 });
const memberEntry = fc.oneof(
  fc.record({ kind: fc.constant('frame' as const), bytes: frameBytes }),
  fc.record({ kind: fc.constant('control' as const), bytes: controlBytes }),
);
const handle = fc
  .uint8Array({ minLength: 8, maxLength: 8 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))
  .filter((text) => text !== 'f'.repeat(16));
const hostEntry = fc.oneof(
  fc.record({
    kind: fc.constant('frame' as const),
    handle: fc.oneof(fc.constant(toAllHandle), handle),
    bytes: frameBytes,
  }),
  fc.record({ kind: fc.constant('control' as const), bytes: controlBytes }),
);

test('[CLG-23] what is bundled is unbundled in order, on both sides', () => {
  fc.assert(
    fc.property(fc.array(memberEntry, { maxLength: 40 }), (entries) => {
      expect(encodeMemberBundles(entries).flatMap((message) => decodeMemberBundle(message) ?? [])).toEqual(entries);
    }),
  );
  fc.assert(
    fc.property(fc.array(hostEntry, { maxLength: 40 }), (entries) => {
      expect(encodeHostBundles(entries).flatMap((message) => decodeHostBundle(message) ?? [])).toEqual(entries);
    }),
  );
});

test('[CLG-23] the wire is u32 length, then handle 0 for all and 0xFF × 8 for control on the host side', () => {
  const bytes = new Uint8Array(47).fill(7);
  const control = new Uint8Array([0x7b, 0x7d]);
  expect(encodeMemberBundles([{ kind: 'frame', bytes }])).toEqual([concat(u32(47), bytes)]);
  expect(encodeMemberBundles([{ kind: 'control', bytes: control }])).toEqual([concat(u32(0x8000_0002), control)]);
  expect(encodeHostBundles([{ kind: 'frame', handle: toAllHandle, bytes }])).toEqual([
    concat(u32(47), new Uint8Array(8), bytes),
  ]);
  expect(encodeHostBundles([{ kind: 'control', bytes: control }])).toEqual([
    concat(u32(2), new Uint8Array(8).fill(0xff), control),
  ]);
});

test('[CLG-23] more than 256 KiB goes as several messages, none larger, frames whole', () => {
  const entries = Array.from(
    { length: 20 },
    (_, at): MemberEntry => ({
      kind: 'frame',
      bytes: new Uint8Array(maxFrameBytes).fill(at),
    }),
  );
  const messages = encodeMemberBundles(entries);
  expect(messages.map((message) => message.length <= maxBundleBytes)).toEqual(messages.map(() => true));
  expect(messages).toHaveLength(5);
  expect(messages.flatMap((message) => decodeMemberBundle(message) ?? [])).toEqual(entries);
});

test('[L4] a bundle cut at any byte is refused', () => {
  const members: MemberEntry[] = [
    { kind: 'control', bytes: new Uint8Array(20) },
    { kind: 'frame', bytes: new Uint8Array(60) },
    { kind: 'frame', bytes: new Uint8Array(50) },
  ];
  const hosts: HostEntry[] = members.map((entry) =>
    entry.kind === 'control'
      ? { kind: 'control', bytes: entry.bytes }
      : { ...entry, kind: 'frame', handle: '00000000000000ab' },
  );
  // Between two entries a cut leaves a bundle that is whole: it only has fewer of them.
  for (const [message, decode, prefix] of [
    [encodeMemberBundles(members)[0], decodeMemberBundle, 4],
    [encodeHostBundles(hosts)[0], decodeHostBundle, 12],
  ] as const) {
    if (message === undefined) throw new Error('No message.');
    let end = 0;
    const borders = members.map((entry) => {
      end += prefix + entry.bytes.length;
      return end;
    });
    for (let length = 0; length < message.length; length++) {
      expect(decode(message.subarray(0, length)) !== undefined).toBe(borders.includes(length));
    }
    expect(decode(concat(message, Uint8Array.of(0)))).toBeUndefined();
  }
});

test('[L4] lengths up to 2^32 − 1, empty frames and very many entries are refused at once', () => {
  for (const length of [0, 1, 46, maxFrameBytes + 1, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_ffff]) {
    expect(decodeMemberBundle(concat(u32(length), new Uint8Array(100)))).toBeUndefined();
    expect(decodeHostBundle(concat(u32(length), new Uint8Array(8), new Uint8Array(100)))).toBeUndefined();
  }
  expect(decodeMemberBundle(new Uint8Array(100_000 * 2))).toBeUndefined();
  expect(decodeMemberBundle(new Uint8Array(maxBundleBytes + 1))).toBeUndefined();
  const control = concat(u32(0x8000_0002), new Uint8Array(2));
  expect(decodeMemberBundle(concat(...Array.from({ length: maxEntriesPerBundle + 1 }, () => control)))).toBeUndefined();
  const tooLong = concat(u32(0x8000_0000 + maxControlBytes + 1), new Uint8Array(maxControlBytes + 1));
  expect(decodeMemberBundle(tooLong)).toBeUndefined();
});

test('[L4] any bytes are a bundle or refused, and nothing is thrown', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (message) => {
      for (const entries of [decodeMemberBundle(message), decodeHostBundle(message)]) {
        if (entries !== undefined) expect(entries.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 500 },
  );
});
