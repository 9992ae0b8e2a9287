import * as limits from '@collagility/protocol/limits';
import type { Rate } from '@collagility/protocol/token-bucket';

/** What one relay allows. The protocol's own numbers unless whoever starts the relay says otherwise. */
export type Budgets = {
  memberFrames: Rate;
  memberBytes: Rate;
  hostFrames: Rate;
  hostBytes: Rate;
  /** All member sockets of one address together, so that more sockets do not buy more. */
  addressFrames: Rate;
  addressBytes: Rate;
  addressJoins: Rate;
  socketsPerAddress: number;
  socketsPerRoom: number;
  /** Sockets that have not proved anything yet; the oldest makes room. */
  unprovenPerRoom: number;
  admissionKeys: number;
  slowReaderDropBytes: number;
  slowReaderCloseBytes: number;
  /** What may wait for the host itself: all members' frames go there. */
  slowHostCloseBytes: number;
  challengeMs: number;
  silentCloseMs: number;
};

export const standardBudgets: Budgets = {
  memberFrames: { perSecond: limits.memberFramesPerSecond, burst: limits.memberFrameBurst },
  memberBytes: { perSecond: limits.memberBytesPerSecond, burst: limits.memberByteBurst },
  hostFrames: { perSecond: limits.hostFramesPerSecond, burst: limits.hostFrameBurst },
  hostBytes: { perSecond: limits.hostBytesPerSecond, burst: limits.hostByteBurst },
  addressFrames: { perSecond: limits.addressFramesPerSecond, burst: limits.addressFrameBurst },
  addressBytes: { perSecond: limits.addressBytesPerSecond, burst: limits.addressByteBurst },
  addressJoins: { perSecond: limits.joinsPerSecondPerAddress, burst: limits.joinBurstPerAddress },
  socketsPerAddress: limits.maxSocketsPerAddress,
  socketsPerRoom: limits.maxSocketsPerRoom,
  unprovenPerRoom: limits.maxUnprovenPerRoom,
  admissionKeys: limits.maxAdmissionKeys,
  slowReaderDropBytes: limits.slowReaderDropBytes,
  slowReaderCloseBytes: limits.slowReaderCloseBytes,
  slowHostCloseBytes: limits.slowHostCloseBytes,
  challengeMs: limits.challengeMs,
  silentCloseMs: limits.silentCloseMs,
};
