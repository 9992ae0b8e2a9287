import { readU64, view, writeU64 } from '../bytes.ts';
import { headerBytes, maxFrameBytes, minPairwisePlaintextBytes, minPlaintextBytes, tagBytes } from '../limits.ts';

export const wireVersion = 1;

/**
 * Frame = header 16 ‖ ciphertext ‖ tag 16 (CLG-40).
 *
 *     u8 version  u8 type  u16 step  u32 epoch  u64 ctr
 */
export const frameTypes = {
  /** Member to host. */
  command: 3,
  /** Host to one member. */
  direct: 4,
  /** Host to all: signed events. */
  durable: 5,
  /** Host to all: provisional text, unsigned, the only frames that may be dropped. */
  ephemeral: 6,
  /** Host to all: signed digests of the ephemeral frames, clock and head. */
  check: 7,
} as const;
export type FrameTypeName = keyof typeof frameTypes;
export type FrameType = (typeof frameTypes)[FrameTypeName];

export type FrameHeader = { type: FrameType; step: number; epoch: number; ctr: number };

/** The handshake's two bare messages, told from frames by their length alone. */
export const hs1Bytes = 47;
export const hs2Bytes = 118;

export const isGroupType = (type: FrameType): boolean => type >= frameTypes.durable;

const minGroupFrameBytes = headerBytes + minPlaintextBytes + tagBytes;
const minPairwiseFrameBytes = headerBytes + minPairwisePlaintextBytes + tagBytes;

/** Whether a frame of this type may have this length. */
export const isFrameLength = (type: FrameType, length: number): boolean =>
  length <= maxFrameBytes && length >= (isGroupType(type) ? minGroupFrameBytes : minPairwiseFrameBytes);

/** Whether the relay may leave this out for a slow reader: whole frames of type 6 only (CLG-23). */
export const isDroppable = (frame: Uint8Array): boolean =>
  frame.length >= minGroupFrameBytes && frame[0] === wireVersion && frame[1] === frameTypes.ephemeral;

export function encodeHeader(header: FrameHeader): Uint8Array {
  const bytes = new Uint8Array(headerBytes);
  const into = view(bytes);
  bytes[0] = wireVersion;
  bytes[1] = header.type;
  into.setUint16(2, header.step, true);
  into.setUint32(4, header.epoch, true);
  writeU64(into, 8, header.ctr);
  return bytes;
}

/** Reads and judges the clear part of a frame; `undefined` is `bad_frame`. */
export function decodeHeader(frame: Uint8Array): FrameHeader | undefined {
  if (frame.length < minGroupFrameBytes || frame[0] !== wireVersion) return undefined;
  const type = typeOf(frame[1]);
  if (type === undefined || !isFrameLength(type, frame.length)) return undefined;
  const from = view(frame);
  const step = from.getUint16(2, true);
  const epoch = from.getUint32(4, true);
  const ctr = readU64(from, 8);
  if (ctr === undefined || ctr === 0) return undefined;
  if (!isGroupType(type) && (step !== 0 || epoch !== 0)) return undefined;
  return { type, step, epoch, ctr };
}

function typeOf(byte: number | undefined): FrameType | undefined {
  switch (byte) {
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
      return byte;
    default:
      return undefined;
  }
}
