import type { ChangeSum } from '@collagility/protocol/workspace';
import type { Sums } from '../workspace/workspaces.ts';

/** Everybody gets the same event: no number in it counts what one of them may not read (CLG-68). */
export function toldSums(
  { sum, fromSeq, session }: Sums,
  { commonFloorSeq }: { commonFloorSeq: number },
): { sum?: ChangeSum; session?: ChangeSum } {
  const mayAllRead = (seq: number): boolean => commonFloorSeq <= 1 || seq >= commonFloorSeq;
  return { ...(mayAllRead(fromSeq) && { sum }), ...(session && mayAllRead(0) && { session }) };
}
