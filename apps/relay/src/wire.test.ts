import { encodeHostBundles, encodeMemberBundles, toAllHandle } from '@collagility/protocol/frames';
import { maxFrameBytes } from '@collagility/protocol/limits';
import { describe, expect, it } from 'vitest';
import { frameOf } from './testing/relay-world.ts';
import { headroomBytes, joinEntries } from './turn.ts';
import { entryToMember, hostPieces, memberPieces } from './wire.ts';

const hostBundle = () => {
  const [message] = encodeHostBundles([
    { kind: 'frame', handle: toAllHandle, bytes: frameOf(5, 1, 288) },
    { kind: 'frame', handle: '00000000000000a1', bytes: frameOf(4, 2, 544) },
    { kind: 'control', bytes: Buffer.from('{"t":"open","h":"00000000000000a1"}') },
  ]);
  return message ?? new Uint8Array();
};

describe('bundles', () => {
  it('[L4] a host’s bundle cut at any byte is refused, unless the cut is a border', () => {
    const whole = hostBundle();
    const borders = [300, 856, whole.length];
    for (let cut = 0; cut <= whole.length; cut++) {
      // Reading writes into the bundle (it is the relay's own), so each try has its own copy.
      const pieces = hostPieces(whole.slice(0, cut));
      expect(pieces?.length, `cut at ${cut}`).toBe(borders.includes(cut) ? borders.indexOf(cut) + 1 : undefined);
    }
  });

  it('[L4] a member’s bundle cut at any byte is refused, unless the cut is a border', () => {
    const [whole = new Uint8Array()] = encodeMemberBundles([
      { kind: 'frame', bytes: new Uint8Array(47) },
      { kind: 'frame', bytes: frameOf(3, 2, 544) },
    ]);
    const borders = [51, whole.length];
    for (let cut = 0; cut <= whole.length; cut++) {
      const pieces = memberPieces(whole.slice(0, cut));
      expect(pieces?.frames.length, `cut at ${cut}`).toBe(borders.includes(cut) ? borders.indexOf(cut) + 1 : undefined);
    }
  });

  it('[L3] lengths that no frame has are refused on each side', () => {
    const fromHost = (handle: string, length: number) =>
      hostPieces(encodeHostBundles([{ kind: 'frame', handle, bytes: new Uint8Array(length) }])[0] ?? new Uint8Array());
    const fromMember = (length: number) =>
      memberPieces(encodeMemberBundles([{ kind: 'frame', bytes: new Uint8Array(length) }])[0] ?? new Uint8Array());
    for (const length of [287, 118, 47]) expect(fromHost(toAllHandle, length)).toBeUndefined();
    for (const length of [117, 119, 287]) expect(fromHost('00000000000000a1', length)).toBeUndefined();
    for (const length of [46, 48, 118, 288, 543]) expect(fromMember(length)).toBeUndefined();
    expect(fromHost('00000000000000a1', 118)).toHaveLength(1);
    for (const length of [47, 544, maxFrameBytes]) expect(fromMember(length)?.frames).toHaveLength(1);
  });

  it('a host’s frame becomes a member’s entry in place, with its length before it', () => {
    const [first] = hostPieces(hostBundle()) ?? [];
    if (first?.to !== 'all') throw new Error('The first piece is for all.');
    const entry = entryToMember(first.frame, true);
    expect(Buffer.from(entry.bytes).readUInt32LE(0)).toBe(288);
    expect(Buffer.from(entry.bytes.subarray(4))).toEqual(frameOf(5, 1, 288));
  });

  it('[CLG-23] entries are joined up to 256 KiB and 1 024 entries, in order, never cut', () => {
    const entry = (mark: number, length: number, droppable = false) => ({ bytes: frameOf(6, mark, length), droppable });
    const large = joinEntries(
      Array.from({ length: 9 }, (_, mark) => entry(mark, 61_472)),
      true,
    );
    expect(large.map((message) => message.length / 61_472)).toEqual([4, 4, 1]);
    const many = joinEntries(
      Array.from({ length: 1_500 }, (_, mark) => entry(mark, 60)),
      true,
    );
    expect(many.map((message) => message.length / 60)).toEqual([1024, 476]);
    for (const message of [...large, ...many]) expect(message.byteOffset).toBe(headroomBytes);
    const thin = joinEntries([entry(1, 300, true), entry(2, 400), entry(3, 300, true)], false);
    expect(thin.map(({ length }) => length)).toEqual([400]);
    expect(joinEntries([entry(1, 300, true)], false)).toEqual([]);
  });
});
